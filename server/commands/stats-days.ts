import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { ALL_PROMOTERS, STATS_POINTS_MAX } from '#contract/moderation.ts';
import { DAY_MS } from '#kit/clock.ts';
import { dayAfter, daysInMonth, toWallClock } from '#kit/date.ts';
import type { Queryable } from '../db/database.ts';
import { requests } from '../db/schema.ts';
import { endOfDay, startOfDay } from './firm-days.ts';
import { madeBy, madeInQuarters, PROMOTERS } from './kept-sums.ts';
import { findPromoter, noSuchPromoter } from './promoters.ts';
import type { StatsRange } from './stats.ts';

/** Days 'YYYY-MM-DD' of the firm, both inclusive. */
type Span = { from: string; to: string };

export type SpanFigures = Span & { count: number; done: number; sumKop: number };

/**
 * The figures of one promoter, or of all together, by day of the firm or by calendar month, none left out and none later than
 * `today`: see readStatsDays in the contract.
 */
export async function readStatsDays(
  on: Queryable,
  promoterId: number,
  range: StatsRange & { today: string },
): Promise<SpanFigures[]> {
  const isAll = promoterId === ALL_PROMOTERS;
  if (!isAll && !(await findPromoter(on, promoterId))) throw noSuchPromoter('promoterId');
  const of = isAll ? madeByPromoter : eq(requests.promoter_id, promoterId);
  const spans = await spansOf(on, of, range);
  return readSpans(on, isAll ? undefined : promoterId, { spans, zone: range.zone });
}

const madeByPromoter = sql`${requests.promoter_id} in (${PROMOTERS})`;

type Asked = StatsRange & { today: string };

/** Each day that is asked for; each month, from the first request on, where these are too many. */
async function spansOf(on: Queryable, of: SQL, { from, to, today, zone }: Asked): Promise<Span[]> {
  const last = to === null || to > today ? today : to;
  if (from !== null && isShort({ from, to: last })) return daysOf({ from, to: last });
  const first = await firstDay(on, of, { until: last, zone });
  if (first === null) return [];
  const known = { from: from !== null && from > first ? from : first, to: last };
  return isShort(known) ? daysOf(known) : monthsOf(known).slice(-STATS_POINTS_MAX);
}

function isShort({ from, to }: Span): boolean {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS < STATS_POINTS_MAX;
}

async function firstDay(on: Queryable, of: SQL, { until, zone }: { until: string; zone: string }) {
  const end = endOfDay(until, zone);
  // Not min(): it would read every request of the promoters, and this the first of the index of days.
  const [row] = await on
    .select({ first: requests.created_at })
    .from(requests)
    .where(and(of, lt(requests.created_at, end)))
    .orderBy(asc(requests.created_at))
    .limit(1);
  return row?.first ? toWallClock(row.first.getTime(), zone).slice(0, 10) : null;
}

function daysOf({ from, to }: Span): Span[] {
  const days: Span[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push({ from: day, to: day });
  return days;
}

/** The first and the last month are as much of it as is asked for. */
function monthsOf({ from, to }: Span): Span[] {
  const months: Span[] = [];
  for (let day = from; day <= to; ) {
    const [year, month] = day.split('-').map(Number) as [number, number]; // a day has both
    const end = `${day.slice(0, 8)}${daysInMonth(year, month)}`;
    months.push({ from: day, to: end < to ? end : to });
    day = dayAfter(end);
  }
  return months;
}

/** One pass: which span it belongs to, the database finds by the moments at which they begin. */
async function readSpans(
  on: Queryable,
  promoterId: number | undefined,
  { spans, zone }: { spans: Span[]; zone: string },
) {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const starts = `{${spans.map(({ from }) => startOfDay(from, zone).toISOString()).join(',')}}`;
  const period = { from: startOfDay(first.from, zone), until: endOfDay(last.to, zone) };
  const name = sql`made`;
  const made = promoterId === undefined ? madeInQuarters(name, period) : madeBy(name, promoterId, period);
  const figures = sql<[place: number, count: number, done: number, sumKop: number][] | null>`(
    with ${made},
    each as (
      select width_bucket(at, ${starts}::timestamptz[]) as place, sum(count) as count, sum(done) as done,
        sum(sum_kop) as sum_kop from made group by 1)
    select json_agg(json_build_array(place, count, done, sum_kop)) from each)`;
  const [row] = await on.select({ figures }).from(sql`(values (1)) as one`);
  const found = new Map((row?.figures ?? []).map(([at, ...rest]) => [at, rest]));
  return spans.map((span, at) => {
    const [count = 0, done = 0, sumKop = 0] = found.get(at + 1) ?? [];
    return { ...span, count, done, sumKop };
  });
}
