import { groupThousands, NBSP } from './money.ts';

/** Whole kopecks as money, exact however many they are: a sum of products outgrows what a number holds. */
export function formatKopecks(kopecks: bigint): string {
  const size = kopecks < 0n ? -kopecks : kopecks;
  const fraction = size % 100n === 0n ? '' : `,${String(size % 100n).padStart(2, '0')}`;
  return `${kopecks < 0n ? '-' : ''}${groupThousands(String(size / 100n))}${fraction}${NBSP}руб.`;
}
