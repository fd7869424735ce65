import { type SQL, sql } from 'drizzle-orm';
import type { PayoutSort, PayoutState } from '#contract/moderation.ts';
import type { Queryable } from '../db/database.ts';
import type { RoleName } from '../db/seed/base.ts';
import { isAmong } from './is-among.ts';
import { type Period, paidWithin } from './kept-sums.ts';
import { plain, searchReadings, usersNamed } from './plain-text.ts';

/** What is asked of the list of payouts. */
export type PayoutQuestion = {
  /** One promoter alone. */
  promoterId?: number | undefined;
  search: string;
  state: PayoutState;
  sortBy: PayoutSort;
  sortOrder: 'asc' | 'desc';
  period: Period;
  slice: { limit: number; offset: number };
};

/** A number of requests, and the promoter's share of them in kopecks. */
type Owed = [count: number, shareKop: number];

export type PayoutFigures = {
  id: number;
  name: string;
  owed: Owed;
  due: [...Owed, sumKop: number];
  open: [...Owed, reportId: number | null, reports: number];
  closed: Owed;
  sincePaid: Owed;
  paidKop: number;
  lastPaidMs: number | null;
};

export type PayoutTotals = Record<'owed' | 'due' | 'open' | 'closed', Owed> & {
  promoters: number;
  paidKop: number;
};

type Found = { list: PayoutFigures[]; total: number; totals: PayoutTotals };

const PROMOTER: RoleName = 'promoter';

/** Read for the rows in sight alone, like all that `shown` adds; unless it is what is sorted by. */
const nameOf = sql`(select name from users where users.id = figures.id)`;

const lastPaid = sql`(select max(paid_at) from requests where promoter_id = figures.id and paid_at is not null)`;

const LISTED: Record<PayoutState, SQL> = {
  owed: sql`owed_count > 0`,
  paid: sql`paid_kop > 0`,
  all: sql`true`,
};

const SORTED_BY: Record<PayoutSort, SQL> = {
  owed: sql`owed_kop`,
  due: sql`due_kop`,
  open: sql`owed_kop - due_kop - closed_kop`,
  paid: sql`paid_kop`,
  last_paid_at: lastPaid,
  name: sql`(${plain(nameOf)}) collate "C"`,
};

/**
 * One page of promoters with what is owed to each, how many there are in this state, and the sums over all that the search
 * finds. One statement, so that all of it is of one moment. The indexes requests_owed, requests_paid, requests_last_paid
 * and reports_open are made for it: no row of a request is read. Of a long period most is added up beforehand (kept-sums.ts).
 */
export async function readPayouts(on: Queryable, question: PayoutQuestion): Promise<Found> {
  const { state, sortBy, sortOrder, slice } = question;
  const order = sql.raw(`sort_key ${sortOrder} nulls last, id`);
  const found = sql<Found>`(
    with ${figuresOf(question)},
    shown as (
      select *, ${nameOf} as name, ${lastPaid} as last_paid_at, ${SORTED_BY[sortBy]} as sort_key
      from figures where ${LISTED[state]} order by ${order} limit ${slice.limit} offset ${slice.offset})
    select json_build_object(
      'list', (select coalesce(json_agg(${row} order by ${order}), '[]') from shown, lateral ${more} as more, lateral ${openReports} as opened),
      'total', count(*) filter (where ${LISTED[state]}),
      'totals', ${totals})
    from figures)`;
  const [answer] = await on.select({ found }).from(sql`(values (1)) as one`);
  if (!answer) throw new Error('a statement without tables had no row');
  return answer.found;
}

/**
 * `figures`: every promoter that the search finds, with sums over what is owed and over what was paid in the period. First
 * each report is added up in the order of requests_owed, then the few reports of a promoter; where none is open, even null
 * would be `not in` the open ones. Kopecks are added up as float8, which is exact below 9 · 10¹⁵ and faster than the numeric
 * that a sum of bigint is. The lists of promoters are joined in full, which is never planned as a loop over both.
 */
