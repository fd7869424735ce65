/** Comparisons between two looks at the clock. */
const AT_ONCE = 64;

/**
 * The place of each distinct text in the order of `compare`, equal ones sharing a place. A merge sort in small
 * steps: each `yield` is a moment at which the frame may be given back.
 */
export function* rankTexts(
  texts: readonly string[],
  compare: (one: string, other: string) => number,
): Generator<void, ReadonlyMap<string, number>> {
  let runs = [...new Set(texts)].map(text => [text]);
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  const ranks = new Map<string, number>();
  let rank = 0;
  let last: string | undefined;
  for (const text of runs[0] ?? []) {
    if (last !== undefined && compare(last, text) !== 0) rank += 1;
    ranks.set(text, rank);
    last = text;
  }
  return ranks;
}

function* merge(
  left: readonly string[],
  right: readonly string[],
  compare: (one: string, other: string) => number,
): Generator<void, string[]> {
  const merged: string[] = [];
  let at = 0;
  for (const text of right) {
    for (let next = left[at]; next !== undefined && compare(next, text) <= 0; next = left[at]) {
      merged.push(next);
      at += 1;
      if (merged.length % AT_ONCE === 0) yield;
    }
    merged.push(text);
  }
  yield;
  return [...merged, ...left.slice(at)];
}
