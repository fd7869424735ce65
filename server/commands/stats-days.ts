import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { ALL_PROMOTERS, STATS_POINTS_MAX } from '#contract/moderation.ts';
import { DAY_MS } from '#kit/clock.ts';
import { dayAfter, daysInMonth, toWallClock } from '#kit/date.ts';
import type { Queryable } from '../db/database.ts';
import { requests } from '../db/schema.ts';
import { endOfDay, startOfDay } from './firm-days.ts';
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
  return readSpans(on, of, { spans: await spansOf(on, of, range), zone: range.zone });
}

/** Moderators may send orders too, and are no promoters: see promoters.ts. */
const madeByPromoter = sql`${requests.promoter_id} in (
  select user_id from user_role join roles on roles.id = role_id where roles.name = 'promoter')`;

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

/** One pass over the index of days: which span a request belongs to, the database finds by the moments at which they begin. */
async function readSpans(on: Queryable, of: SQL, { spans, zone }: { spans: Span[]; zone: string }) {
  const { created_at, done_at, tofirm_kop } = requests;
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const starts = spans.map(({ from }) => startOfDay(from, zone).toISOString());
  const place = sql<number>`width_bucket(${created_at}, ${`{${starts.join(',')}}`}::timestamptz[])`;
  const made = on
    .select({ place: place.as('place'), done_at, tofirm_kop })
    .from(requests)
    .where(and(of, gte(created_at, startOfDay(first.from, zone)), lt(created_at, endOfDay(last.to, zone))))
    .as('made');
  const sumKop = sql`coalesce(sum(${made.tofirm_kop}) filter (where ${made.done_at} is not null), 0)`;
  const figure = sql`json_build_array(${made.place}, count(*), count(${made.done_at}), ${sumKop})`;
  const each = on
    .select({ figure: figure.as('figure') })
    .from(made)
    .groupBy(made.place)
    .as('each');
  const figures = sql<[place: number, count: number, done: number, sumKop: number][] | null>`
    json_agg(${each.figure})`;
  const [row] = await on.select({ figures }).from(each);
  const found = new Map((row?.figures ?? []).map(([at, ...rest]) => [at, rest]));
  return spans.map((span, at) => {
    const [count = 0, done = 0, sumKop = 0] = found.get(at + 1) ?? [];
    return { ...span, count, done, sumKop };
  });
}