function figuresOf({ promoterId, search, period }: PayoutQuestion): SQL {
  const one = (column: SQL) => (promoterId === undefined ? sql`` : sql`and ${column} = ${promoterId}`);
  return sql`
    unpaid as (
      select promoter_id, sum(count) as owed_count, sum(kop) as owed_kop,
        sum(count) filter (where report_id is null) as due_count,
        sum(kop) filter (where report_id is null) as due_kop,
        sum(count) filter (where is_closed) as closed_count, sum(kop) filter (where is_closed) as closed_kop
      from (
        select promoter_id, report_id, count(*)::int as count, sum(percent_kop::float8) as kop,
          report_id is not null and report_id not in (select id from reports where closed_at is null) as is_closed
        from requests where done_at is not null and paid_at is null ${one(sql`promoter_id`)}
        group by promoter_id, report_id) as of_report
      group by promoter_id),
    ${paidWithin(sql`payments`, period, promoterId)},
    paid as (select promoter_id, sum(paid_kop) as paid_kop from payments group by promoter_id),
    figures as materialized (
      select user_id as id,
        coalesce(owed_count, 0) as owed_count, coalesce(owed_kop, 0) as owed_kop,
        coalesce(due_count, 0) as due_count, coalesce(due_kop, 0) as due_kop,
        coalesce(closed_count, 0) as closed_count, coalesce(closed_kop, 0) as closed_kop,
        coalesce(paid_kop, 0) as paid_kop
      from (
        select user_id from user_role
        where role_id = (select id from roles where name = ${PROMOTER}) ${one(sql`user_id`)} ${named(search)}) as promoter
        full join unpaid on unpaid.promoter_id = user_id
        full join paid on paid.promoter_id = user_id
      where coalesce(user_id, 0) > 0)`;
}

function named(search: string): SQL {
  return searchReadings(search).length === 0 ? sql`` : sql`and ${isAmong(sql`user_id`, usersNamed(search))}`;
}

/** Of what is owed, what was done since the last payment; and what the firm got for what stands in no report. */
const more = sql`(
  select count(*) filter (where last_paid_at is null or done_at > last_paid_at) as count,
    coalesce(sum(percent_kop) filter (where last_paid_at is null or done_at > last_paid_at), 0) as kop,
    coalesce(sum(tofirm_kop) filter (where report_id is null), 0) as due_sum_kop
  from requests where promoter_id = shown.id and done_at is not null and paid_at is null)`;

const openReports = sql`(
  select max(id) as newest, count(*) as count from reports where promoter_id = shown.id and closed_at is null)`;

const row = sql`json_build_object(
  'id', id, 'name', name,
  'owed', json_build_array(owed_count, owed_kop),
  'due', json_build_array(due_count, due_kop, more.due_sum_kop),
  'open', json_build_array(owed_count - due_count - closed_count, owed_kop - due_kop - closed_kop,
    opened.newest, opened.count),
  'closed', json_build_array(closed_count, closed_kop),
  'sincePaid', json_build_array(more.count, more.kop),
  'paidKop', paid_kop,
  'lastPaidMs', (extract(epoch from last_paid_at) * 1000)::bigint)`;

const sumOf = (what: string): SQL => sql.raw(`coalesce(sum(${what}), 0)`);

const totals = sql`json_build_object(
  'promoters', count(*) filter (where owed_count > 0),
  'owed', json_build_array(${sumOf('owed_count')}, ${sumOf('owed_kop')}),
  'due', json_build_array(${sumOf('due_count')}, ${sumOf('due_kop')}),
  'open', json_build_array(${sumOf('owed_count - due_count - closed_count')},
    ${sumOf('owed_kop - due_kop - closed_kop')}),
  'closed', json_build_array(${sumOf('closed_count')}, ${sumOf('closed_kop')}),
  'paidKop', ${sumOf('paid_kop')})`;
