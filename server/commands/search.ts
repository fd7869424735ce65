/** What staff look for by a few letters. Each search is one short statement: by an index, or over the people of a firm. */
import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import { FOUND_MAX } from '#contract/search.ts';
import type { StockModule } from '#contract/warehouse.ts';
import { normaliseEmail } from '#kit/email.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { Queryable } from '../db/database.ts';
import { reports, requests, roles, stockDocs, userRole, users } from '../db/schema.ts';
import type { RoleName } from '../db/seed/base.ts';
import { holds, isMeant, plain } from './plain-text.ts';
import { readCode, readRequestCode } from './request-code.ts';

const PROMOTER: RoleName = 'promoter';

const plainName = plain(sql`${users.name}`);

/** Said of each row: as a list of names it was planned as a loop over all people for each of them. */
function isNamed(query: string): SQL | undefined {
  return isMeant(query, word => holds(plainName, word));
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
  return on
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(userRole, eq(userRole.user_id, users.id))
    .innerJoin(roles, and(eq(roles.id, userRole.role_id), eq(roles.name, PROMOTER)))
    .where(isNamed(query))
    .orderBy(...nearest(query))
    .limit(FOUND_MAX);
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
    .limit(FOUND_MAX);
}

/** The request of that code: there is one at most. */
export async function findRequests(on: Queryable, query: string) {
  const code = readRequestCode(query);
  if (!code) return [];
  return on
    .select({ id: requests.id, fullcode: requests.fullcode, name: users.name })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.promoter_id))
    .where(and(eq(requests.code_number, code.number), code.type && eq(requests.type, code.type)));
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
    .limit(FOUND_MAX);
  return found.flatMap(({ kind: of, ...document }) => {
    const known = kinds.find(each => each === of);
    return known ? [{ ...document, kind: known }] : [];
  });
}

/** A text as a pattern that matches itself alone. */
function literalOf(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
