import { toKopecks, toRoubles } from '#kit/money.ts';

/** How many requests, and the promoter's share of them in roubles. */
export type Sum = { count: number; share: number };

/** All of them together, exact to the kopeck. */
export function sumOfSums(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((count, each) => count + each.count, 0),
    share: toRoubles(sums.reduce((kopecks, each) => kopecks + toKopecks(each.share), 0)),
  };
}

/** Whether they agree to the kopeck. */
export function isSame(one: Sum, other: Sum): boolean {
  return one.count === other.count && toKopecks(one.share) === toKopecks(other.share);
}
