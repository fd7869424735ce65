/** What staff look for by a few letters. Each search is one short statement: by an index, or over the people of a firm. */
import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import { FOUND_LIMIT } from '#contract/search.ts';
import type { StockModule } from '#contract/warehouse.ts';
import { normaliseEmail } from '#kit/email.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { Queryable } from '../db/database.ts';
import { reports, requestStates, requests, roles, stockDocs, userRole, users } from '../db/schema.ts';
import type { RoleName } from '../db/seed/base.ts';
import { idsOfBoth, idsOfNamed, idsOfPhone, phoneDigitsIn } from './find-clients.ts';
import { isAmong } from './is-among.ts';
import { holds, isMeant, plain } from './plain-text.ts';
import { readCode, readRequestCode } from './request-code.ts';

const PROMOTER: RoleName = 'promoter';

const plainName = plain(sql`${users.name}`);

/**
 * A condition on each row: PostgreSQL planned a list of ids as a nested loop over all users. The stored text, which has the e-mail
 * too, is compared first, so that few names are converted.
 */
function isNamed(query: string): SQL | undefined {
  const stored = sql`${users.search_text}`;
  return isMeant(query, word => sql`${holds(stored, word)} and ${holds(plainName, word)}`);
}

/** Those first whose name begins with what is looked for. */
function nearest(query: string): SQL[] {
  const start = normaliseText(query);
  return [
    desc(sql`starts_with(${plainName}, ${start}::text)`),
    asc(sql`${plainName} collate "C"`),
    asc(users.id),
  ];
}

/** Whoever has the role `promoter`, blocked ones too: what they earned is still to be paid. */
export async function findPromoters(on: Queryable, query: string) {
  const promoters = on
    .select({ id: userRole.user_id })
    .from(userRole)
    .innerJoin(roles, and(eq(roles.id, userRole.role_id), eq(roles.name, PROMOTER)));
  return on
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(isNamed(query), isAmong(sql`${users.id}`, sql`${promoters}`)))
    .orderBy(...nearest(query))
    .limit(FOUND_LIMIT);
}

/** Whoever can sign in, as users are listed. */
export async function findUsers(on: Queryable, query: string) {
  const { id, name, email } = users;
  const byEmail = like(email, `${literalOf(normaliseEmail(query))}%`);
  return on
    .select({ id, name, email })
    .from(users)
    .where(and(eq(users.status, 'active'), or(isNamed(query), byEmail)))
    .orderBy(...nearest(query))
    .limit(FOUND_LIMIT);
}

/** How many requests are read, so that enough are left where policies hide some. */
const CANDIDATES = 5 * FOUND_LIMIT;

/** The request of that code before those of a client with such a phone, such a name, or both where both are given. */
export async function findRequests(on: Queryable, query: string) {
  const ids = [
    ...(await idsOfCode(on, query)),
    ...(await idsOfPhone(on, query, CANDIDATES)),
    ...(await idsOfNamed(on, query, CANDIDATES)),
    ...(await idsOfBoth(on, query, CANDIDATES)),
  ];
  const found = await readFound(on, ids);
  return [...new Set(ids)].flatMap(id => found.get(id) ?? []).map(row => withPhone(row, query));
}

async function idsOfCode(on: Queryable, query: string): Promise<number[]> {
  const code = readRequestCode(query);
  if (!code) return [];
  const rows = await on
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.code_number, code.number), code.type && eq(requests.type, code.type)));
  return rows.map(({ id }) => id);
}

/** Subqueries by primary key: with joins PostgreSQL can read all users for a few requests. */
async function readFound(on: Queryable, ids: readonly number[]) {
  const { id, fullcode, client_fio: client, phones, street, house, created_at: date } = requests;
  const owner = on.select({ name: users.name }).from(users).where(eq(users.id, requests.promoter_id));
  const state = on
    .select({ name: requestStates.name })
    .from(requestStates)
    .where(eq(requestStates.code, requests.state_code));
  const rows = await on
    .select({
      ...{ id, fullcode, client, phones, street, house, date },
      ...{ name: sql<string>`(${owner})`, state: sql<string>`(${state})` },
    })
    .from(requests)
    .where(inArray(id, [...ids]));
  return new Map(rows.map(row => [row.id, row]));
}

/** Of several phones the one that was looked for. */
function withPhone<Row extends { phones: string[] }>({ phones, ...row }: Row, query: string) {
  const digits = phoneDigitsIn(query);
  const meant = digits && phones.find(phone => phone.endsWith(digits));
  return { ...row, phone: meant || (phones[0] ?? '') };
}

/** «54», «№54», «№ 54»: as screens and statements name a report. */
const REPORT_NUMBER = /^№?\s*(\d{1,15})$/;

/** The report of that number: there is one at most. */
export async function findReports(on: Queryable, query: string) {
  const number = Number(REPORT_NUMBER.exec(readCode(query))?.[1] ?? 0);
  if (number === 0) return [];
  return on
    .select({ id: reports.id, name: users.name })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.promoter_id))
    .where(eq(reports.id, number));
}

/** The documents of these kinds whose code begins so, small and capital letters alike; the last ones first. */
export async function findDocuments(on: Queryable, kinds: readonly StockModule[], query: string) {
  const { id, kind, transfer_code } = stockDocs;
  const start = readCode(query);
  const spellings = [start, start.toLowerCase(), start.toUpperCase()].map(each => `${literalOf(each)}%`);
  const found = await on
    .select({ id, kind, transfer_code })
    .from(stockDocs)
    .where(and(inArray(kind, [...kinds]), or(...spellings.map(each => like(transfer_code, each)))))
    .orderBy(desc(id))
    .limit(FOUND_LIMIT);
  return found.flatMap(({ kind: of, ...document }) => {
    const known = kinds.find(each => each === of);
    return known ? [{ ...document, kind: known }] : [];
  });
}

/** A text as a pattern that matches itself alone. */
function literalOf(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
