import { type SQL, sql } from 'drizzle-orm';
import type { ReportSort, ReportState } from '#contract/reports.ts';
import type { Queryable } from '../db/database.ts';
import { isAmong } from './is-among.ts';
import { holds, isMeant, plain, searchReadings } from './plain-text.ts';

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
  returnedMs: number | null;
  unpaid: [count: number, shareKop: number];
};

export type ReportsTotals = {
  open: number;
  closed: number;
  unpaid: [count: number, shareKop: number, reports: number];
};

type Found = { list: FoundReportFigures[]; total: number; totals: ReportsTotals };

const LISTED: Record<ReportState, SQL> = {
  all: sql``,
  open: sql`and closed_at is null`,
  closed: sql`and closed_at is not null`,
  unpaid: sql``,
};

const COUNTED: Record<ReportState, SQL> = {
  all: sql`open + closed`,
  open: sql`open`,
  closed: sql`closed`,
  unpaid: sql`unpaid_reports`,
};

const SORTED_BY: Record<ReportSort, SQL> = {
  id: sql`id`,
  name: sql`place`,
  date: sql`created_at`,
  unpaid: sql`coalesce(kop, 0)`,
};

/**
 * One page of reports with what is unpaid in each, how many there are in this state, and the sums over all that is found. One
 * statement, so that all of it is of one moment. What is unpaid is read from the index requests_owed alone; of the reports that
 * are not in sight no more is read than what is counted and sorted by.
 */
export async function findReports(on: Queryable, question: ReportsQuestion): Promise<Found> {
  const { state, sortBy, sortOrder, slice } = question;
  const order = sql.raw(`sort_key ${sortOrder}, id ${sortOrder}`);
  const found = foundBy(question, sql`id`);
  const answer = sql<Found>`(
    with ${peopleOf(question)}
    unpaid as materialized (
      select promoter_id, report_id, count(*) as count, sum(percent_kop::float8) as kop from requests
      where done_at is not null and paid_at is null and report_id is not null ${ofPromoter(question)}
      group by promoter_id, report_id),
    counted as (
      select (select count(*) from reports where closed_at is null ${found}) as open,
        (select count(closed_at) from reports where true ${found}) as closed,
        count(*) as unpaid_reports, coalesce(sum(count), 0) as unpaid_count, coalesce(sum(kop), 0) as unpaid_kop
      from unpaid where true ${foundBy(question, sql`report_id`)}),
    shown as (
      select id, promoter_id, created_at, closed_at, returned_at, ${SORTED_BY[sortBy]} as sort_key from ${listed(question)}
      order by ${order} limit ${slice.limit} offset ${slice.offset})
    select json_build_object(
      'list', (select coalesce(json_agg(${row} order by ${order}), '[]') from shown, lateral ${owed} as owed),
      'total', ${COUNTED[state]},
      'totals', json_build_object('open', open, 'closed', closed,
        'unpaid', json_build_array(unpaid_count, unpaid_kop, unpaid_reports)))
    from counted)`;
  const [first] = await on.select({ answer }).from(sql`(values (1)) as one`);
  if (!first) throw new Error('a statement without tables had no row');
  return first.answer;
}

/**
 * The reports of this state, with what they are sorted by where that is not their own. What is unpaid is joined in full and what
 * has no partner left out afterwards: a full join is the one kind that is never planned as a loop over both lists.
 */
function listed(question: ReportsQuestion): SQL {
  const { state, sortBy, sortOrder } = question;
  // Person by person in the order of their names, so that no more is read than a page has.
  const inOrder = sql`(select user_id, place from places order by place ${sql.raw(sortOrder)}) as person, lateral (
    select * from reports where promoter_id = user_id offset 0) as own`;
  const own = sql`(select id, promoter_id, created_at, closed_at, returned_at ${sortBy === 'name' ? sql`, place` : sql``}
    from ${sortBy === 'name' ? inOrder : sql`reports`} where true ${LISTED[state]} ${foundBy(question, sql`id`)}) as report`;
  if (state !== 'unpaid' && sortBy !== 'unpaid') return own;
  const isUnpaid = state === 'unpaid' ? sql`and coalesce(report_id, 0) > 0` : sql``;
  return sql`${own} full join (select report_id, kop from unpaid) as unpaid on report_id = id
    where coalesce(id, 0) > 0 ${isUnpaid}`;
}

function ofPromoter({ promoterId }: ReportsQuestion): SQL {
  return promoterId ? sql`and promoter_id = ${promoterId}` : sql``;
}

const plainName = plain(sql`name`);

/**
 * What of people is needed: `places`, in the order of their names, and for each word of the search whose name has it. A plain
 * name is written once for each person and not for each report, which would be ten times the work of all else.
 */
function peopleOf({ search, sortBy }: ReportsQuestion): SQL {
  const places = sql`places as materialized (
    select id as user_id, dense_rank() over (order by (${plainName}) collate "C") as place from users),`;
  const words = wordsOf(search);
  const people = sql`people as materialized (select id, ${plainName} as plain_name from users),`;
  const named = words.map(
    (word, at) =>
      sql`${wordTable(at)} as materialized (select id from people where ${holds(sql`plain_name`, word)}),`,
  );
  return sql.join([sortBy === 'name' ? places : sql``, words.length > 0 ? people : sql``, ...named], sql` `);
}

const wordTable = (at: number): SQL => sql.raw(`named_${at}`);

const wordsOf = (search: string) => [...new Set(searchReadings(search).flat())];

/** As a report's number is shown: without zeros before it. */
const NUMBER = /^[1-9]\d{0,14}$/;

/** Every word stands somewhere in the promoter's name, or is the report's number, which is in `id`. */
function foundBy(question: ReportsQuestion, id: SQL): SQL {
  const words = wordsOf(question.search);
  const isFound = isMeant(question.search, word => {
    const isNamed = isAmong(sql`promoter_id`, sql`select id from ${wordTable(words.indexOf(word))}`);
    return NUMBER.test(word) ? sql`(${isNamed} or ${id} = ${Number(word)})` : isNamed;
  });
  return sql`${ofPromoter(question)} ${isFound ? sql`and ${isFound}` : sql``}`;
}

/** Of a report in sight. */
const owed = sql`(
  select count(*) as count, coalesce(sum(percent_kop), 0) as kop from requests
  where promoter_id = shown.promoter_id and report_id = shown.id and done_at is not null and paid_at is null)`;

const row = sql`json_build_object(
  'id', id, 'promoterId', promoter_id, 'name', (select name from users where users.id = promoter_id),
  'createdMs', (extract(epoch from created_at) * 1000)::bigint,
  'closedMs', (extract(epoch from closed_at) * 1000)::bigint,
  'returnedMs', (extract(epoch from returned_at) * 1000)::bigint,
  'unpaid', json_build_array(owed.count, owed.kop))`;
