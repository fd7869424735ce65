/** Indexes of the same item in both lists. */
export type Pair = readonly [before: number, after: number];

/** The indexes between two pairs, in each list. */
export type Gap = { readonly before: readonly number[]; readonly after: readonly number[] };

/** The longest common subsequence, as pairs of indexes. */
export function longestCommonSubsequence(before: readonly string[], after: readonly string[]): Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = lcsByTable(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [
    ...Array.from({ length: start }, (_, index): Pair => [index, index]),
    ...middle.map(([was, is]): Pair => [was + start, is + start]),
    ...Array.from(
      { length: end },
      (_, index): Pair => [before.length - end + index, after.length - end + index],
    ),
  ];
}

/** The items between the pairs, before the first and after the last. */
export function gapsBetween(pairs: readonly Pair[], before: number, after: number): Gap[] {
  const ends: readonly Pair[] = [...pairs, [before, after]];
  return ends.map(([was, is], index) => {
    const [lastWas, lastIs] = pairs[index - 1] ?? [-1, -1];
    return { before: range(lastWas + 1, was), after: range(lastIs + 1, is) };
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Lengths of the longest common subsequences of all suffixes, then the path through that table. */
function lcsByTable(before: readonly string[], after: readonly string[]): Pair[] {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (was: number, is: number) => longest[was * width + is] ?? 0;
  for (let was = before.length - 1; was >= 0; was -= 1) {
    for (let is = after.length - 1; is >= 0; is -= 1) {
      const skipped = Math.max(at(was + 1, is), at(was, is + 1));
      longest[was * width + is] = before[was] === after[is] ? at(was + 1, is + 1) + 1 : skipped;
    }
  }
  const pairs: Pair[] = [];
  let was = 0;
  let is = 0;
  while (was < before.length && is < after.length) {
    if (before[was] === after[is]) pairs.push([was++, is++]);
    else if (at(was + 1, is) >= at(was, is + 1)) was += 1;
    else is += 1;
  }
  return pairs;
}
