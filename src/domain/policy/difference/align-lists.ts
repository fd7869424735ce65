/** The same item in both lists. */
export type Pair<Item> = readonly [before: Item, after: Item];

/** The items between two pairs, in each list. */
export type Gap<Item> = { readonly before: readonly Item[]; readonly after: readonly Item[] };

/** The longest common subsequence by a key, and the items between its pairs, before the first and after the last. */
export function alignLists<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string | number,
): { pairs: Pair<Item>[]; gaps: Gap<Item>[] } {
  const pairs: Pair<Item>[] = [];
  const gaps: Gap<Item>[] = [];
  let [was, is] = [0, 0];
  const ends = [before.length, after.length] as const;
  for (const [nextWas, nextIs] of [...commonIndexes(before.map(keyOf), after.map(keyOf)), ends]) {
    gaps.push({ before: before.slice(was, nextWas), after: after.slice(is, nextIs) });
    const [one, other] = [before[nextWas], after[nextIs]];
    if (one && other) pairs.push([one, other]);
    [was, is] = [nextWas + 1, nextIs + 1];
  }
  return { pairs, gaps };
}

/** The part of two lists that lies between what is the same at their starts and at their ends. */
export function betweenCommonEnds<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean,
): Gap<Item> & { start: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return {
    start,
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
}

type Key = string | number;

/** The indexes of the longest common subsequence. The same items at both ends are in it, and need no table. */
function commonIndexes(before: readonly Key[], after: readonly Key[]): Pair<number>[] {
  const middle = betweenCommonEnds(before, after, (one, other) => one === other);
  const { start } = middle;
  const pairs = before.slice(0, start).map((_, index): Pair<number> => [index, index]);
  for (const [was, is] of lcsByTable(middle.before, middle.after)) pairs.push([was + start, is + start]);
  for (let was = start + middle.before.length; was < before.length; was += 1) {
    pairs.push([was, was + after.length - before.length]);
  }
  return pairs;
}

/** Lengths of the longest common subsequences of all suffixes, then the path through that table. */
function lcsByTable(before: readonly Key[], after: readonly Key[]): Pair<number>[] {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (was: number, is: number) => longest[was * width + is] ?? 0;
  for (let was = before.length - 1; was >= 0; was -= 1) {
    for (let is = after.length - 1; is >= 0; is -= 1) {
      const skipped = Math.max(at(was + 1, is), at(was, is + 1));
      longest[was * width + is] = before[was] === after[is] ? at(was + 1, is + 1) + 1 : skipped;
    }
  }
  const pairs: Pair<number>[] = [];
  let was = 0;
  let is = 0;
  while (was < before.length && is < after.length) {
    if (before[was] === after[is]) pairs.push([was++, is++]);
    else if (at(was + 1, is) >= at(was, is + 1)) was += 1;
    else is += 1;
  }
  return pairs;
}
