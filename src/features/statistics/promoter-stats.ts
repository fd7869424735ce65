import type { StatsRow } from '#contract/moderation.ts';
import { promoterShare } from '#domain/promoter-share.ts';
import { toKopecks, toRoubles } from '#kit/money.ts';
import { sumOf } from '#ui/table/column.ts';

export type Change = ReturnType<typeof changeOf>;

/** A promoter's row with what is counted here: money in roubles, exact to the kopeck. */
export type PromoterStats = ReturnType<typeof toPromoterStats>[number];

/** The server's rows with bonus, part and change. `previous` are the rows of the period that they are compared with. */
export function toPromoterStats(rows: readonly StatsRow[], previous: readonly StatsRow[] | null) {
  const previousByKey = previous && new Map(withKeys(previous));
  const all = totalSum(rows);
  return withAbsent(withKeys(rows), previousByKey).map(([key, row], index) => ({
    ...row,
    key,
    /** What rows are sorted by at first: the id, or the place in the answer of a backend that sends none. */
    order: row.id ?? index + 1,
    bonus: promoterShare(row.sum),
    /** Percent of the sum of all rows; null while that is nothing. */
    percentOfSum: all > 0 ? (Math.max(0, row.sum) / all) * 100 : null,
    /** Of the sum; null without a period to compare with. Who is not in it had nothing. */
    change: previousByKey && changeOf(row.sum, previousByKey.get(key)?.sum ?? 0),
    sumBefore: previousByKey && (previousByKey.get(key)?.sum ?? 0),
  }));
}

const totals = {
  count: sumOf<PromoterStats>(row => row.count),
  done: sumOf<PromoterStats>(row => row.done),
  sum: sumOf<PromoterStats>(row => row.sum),
  bonus: sumOf<PromoterStats>(row => row.bonus),
};

/** The totals of these rows. The bonus is the sum of the bonuses, so that its column adds up. */
export function totalsOf(rows: readonly PromoterStats[]) {
  const [count, done, sum] = [totals.count(rows), totals.done(rows), totals.sum(rows)];
  return {
    count,
    done,
    sum,
    avg: done > 0 ? toRoubles(Math.round(toKopecks(sum) / done)) : 0,
    /** Percent of the requests that are done; null of none. */
    percentDone: count > 0 ? (done / count) * 100 : null,
    bonus: totals.bonus(rows),
  };
}

/** By how much a figure has changed, exact to the kopeck; `percent` is null where there was nothing before. */
export function changeOf(now: number, previous: number) {
  const kopecks = toKopecks(now) - toKopecks(previous);
  const base = Math.abs(toKopecks(previous));
  return { difference: toRoubles(kopecks), percent: base === 0 ? null : (kopecks / base) * 100 };
}

/** The promoters who have brought most, and how many others have brought how much. */
export function barsOf(rows: readonly PromoterStats[], limit: number) {
  const earning = rows.filter(row => row.sum > 0).sort((one, other) => other.sum - one.sum);
  const rest = earning.slice(limit);
  return {
    bars: earning.slice(0, limit),
    others: rest.length > 0 ? { count: rest.length, sum: totals.sum(rest) } : null,
  };
}

function totalSum(rows: readonly StatsRow[]): number {
  return toRoubles(rows.reduce((all, { sum }) => all + Math.max(0, toKopecks(sum)), 0));
}

/** Some backends leave out who has nothing: whoever had something before is a row too, so that the column adds up. */
function withAbsent(keyed: [string, StatsRow][], previous: ReadonlyMap<string, StatsRow> | null) {
  const present = new Set(keyed.map(([key]) => key));
  const absent = [...(previous ?? [])].filter(([key, { sum }]) => !present.has(key) && sum !== 0);
  const nothing = { count: 0, done: 0, avg: 0, sum: 0 };
  return [...keyed, ...absent.map(([key, row]): [string, StatsRow] => [key, { ...row, ...nothing }])];
}

/** By id where there is one, else by name; a name that comes twice keeps both rows. */
function withKeys(rows: readonly StatsRow[]): [string, StatsRow][] {
  const seen = new Map<string, number>();
  return rows.map(row => {
    const key = row.id === undefined ? `name ${row.name}` : `id ${row.id}`;
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return [times === 0 ? key : `${key} ${times}`, row];
  });
}
