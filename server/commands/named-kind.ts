import { normaliseText } from '#kit/normalise-text.ts';

/** What people call the things that have numbers, without the ending. */
const KINDS = { заявк: 'requests', отчет: 'reports', выплат: 'payments' } as const;
type NamedKind = (typeof KINDS)[keyof typeof KINDS];

const NAMED = /^(заявк|отч[её]т|выплат)[а-я]*\s*(?:№\s*)?(?=\S*\d)(.*)$/isu;

/** Of «отчет 54» and «Выплаты №54» the kind that is meant, and what is sought of it; null: any kind. */
export function readKind(query: string): { kind: NamedKind | null; sought: string } {
  const [, word = '', sought = ''] = NAMED.exec(query.trim()) ?? [];
  const kind = Object.entries(KINDS).find(([name]) => name === normaliseText(word))?.[1];
  return kind ? { kind, sought } : { kind: null, sought: query.trim() };
}
