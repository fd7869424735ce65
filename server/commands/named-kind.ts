import { normaliseText } from '#kit/normalise-text.ts';

/** What people call the things that have numbers, without the ending. */
const KINDS = { заявк: 'requests', отчет: 'reports', выплат: 'payments' } as const;
type NamedKind = (typeof KINDS)[keyof typeof KINDS];

const NAMED = /^(заявк|отч[её]т|выплат)[а-я]*\s*(?:№\s*)?(?=\S*\d)(.*)$/isu;

/** Splits «отчет 54» or «Выплаты №54» into the kind that it names and the text to search for. `kind` is null where it names none. */
export function readKind(query: string): { kind: NamedKind | null; text: string } {
  const [, word = '', text = ''] = NAMED.exec(query.trim()) ?? [];
  const kind = Object.entries(KINDS).find(([name]) => name === normaliseText(word))?.[1];
  return kind ? { kind, text } : { kind: null, text: query.trim() };
}
