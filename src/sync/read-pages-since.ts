import type { Problem } from '#api/problem.ts';
import { DAY_MS } from '#kit/clock.ts';
import { toWallClock, type WallClock } from '#kit/date.ts';
import { type Result, success } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';

/** Clocks and time zones of phone and firm differ by less than this. */
const CLOCK_TOLERANCE_MS = 1.5 * DAY_MS;

/**
 * The earliest wall clock at which this entry can have been created on the server, if the device's clock is
 * right.
 */
export function earliestPossible({ firstAt }: Entry): WallClock {
  return toWallClock(firstAt - CLOCK_TOLERANCE_MS, 'UTC');
}

/**
 * [S13] Reads on through a list, newest first, until everything has been seen that an entry may have made: a lost
 * thing may stand behind pages of newer ones, and what was not read does not prove that it is absent. Rows without a
 * date say nothing, so the list is read to its end. Who knows what is sought reads on to that row alone.
 */
export async function readPagesSince<Row>(
  entry: Entry,
  readPage: (page: number) => Promise<Result<{ value: { list: Row[]; last_page: number } }, Problem>>,
  dateOf: (row: Row) => WallClock,
  isSought: (row: Row) => boolean = () => false,
): Promise<Result<Row[], Problem>> {
  const opens = earliestPossible(entry);
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await readPage(page);
    if (!answer.ok) return answer;
    const { list, last_page } = answer.value.value;
    rows.push(...list);
    const [oldest] = list.map(dateOf).filter(Boolean).slice(-1);
    const isBefore = oldest !== undefined && oldest < opens;
    const isEnd = isBefore || list.length === 0 || page >= last_page;
    if (isEnd || list.some(isSought)) return success(rows);
  }
}
