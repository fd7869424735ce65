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
  all: sql``,
  open: sql`and closed_at is null`,
  closed: sql`and closed_at is not null`,
  unpaid: sql`and unpaid.report_id is not null`,
};

const COUNTED: Record<ReportState, SQL> = {
  all: sql`open + closed`,
  open: sql`open`,
  closed: sql`closed`,
  unpaid: sql`unpaid_reports`,
};

const SORTED_BY: Record<ReportSort, SQL> = {
  id: sql`reports.id`,
  name: sql`place`,
  date: sql`created_at`,
  unpaid: sql`coalesce(unpaid.kop, 0)`,
};

/**
 * One page of reports with what is unpaid in each, how many there are in this state, and the sums over all that is found. One
 * statement, so that all of it is of one moment. What is unpaid is read from the index requests_owed alone; of the reports that
 * are not in sight no more is read than what is counted and sorted by.
 */
export async function findReports(on: Queryable, question: ReportsQuestion): Promise<Found> {
  const { state, sortBy, sortOrder, slice } = question;
  const order = sql.raw(`sort_key ${sortOrder}, id ${sortOrder}`);
  const found = foundBy(question);
  const ofUnpaid = question.search === '' ? sql`` : sql`join reports on reports.id = report_id ${found}`;
  const answer = sql<Found>`(
    with ${peopleOf(question)}
    unpaid as materialized (
      select report_id, count(*) as count, sum(percent_kop::float8) as kop from requests
      where done_at is not null and paid_at is null and report_id is not null ${ofPromoter(question)}
      group by report_id),
    counted as (
      select (select count(*) from reports where closed_at is null ${found}) as open,
        (select count(closed_at) from reports where true ${found}) as closed,
        count(*) as unpaid_reports, coalesce(sum(count), 0) as unpaid_count, coalesce(sum(kop), 0) as unpaid_kop
      from unpaid ${ofUnpaid}),
    shown as (
      select reports.id, promoter_id, created_at, closed_at, ${SORTED_BY[sortBy]} as sort_key
      from ${joined(question)}
      where true ${LISTED[state]} ${found}
      order by ${order} limit ${slice.limit} offset ${slice.offset})
    select json_build_object(
      'list', (select coalesce(json_agg(${row} order by ${order}), '[]') from shown left join unpaid on report_id = id),
      'total', ${COUNTED[state]},
      'totals', json_build_object('open', open, 'closed', closed,
        'unpaid', json_build_array(unpaid_count, unpaid_kop, unpaid_reports)))
    from counted)`;
  const [first] = await on.select({ answer }).from(sql`(values (1)) as one`);
  if (!first) throw new Error('a statement without tables had no row');
  return first.answer;
}

/** Reports, with what they are listed or sorted by where that is not their own. */
function joined({ state, sortBy, sortOrder }: ReportsQuestion): SQL {
  const unpaid = sql`left join unpaid on unpaid.report_id = reports.id`;
  // Person by person in the order of their names, so that no more is read than a page has.
  const inOrder = sql`(select user_id, place from places order by place ${sql.raw(sortOrder)}) as person, lateral (
    select * from reports where promoter_id = user_id offset 0) as reports`;
  return sql`${sortBy === 'name' ? inOrder : sql`reports`} ${state === 'unpaid' || sortBy === 'unpaid' ? unpaid : sql``}`;
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
  const named = wordsOf(search).map(
    (word, at) =>
      sql`${wordTable(at)} as materialized (select id from users where ${holds(plainName, word)}),`,
  );
  return sql.join([sortBy === 'name' ? places : sql``, ...named], sql` `);
}

const wordTable = (at: number): SQL => sql.raw(`named_${at}`);

const wordsOf = (search: string) => searchWords(search.replaceAll('№', ' '));

/** As a report's number is shown: without zeros before it. */
const NUMBER = /^[1-9]\d{0,14}$/;

/** Every word stands somewhere in the promoter's name, or is the report's number. */
function foundBy(question: ReportsQuestion): SQL {
  const each = wordsOf(question.search).map((word, at) => {
    const isNamed = sql`promoter_id in (select id from ${wordTable(at)})`;
    return NUMBER.test(word) ? sql`and (${isNamed} or reports.id = ${Number(word)})` : sql`and ${isNamed}`;
  });
  return sql.join([ofPromoter(question), ...each], sql` `);
}

const row = sql`json_build_object(
  'id', id, 'promoterId', promoter_id, 'name', (select name from users where users.id = promoter_id),
  'createdMs', (extract(epoch from created_at) * 1000)::bigint,
  'closedMs', (extract(epoch from closed_at) * 1000)::bigint,
  'unpaid', json_build_array(coalesce(count, 0), coalesce(kop, 0)))`;
