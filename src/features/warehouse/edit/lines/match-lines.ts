import type { StockLine } from '#contract/warehouse.ts';
import { type DraftLine, toDraftLine } from '#domain/warehouse/draft-line.ts';

let keyCount = 0;

/** Names a line on this page. */
export function newLineKey(): string {
  keyCount += 1;
  return `line-${keyCount}`;
}

/** What the lines on the page are, and what was sent of them: an answer has its lines in the order of what was sent. */
type KnownLines = { lines: readonly DraftLine[]; sent: readonly DraftLine[] };

/**
 * Stored lines as drafts, under the keys that they have on the page already; a line that is the same in everything is
 * the same object, so that it need not be drawn again.
 */
export function matchLines(stored: readonly StockLine[], { lines, sent }: KnownLines): DraftLine[] {
  const byKey = new Map(lines.map(line => [line.key, line]));
  const byId = new Map(
    [...sent, ...lines].flatMap(({ id, key }) => (id === null ? [] : [[id, key] as const])),
  );
  // A line that had no id when it was sent is known by its place alone.
  const keyByPosition = ({ id, nomenclature_id }: StockLine, index: number) => {
    const sentLine = sent.length === stored.length ? sent[index] : undefined;
    if (sentLine?.nomenclatureId !== nomenclature_id) return undefined;
    return sentLine.id === null || id === null ? sentLine.key : undefined;
  };
  const usedKeys = new Set<string>();
  return stored.map((line, index) => {
    const candidates = [line.id === null ? undefined : byId.get(line.id), keyByPosition(line, index)];
    const key = candidates.find(each => each !== undefined && !usedKeys.has(each)) ?? newLineKey();
    usedKeys.add(key);
    const draft = toDraftLine(line, key);
    const before = byKey.get(key);
    return before && isEqual(before, draft) ? before : draft;
  });
}

function isEqual(one: DraftLine, other: DraftLine): boolean {
  const names = Object.keys(other) as (keyof DraftLine)[]; // of a draft there are no others
  return names.every(name => one[name] === other[name]);
}
