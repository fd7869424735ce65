/** Adds up what is over: see kept-sums.ts. Nobody waits for it, and it waits for nobody. */
import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { requests, sumsUntil } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

const WEEK_MS = 7 * DAY_MS;

/** No transaction that began before that is under way still, and no clock of another process is so late. */
const OVER_MS = DAY_MS;

/** The app's own limit is for what a user waits for. */
const STATEMENT_S = 120;

/** How many weeks were added; 1 where what was kept was wrong and has been made anew. */
export type AddedUp = { weeks: number; wrong: number };

/**
 * Takes what has changed into the sums, and adds a week for each that is over. Sums that do not agree with the requests, because
 * somebody changed these past the program, are thrown away and made anew.
 */
export async function addUpSums(db: Db, now: number, isOver: () => boolean = () => false): Promise<AddedUp> {
  const wrong = await throwAwayWrong(db);
  for (let weeks = 0; ; weeks += 1) {
    if (isOver() || !(await addNextWeek(db, now))) return { weeks, wrong };
  }
}

/** In ms: `now`, or the database's time where that is earlier. A clock days ahead would add weeks that are still written to. */
export async function notAhead(db: Db, now: number): Promise<number> {
  const [row] = await db
    .select({ ms: sql`date_part('epoch', clock_timestamp()) * 1000`.mapWith(Number) })
    .from(sql`(select 1) as one`);
  return Math.min(now, row?.ms ?? now);
}

/** The first part alone; 1 where they were wrong. */
export const throwAwayWrong = (db: Db): Promise<number> => inSnapshot(db, removeWrong);

/** The second part for one week; false where none is over yet. */
export const addNextWeek = (db: Db, now: number): Promise<boolean> =>
  inSnapshot(db, tx => addWeek(tx, now - OVER_MS));

/**
 * Of two processes that do it at once, one is tried again when the other has committed. A lesser level would let a week be added
 * to sums that another throws away: it would stand without those before it. Readers and orders have that lesser level, and never
 * wait or fail for it.
 */
function inSnapshot<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  const once = async (tx: Tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${STATEMENT_S}s'`));
    return work(tx);
  };
  return transact(db, once, { isolationLevel: 'serializable' });
}

/** The changes that are seen here, then the week that follows; false where none is over yet. */
async function addWeek(tx: Tx, until: number): Promise<boolean> {
  const last = await lastSum(tx);
  if (last !== null) await takeChanges(tx, last);
  // What was changed after the last sum is in the requests.
  await tx.execute(sql`delete from sums_changed`);
  const from = last ?? (await firstWeek(tx));
  if (from === null || from + WEEK_MS > until) return false;
  await insertWeek(tx, last, from + WEEK_MS);
  return true;
}

/** In ms, null for none. */
async function lastSum(tx: Tx): Promise<number | null> {
  const [row] = await tx
    .select({ until: sql<Date | null>`max(${sumsUntil.until})`.mapWith(sumsUntil.until) })
    .from(sumsUntil);
  return row?.until ? row.until.getTime() : null;
}

/** The beginning of the week of the first request. */
async function firstWeek(tx: Tx): Promise<number | null> {
  const { created_at } = requests;
  const [row] = await tx.select({ created_at }).from(requests).orderBy(created_at).limit(1);
  return row ? Math.floor(row.created_at.getTime() / WEEK_MS) * WEEK_MS : null;
}

const moment = (ms: number | null) =>
  ms === null ? sql`'-infinity'::timestamptz` : sql`${new Date(ms).toISOString()}::timestamptz`;

async function takeChanges(tx: Tx, last: number): Promise<void> {
  await tx.execute(sql`
    update sums_until set done = sums_until.done + change.done, sum_kop = sums_until.sum_kop + change.sum_kop,
      paid_kop = sums_until.paid_kop + change.paid_kop
    from (
      select until, kept.promoter_id, sum(c.done) as done, sum(c.sum_kop) as sum_kop, sum(c.paid_kop) as paid_kop
      from sums_changed as c join sums_until as kept on kept.promoter_id = c.promoter_id and until > c.at
      group by until, kept.promoter_id) as change
    where sums_until.until = change.until and sums_until.promoter_id = change.promoter_id`);
  await tx.execute(sql`
    update sums_of_quarters set done = sums_of_quarters.done + change.done, sum_kop = sums_of_quarters.sum_kop + change.sum_kop
    from (
      select ${quarterOf(sql`at`)} as begins_at, sum(done) as done, sum(sum_kop) as sum_kop
      from sums_changed where at < ${moment(last)} group by 1) as change
    where sums_of_quarters.begins_at = change.begins_at`);
}

