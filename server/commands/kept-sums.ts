/**
 * Sums of requests that are added up beforehand, so that a year of a large firm is read from twenty thousand rows instead of a
 * million. What a range holds is what had come before the last moment in it that is added up to, less what had come before the
 * first, and the requests themselves at its two ends; and what has changed since, which the writers note. All that is read in one
 * statement is of one moment, so it is exact whether much, little or nothing has been added up (add-up-sums.ts).
 */
import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import type { Tx } from '../db/database.ts';
import { sumsChanged } from '../db/schema.ts';

/** What a request adds to the sums at the moment it was made (`done`, `sumKop`) and at that of its payment (`paidKop`). */
type Change = { promoterId: number; at: Date; done?: number; sumKop?: number; paidKop?: number };

/**
 * Notes that something counts more, or less, at a moment that is gone: what happens now is not added up yet. Whoever changes
 * a request calls it, in the transaction of the change.
 */
export async function noteChange(tx: Tx, change: Change): Promise<void> {
  const { promoterId: promoter_id, at, done = 0, sumKop: sum_kop = 0, paidKop: paid_kop = 0 } = change;
  if (done === 0 && sum_kop === 0 && paid_kop === 0) return;
  await tx.insert(sumsChanged).values({ promoter_id, at, done, sum_kop, paid_kop });
}

/** From `from` until before `until`; null for open. */
export type Period = { from: Date | null; until: Date | null };

const at = (moment: Date | null, open: 'infinity' | '-infinity') =>
  sql`${moment?.toISOString() ?? open}::timestamptz`;

/** Of so few days the payments themselves are read sooner than two sums of every promoter. */
const FEW_DAYS_MS = 32 * DAY_MS;

/** The two moments of a period between which all is added up; both are its end where there are no two. */
function addedUpWithin({ from, until }: Period): SQL {
  const [first, last] = [at(from, '-infinity'), at(until, 'infinity')];
  return sql`select coalesce(min(until), ${last}) as first, coalesce(max(until), ${last}) as last
    from sums_until where until between ${first} and ${last}`;
}

const first = sql`(select first from added_up)`;
const last = sql`(select last from added_up)`;

/**
 * The common tables `added_up` and `name`, this with rows (promoter_id, count, done, sum_kop) of the requests that were made
 * in the period: several for each promoter, some of them negative. Kopecks are float8, which is exact below 9 · 10¹⁵ and faster
 * than the numeric that a sum of bigint is.
 */
export function madeWithin(name: SQL, period: Period, promoterId?: number): SQL {
  const one = ofPromoter(promoterId);
  const request = (within: SQL) => sql`
    select promoter_id, 1 as count, (done_at is not null)::int as done,
      case when done_at is null then 0 else coalesce(tofirm_kop::float8, 0) end as sum_kop
    from requests where ${within} ${one}`;
  return sql`
    added_up as materialized (${addedUpWithin(period)}),
    ${name} as (
      ${request(sql`created_at >= ${at(period.from, '-infinity')} and created_at < ${first}`)}
      union all
      ${request(sql`created_at >= ${last} and created_at < ${at(period.until, 'infinity')}`)}
      union all
      select promoter_id, count::int, done::int, sum_kop::float8 from sums_until where until = ${last} ${one}
      union all
      select promoter_id, -count::int, -done::int, -sum_kop::float8 from sums_until where until = ${first} ${one}
      union all
      select promoter_id, 0, done::int, sum_kop::float8 from sums_changed where at >= ${first} and at < ${last} ${one})`;
}

/** The same of what was paid in the period: rows (promoter_id, paid_kop). */
export function paidWithin(name: SQL, period: Period, promoterId?: number): SQL {
  const one = ofPromoter(promoterId);
  const { from, until } = period;
  const isShort = from !== null && until !== null && until.getTime() - from.getTime() <= FEW_DAYS_MS;
  const request = (within: SQL) => sql`
    select promoter_id, percent_kop::float8 as paid_kop from requests where paid_at is not null and ${within} ${one}`;
  return sql`
    added_up as materialized (${isShort ? sql`select ${at(until, 'infinity')} as first, ${at(until, 'infinity')} as last` : addedUpWithin(period)}),
    ${name} as (
      ${request(sql`paid_at >= ${at(period.from, '-infinity')} and paid_at < ${first}`)}
      union all
      ${request(sql`paid_at >= ${last} and paid_at < ${at(period.until, 'infinity')}`)}
      union all
      select promoter_id, paid_kop::float8 from sums_until where until = ${last} ${one}
      union all
      select promoter_id, -paid_kop::float8 from sums_until where until = ${first} ${one}
      union all
      select promoter_id, paid_kop::float8 from sums_changed where at >= ${first} and at < ${last} ${one})`;
}

function ofPromoter(id: number | undefined): SQL {
  return id === undefined ? sql`` : sql`and promoter_id = ${id}`;
}

/** The role's users: moderators may send orders too, and are no promoters. */
export const PROMOTERS = sql`select user_id from user_role join roles on roles.id = role_id where roles.name = 'promoter'`;

/**
 * The same of all promoters together, by quarters of an hour: rows (at, count, done, sum_kop). Whoever is none is in the sums of
 * quarters and is taken out again, since a role may be given and taken.
 */
export function madeInQuarters(name: SQL, period: { from: Date; until: Date }): SQL {
  const [from, until] = [at(period.from, '-infinity'), at(period.until, 'infinity')];
  const end = sql`(select until from added_up)`;
  const columns = (
    sign: SQL,
  ) => sql`created_at as at, ${sign} 1 as count, ${sign} (done_at is not null)::int as done,
    ${sign} case when done_at is null then 0 else coalesce(tofirm_kop::float8, 0) end as sum_kop`;
  return sql`
    added_up as materialized (select least(coalesce(max(until), '-infinity'), ${until}) as until from sums_until),
    ${name} as (
      select ${columns(sql``)} from requests where created_at >= greatest(${from}, ${end}) and created_at < ${until}
        and promoter_id in (${PROMOTERS})
      union all
      select begins_at, count::int, done::int, sum_kop::float8 from sums_of_quarters
      where begins_at >= ${from} and begins_at < ${end}
      union all
      select at, 0, done::int, sum_kop::float8 from sums_changed where at >= ${from} and at < ${end}
      union all
      select ${columns(sql`-`)} from (select id from users where id not in (${PROMOTERS})) as other, lateral (
        -- One by one: there are few, and their requests are found by the index of each.
        select created_at, done_at, tofirm_kop from requests
        where promoter_id = other.id and created_at >= ${from} and created_at < ${end} offset 0) as theirs)`;
}

/** The same of one promoter, request by request. */
export function madeBy(name: SQL, promoterId: number, { from, until }: { from: Date; until: Date }): SQL {
  return sql`
    ${name} as (
      select created_at as at, 1 as count, (done_at is not null)::int as done,
        case when done_at is null then 0 else coalesce(tofirm_kop::float8, 0) end as sum_kop
      from requests where promoter_id = ${promoterId} and created_at >= ${at(from, '-infinity')}
        and created_at < ${at(until, 'infinity')})`;
}
