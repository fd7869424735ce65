import { and, asc, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { eachOrderText } from '#contract/order-fields.ts';
import type { RequestStatus } from '#contract/requests.ts';
import { PER_PAGE } from '#contract/wire.ts';
import { type Db, preparedOnce, type Queryable } from '../db/database.ts';
import { districts, requestStates, requests, users, works } from '../db/schema.ts';

const columns = {
  id: requests.id,
  fullcode: requests.fullcode,
  code_number: requests.code_number,
  client_fio: requests.client_fio,
  phones: requests.phones,
  work_name: works.name,
  district_name: districts.name,
  type: requests.type,
  state: requests.state_code,
  state_name: requestStates.name,
  tofirm_kop: requests.tofirm_kop,
  percent_kop: requests.percent_kop,
  report_id: requests.report_id,
  paid_at: requests.paid_at,
  created_at: requests.created_at,
  ...eachOrderText(name => requests[name]),
};

function select(on: Queryable) {
  return on
    .select(columns)
    .from(requests)
    .innerJoin(works, eq(works.id, requests.work_id))
    .innerJoin(districts, eq(districts.id, requests.district_id))
    .innerJoin(requestStates, eq(requestStates.code, requests.state_code));
}

export type RequestRow = Awaited<ReturnType<typeof select>>[number];

const FILTERS = { all: undefined, paid: isNotNull(requests.paid_at), done: isNotNull(requests.done_at) };

const owner = sql.placeholder('promoterId');

/** One page in one query. Which orders they are says the index alone; only of these the rest is looked up. */
const pageOf = (status: RequestStatus) =>
  preparedOnce(db => {
    const newest = db
      .select({ id: requests.id })
      .from(requests)
      .where(and(eq(requests.promoter_id, owner), FILTERS[status]))
      .orderBy(desc(requests.created_at), desc(requests.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .as('newest');
    return select(db)
      .innerJoin(newest, eq(newest.id, requests.id))
      .orderBy(desc(requests.created_at), desc(requests.id))
      .prepare(`read_request_page_${status}`);
  });

const PAGES = { all: pageOf('all'), paid: pageOf('paid'), done: pageOf('done') };

/**
 * The same of the first page of all: what follows in the index from the owner's newest on, and of that what is the owner's. Of
 * one owner's orders the planner expects a handful, and would rather sort all of them than follow the index.
 */
const firstPage = preparedOnce(db => {
  const { id, promoter_id, created_at } = requests;
  const following = db
    .select({ id, promoter_id })
    .from(requests)
    .where(gte(promoter_id, owner))
    .orderBy(asc(promoter_id), desc(created_at), desc(id))
    // In the text, for the plan: of an unknown number it takes a tenth of all that follows.
    .limit(sql.raw(`${PER_PAGE}`) as unknown as number) // drizzle takes it, its types do not know
    .as('following');
  return select(db)
    .innerJoin(following, and(eq(following.id, id), eq(following.promoter_id, owner)))
    .orderBy(desc(created_at), desc(id))
    .prepare('read_first_requests');
});

export async function readRequestPage(
  db: Db,
  promoterId: number,
  status: RequestStatus,
  slice: { limit: number; offset: number },
) {
  const isFirst = status === 'all' && slice.offset === 0 && slice.limit === PER_PAGE;
  return (isFirst ? firstPage : PAGES[status])(db).execute({ promoterId, ...slice });
}

/** How many orders there are under each filter, and the promoter's percent over them, in kopecks. */
export async function readRequestTotals(on: Queryable, promoterId: number) {
  const under = (status: RequestStatus) => sql`filter (where ${FILTERS[status] ?? sql`true`})`;
  const count = (status: RequestStatus) => sql`count(*) ${under(status)}`.mapWith(Number);
  const percent = (status: RequestStatus) =>
    sql`coalesce(sum(${requests.percent_kop}) ${under(status)}, 0)`.mapWith(Number);
  const [row] = await on
    .select({
      counts: { all: count('all'), paid: count('paid'), done: count('done') },
      percentKop: { all: percent('all'), paid: percent('paid'), done: percent('done') },
    })
    .from(requests)
    .where(eq(requests.promoter_id, promoterId));
  if (!row) throw new Error('an aggregate had no row');
  return row;
}

/** The promoter's own order; code numbers can be guessed, so the owner is part of the question. */
export async function findRequestByCode(on: Queryable, promoterId: number, codeNumber: number) {
  const isOwn = eq(requests.promoter_id, promoterId);
  const [row] = await select(on).where(and(eq(requests.code_number, codeNumber), isOwn));
  return row;
}

/** Anybody's order. Only for who may manage promoters. */
export async function findRequest(on: Queryable, id: number) {
  const [row] = await select(on).where(eq(requests.id, id));
  return row;
}

/** Whose order it is, and who has paid it: '' where nobody has. */
export async function findPeopleOfRequest(on: Queryable, id: number) {
  const payer = alias(users, 'payer');
  const [row] = await on
    .select({ promoter: { id: users.id, name: users.name }, payer: sql<string>`coalesce(${payer.name}, '')` })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.promoter_id))
    .leftJoin(payer, eq(payer.id, requests.paid_by))
    .where(eq(requests.id, id));
  return row;
}

/** The orders of a report, always in the same order: the eye must find a row where it was. */
export async function readRequestsOfReport(on: Queryable, reportId: number) {
  return select(on)
    .where(eq(requests.report_id, reportId))
    .orderBy(asc(requests.created_at), asc(requests.id));
}
