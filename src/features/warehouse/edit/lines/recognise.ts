import type { StockLine } from '#contract/warehouse.ts';
import { type DraftLine, toDraftLine } from '#domain/warehouse/draft-line.ts';

let made = 0;

/** Names a line on this page. */
export function newKey(): string {
  made += 1;
  return `line-${made}`;
}

/** What the lines on the page are, and what was sent of them: an answer has its lines in the order of what was sent. */
export type Before = { lines: readonly DraftLine[]; sent: readonly DraftLine[] };

/**
 * Stored lines as drafts, under the keys that they have on the page already; a line that is the same in everything is
 * the same object, so that it need not be drawn again.
 */
export function recognise(stored: readonly StockLine[], { lines, sent }: Before): DraftLine[] {
  const byKey = new Map(lines.map(line => [line.key, line]));
  const byId = new Map(
    [...sent, ...lines].flatMap(({ id, key }) => (id === null ? [] : [[id, key] as const])),
  );
  const taken = new Set<string>();
  return stored.map((line, index) => {
    const own = [line.id === null ? undefined : byId.get(line.id), keyByPlace(line, sent, { stored, index })];
    const key = own.find(each => each !== undefined && !taken.has(each)) ?? newKey();
    taken.add(key);
    const draft = toDraftLine(line, key);
    const before = byKey.get(key);
    return before && isEqual(before, draft) ? before : draft;
  });
}

type Place = { stored: readonly StockLine[]; index: number };

/** A line that had no id when it was sent is known by its place alone. */
function keyByPlace(
  line: StockLine,
  sent: readonly DraftLine[],
  { stored, index }: Place,
): string | undefined {
  const there = sent[index];
  if (!there || sent.length !== stored.length || there.nomenclatureId !== line.nomenclature_id)
    return undefined;
  return there.id === null || line.id === null ? there.key : undefined;
}

function isEqual(one: DraftLine, other: DraftLine): boolean {
  const names = Object.keys(other) as (keyof DraftLine)[]; // of a draft there are no others
  return names.every(name => one[name] === other[name]);
}
