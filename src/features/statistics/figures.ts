import type { StatsRow } from '#contract/moderation.ts';
import { promoterShare } from '#domain/promoter-share.ts';
import { toKopecks, toRoubles } from '#kit/money.ts';
import { sumOf } from '#ui/table/column.ts';

/** By how much, and by how many percent; null percent where there was nothing before. */
export type Change = { by: number; percent: number | null };

/** A promoter's row with what is counted here: money in roubles, exact to the kopeck. */
export type Figures = {
  key: string;
  /** The place in the server's order. */
  order: number;
  /** Unknown on some backends: then nothing leads to the promoter's reports. */
  id: number | undefined;
  name: string;
  count: number;
  done: number;
  avg: number;
  sum: number;
  bonus: number;
  /** Percent of the sum of all rows; null while that is nothing. */
  part: number | null;
  /** Of the sum; null without a period to compare with. */
  change: Change | null;
};

export type Totals = Pick<Figures, 'count' | 'done' | 'sum' | 'avg' | 'bonus'>;

const NOTHING: Pick<StatsRow, 'sum'> = { sum: 0 };

/** The server's rows with bonus, part and change. `before` are the rows of the period that they are compared with. */
export function figuresOf(rows: readonly StatsRow[], before: readonly StatsRow[] | null): readonly Figures[] {
  const earlier = before && new Map(keyed(before));
  const all = totalSum(rows);
  return keyed(rows).map(([key, row], index) => ({
    key,
    order: index + 1,
    id: row.id,
    name: row.name,
    count: row.count,
    done: row.done,
    avg: row.avg,
    sum: row.sum,
    bonus: promoterShare(row.sum),
    part: all > 0 ? (Math.max(0, row.sum) / all) * 100 : null,
    // Who is not told of had nothing: some backends leave such rows out.
    change: earlier && changeOf(row.sum, (earlier.get(key) ?? NOTHING).sum),
  }));
}

const totals = {
  count: sumOf<Figures>(row => row.count),
  done: sumOf<Figures>(row => row.done),
  sum: sumOf<Figures>(row => row.sum),
  bonus: sumOf<Figures>(row => row.bonus),
};

/** The totals of these rows. The bonus is the sum of the bonuses, so that its column adds up. */
export function totalsOf(rows: readonly Figures[]): Totals {
  const done = totals.done(rows);
  const sum = totals.sum(rows);
  const avg = done > 0 ? toRoubles(Math.round(toKopecks(sum) / done)) : 0;
  return { count: totals.count(rows), done, sum, avg, bonus: totals.bonus(rows) };
}

/** What has become of a figure, exact to the kopeck. */
export function changeOf(now: number, before: number): Change {
  const kopecks = toKopecks(now) - toKopecks(before);
  const base = Math.abs(toKopecks(before));
  return { by: toRoubles(kopecks), percent: base === 0 ? null : (kopecks / base) * 100 };
}

/** A bar: one promoter's part of the sum, or that of all the others together. */
export type Bar = { key: string; name: string; sum: number; part: number };

/** The promoters who have brought most, and how much all others have. */
export function barsOf(
  rows: readonly Figures[],
  limit = 10,
): { bars: readonly Bar[]; others: Others | null } {
  const earning = rows
    .flatMap(({ key, name, sum, part }) => (sum > 0 && part !== null ? [{ key, name, sum, part }] : []))
    .sort((one, other) => other.sum - one.sum);
  const rest = earning.slice(limit);
  const part = rest.reduce((all, bar) => all + bar.part, 0);
  return { bars: earning.slice(0, limit), others: rest.length > 0 ? { count: rest.length, part } : null };
}

type Others = { count: number; part: number };

function totalSum(rows: readonly StatsRow[]): number {
  return toRoubles(rows.reduce((all, { sum }) => all + Math.max(0, toKopecks(sum)), 0));
}

/** By id where there is one, else by name; a name that comes twice keeps both rows. */
function keyed(rows: readonly StatsRow[]): [string, StatsRow][] {
  const met = new Map<string, number>();
  return rows.map(row => {
    const key = row.id === undefined ? `name ${row.name}` : `id ${row.id}`;
    const times = met.get(key) ?? 0;
    met.set(key, times + 1);
    return [times === 0 ? key : `${key} ${times}`, row];
  });
}