/** The quarter of an hour of a moment. Not `extract`: its numeric takes twice as long for 3 million rows. */
function quarterOf(at: SQL): SQL {
  return sql`to_timestamp(floor(date_part('epoch', ${at}) / 900) * 900)`;
}

const MADE = sql`count(*) as count, count(done_at) as done,
  coalesce(sum(tofirm_kop) filter (where done_at is not null), 0) as sum_kop`;

async function insertWeek(tx: Tx, last: number | null, until: number): Promise<void> {
  const [from, to] = [moment(last), moment(until)];
  await tx.execute(sql`
    insert into sums_until (until, promoter_id, count, done, sum_kop, paid_kop)
    select ${to}, promoter_id, sum(count), sum(done), sum(sum_kop), sum(paid_kop)
    from (
      select promoter_id, count, done, sum_kop, paid_kop from sums_until where until = ${from}
      union all
      select promoter_id, ${MADE}, 0 from requests where created_at >= ${from} and created_at < ${to} group by promoter_id
      union all
      select promoter_id, 0, 0, 0, sum(percent_kop) from requests
      where paid_at is not null and paid_at >= ${from} and paid_at < ${to} group by promoter_id) as piece
    group by promoter_id on conflict do nothing`);
  await tx.execute(sql`
    insert into sums_of_quarters (begins_at, count, done, sum_kop)
    select ${quarterOf(sql`created_at`)}, ${MADE} from requests where created_at >= ${from} and created_at < ${to}
    group by 1 on conflict do nothing`);
}

/**
 * Compares the sums, and what has changed since, with all requests before the last of them: all that each promoter brought and was
 * paid, what all of them brought in each quarter of an hour, and were paid in each week.
 */
async function removeWrong(tx: Tx): Promise<number> {
  const last = await lastSum(tx);
  if (last === null) return 0;
  const before = moment(last);
  const isWrong = sql<boolean>`
    exists (${wrongPromoters(before)}) or exists (${wrongQuarters(before)}) or exists (${wrongWeeks(before)})`;
  const [row] = await tx.select({ isWrong }).from(sql`(select 1) as one`);
  if (!row?.isWrong) return 0;
  await tx.execute(sql`delete from sums_until`);
  await tx.execute(sql`delete from sums_of_quarters`);
  return 1;
}

const LESS_MADE = sql`-count(*) as count, -count(done_at) as done,
  -coalesce(sum(tofirm_kop) filter (where done_at is not null), 0) as sum_kop`;

const wrongPromoters = (before: SQL) => sql`
  select promoter_id from (
    select promoter_id, count, done, sum_kop, paid_kop from sums_until where until = ${before}
    union all
    select promoter_id, 0, done, sum_kop, paid_kop from sums_changed where at < ${before}
    union all
    select promoter_id, ${LESS_MADE}, 0 from requests where created_at < ${before} group by promoter_id
    union all
    select promoter_id, 0, 0, 0, -sum(percent_kop)
    from requests where paid_at is not null and paid_at < ${before} group by promoter_id) as piece
  group by promoter_id
  having sum(count) <> 0 or sum(done) <> 0 or sum(sum_kop) <> 0 or sum(paid_kop) <> 0`;

const wrongQuarters = (before: SQL) => sql`
  select begins_at from (
    select begins_at, count, done, sum_kop from sums_of_quarters
    union all
    select ${quarterOf(sql`at`)}, 0, done, sum_kop from sums_changed where at < ${before}
    union all
    select ${quarterOf(sql`created_at`)}, ${LESS_MADE} from requests where created_at < ${before} group by 1) as piece
  group by begins_at having sum(count) <> 0 or sum(done) <> 0 or sum(sum_kop) <> 0`;

/** What was made is taken from the quarters here. The first week holds all that was before it too. */
function wrongWeeks(before: SQL): SQL {
  const weekOf = (at: SQL) => sql`greatest((select min(until) from sums_until),
    to_timestamp((floor(date_part('epoch', ${at}) / 604800) + 1) * 604800))`;
  return sql`
    select until from (
      select until, count, done, sum_kop, paid_kop from sums_until
      union all
      -- Not "7 days": these have other hours where clocks are put forward.
      select until + interval '168 hours', -count, -done, -sum_kop, -paid_kop from sums_until where until < ${before}
      union all
      select ${weekOf(sql`begins_at`)}, -count, -done, -sum_kop, 0 from sums_of_quarters
      union all
      select ${weekOf(sql`at`)}, 0, 0, 0, paid_kop from sums_changed where at < ${before}
      union all
      select ${weekOf(sql`paid_at`)}, 0, 0, 0, -sum(percent_kop)
      from requests where paid_at is not null and paid_at < ${before} group by 1) as piece
    group by until having sum(count) <> 0 or sum(done) <> 0 or sum(sum_kop) <> 0 or sum(paid_kop) <> 0`;
}
