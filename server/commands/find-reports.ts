import { type SQL, sql } from 'drizzle-orm';
import type { ReportSort, ReportState } from '#contract/reports.ts';
import type { Queryable } from '../db/database.ts';
import { holds, plain, searchWords } from './plain-text.ts';

/** What is asked of the reports of all promoters. */
export type ReportsQuestion = {
  /** Those of one promoter alone. */
  promoterId?: number | null | undefined;
  search: string;
  state: ReportState;
  sortBy: ReportSort;
  sortOrder: 'asc' | 'desc';
  slice: { limit: number; offset: number };
};

export type FoundReportFigures = {
  id: number;
  promoterId: number;
  name: string;
  createdMs: number;
  closedMs: number | null;
  unpaid: [count: number, shareKop: number];
};

export type ReportsTotals = {
  open: number;
  closed: number;
  unpaid: [count: number, shareKop: number, reports: number];
};

type Found = { list: FoundReportFigures[]; total: number; totals: ReportsTotals };

const LISTED: Record<ReportState, SQL> = {
  all: sql`true`,
  open: sql`closed_at is null`,
  closed: sql`closed_at is not null`,
  unpaid: sql`unpaid_count > 0`,
};

const SORTED_BY: Record<ReportSort, SQL> = {
  id: sql`id`,
  name: sql`plain_name collate "C"`,
  date: sql`created_at`,
  unpaid: sql`unpaid_kop`,
};

/**
 * One page of reports with what is unpaid in each, how many there are in this state, and the sums over all that is found. One
 * statement, so that all of it is of one moment. What is unpaid is read from the index requests_owed alone.
 */
export async function findReports(on: Queryable, question: ReportsQuestion): Promise<Found> {
  const { state, sortBy, sortOrder, slice } = question;
  const way = sql.raw(sortOrder);
  const order = sql`${SORTED_BY[sortBy]} ${way}, id ${way}`;
  const answer = sql<Found>`(
    with ${foundBy(question)},
    shown as (
      select *, row_number() over (order by ${order}) as place
      from found where ${LISTED[state]} order by ${order} limit ${slice.limit} offset ${slice.offset})
    select json_build_object(
      'list', (select coalesce(json_agg(${row} order by place), '[]') from shown),
      'total', (select count(*) from found where ${LISTED[state]}),
      'totals', (select ${totals} from found)))`;
  const [first] = await on.select({ answer }).from(sql`(values (1)) as one`);
  if (!first) throw new Error('a statement without tables had no row');
  return first.answer;
}

/**
 * `found`: every report that is found, with what is unpaid in it. Names are written plainly once for each person and not for
 * each report, which would be ten times the work of all else.
 */
function foundBy({ promoterId, search, sortBy }: ReportsQuestion): SQL {
  const ofPromoter = promoterId ? sql`and promoter_id = ${promoterId}` : sql``;
  const isNamed = search !== '' || sortBy === 'name';
  return sql`
    people as materialized (
      select id, name, ${isNamed ? plain(sql`name`) : sql`''`} as plain_name from users),
    unpaid as (
      select report_id, count(*) as unpaid_count, sum(percent_kop::float8) as unpaid_kop from requests
      where done_at is not null and paid_at is null and report_id is not null ${ofPromoter}
      group by report_id),
    found as materialized (
      select reports.id, promoter_id, people.name, plain_name, created_at, closed_at,
        coalesce(unpaid_count, 0) as unpaid_count, coalesce(unpaid_kop, 0) as unpaid_kop
      from reports
        join people on people.id = promoter_id
        left join unpaid on unpaid.report_id = reports.id
      where true ${ofPromoter} ${matching(search)})`;
}

/** Every word stands somewhere in the promoter's name, or is the report's number. */
function matching(search: string): SQL {
  const each = searchWords(search.replaceAll('№', ' ')).map(
    word => sql`and (${holds(sql`plain_name`, word)} or reports.id::text = ${word})`,
  );
  return sql.join(each, sql` `);
}

const row = sql`json_build_object(
  'id', id, 'promoterId', promoter_id, 'name', name,
  'createdMs', (extract(epoch from created_at) * 1000)::bigint,
  'closedMs', (extract(epoch from closed_at) * 1000)::bigint,
  'unpaid', json_build_array(unpaid_count, unpaid_kop))`;

const totals = sql`json_build_object(
  'open', count(*) filter (where closed_at is null),
  'closed', count(closed_at),
  'unpaid', json_build_array(coalesce(sum(unpaid_count), 0), coalesce(sum(unpaid_kop), 0),
    count(*) filter (where unpaid_count > 0)))`;
