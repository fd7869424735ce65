/** Rows of the database as the things that policies speak of: the attributes of `policy-catalogue.ts`, and no more. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Entity } from '#domain/policy/facts.ts';
import { toWallClock } from '#kit/date.ts';
import { toRoubles } from '#kit/money.ts';
import type { Queryable } from '../db/database.ts';
import { contacts, reports, requests, roles, userRole, users } from '../db/schema.ts';
import type { Asked } from './asked.ts';

/** Where things are read, and the zone of the firm's clocks. */
export type Books = { on: Queryable; zone: string };

/** Finds one thing, with its related things as far as they are asked for; undefined where there is none. */
type Finder = (books: Books, where: SQL | undefined, asked: Asked) => Promise<Entity | undefined>;

/** One deployment serves one firm: everybody's is the same one, and it is never missing. */
export const FIRM: Entity = { id: 1 };

const findUser: Finder = async ({ on, zone }, where) => {
  const held = on
    .select({ names: sql`json_agg(${roles.name} order by ${roles.id})` })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(eq(userRole.user_id, users.id));
  const [row] = await on
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      created_at: users.created_at,
      role: sql<string[] | null>`(${held})`,
    })
    .from(users)
    .where(where);
  return row && { ...row, role: row.role ?? [], created_at: wallClock(row.created_at, zone), firm: FIRM };
};

const findContact: Finder = async (books, where, asked) => {
  const [row] = await books.on
    .select({
      id: contacts.id,
      first_name: contacts.first_name,
      last_name: contacts.last_name,
      comment: contacts.comment,
      created_at: contacts.created_at,
      ownerId: contacts.promoter_id,
    })
    .from(contacts)
    .where(where);
  if (!row) return undefined;
  const { ownerId, ...own } = row;
  return {
    ...own,
    created_at: wallClock(row.created_at, books.zone),
    owner: await userOf(books, ownerId, asked.get('owner')),
  };
};

const findReport: Finder = async (books, where, asked) => {
  const [row] = await books.on
    .select({
      id: reports.id,
      number: reports.number,
      created_at: reports.created_at,
      closed_at: reports.closed_at,
      userId: reports.promoter_id,
    })
    .from(reports)
    .where(where);
  if (!row) return undefined;
  const { userId, ...own } = row;
  return {
    ...own,
    created_at: wallClock(row.created_at, books.zone),
    closed_at: row.closed_at && wallClock(row.closed_at, books.zone),
    user: await userOf(books, userId, asked.get('user')),
  };
};

const findRequest: Finder = async (books, where, asked) => {
  const [row] = await books.on
    .select({
      id: requests.id,
      code_number: requests.code_number,
      type: requests.type,
      state: requests.state_code,
      tofirm_kop: requests.tofirm_kop,
      percent_kop: requests.percent_kop,
      paid_at: requests.paid_at,
      created_at: requests.created_at,
      promoterId: requests.promoter_id,
      contactId: requests.contact_id,
      reportId: requests.report_id,
    })
    .from(requests)
    .where(where);
  if (!row) return undefined;
  const { id, code_number, type, state } = row;
  return {
    id,
    code_number,
    type,
    state,
    tofirm: roubles(row.tofirm_kop),
    percent: roubles(row.percent_kop),
    paid: row.paid_at !== null,
    created_at: wallClock(row.created_at, books.zone),
    promoter: await userOf(books, row.promoterId, asked.get('promoter')),
    contact: await contactOf(books, row.contactId, asked.get('contact')),
    report: await reportOf(books, row.reportId, asked.get('report')),
  };
};

/** Source → how a thing of it is found. */
export const FINDERS = { user: findUser, contact: findContact, request: findRequest, report: findReport };

type Related = (
  books: Books,
  id: number | null,
  asked: Asked | undefined,
) => Promise<Entity | null | undefined>;

/** The related thing: not looked for unless it is asked for, null where there is none. */
function related(find: Finder, idColumn: typeof users.id | typeof contacts.id | typeof reports.id): Related {
  return async (books, id, asked) => {
    if (!asked) return undefined;
    if (id === null) return null;
    // Whether there is one is all that is asked: its id says so.
    return asked.size === 0 ? { id } : find(books, eq(idColumn, id), asked);
  };
}

const userOf = related(findUser, users.id);
const contactOf = related(findContact, contacts.id);
const reportOf = related(findReport, reports.id);

function wallClock(date: Date, zone: string): string {
  return toWallClock(date.getTime(), zone);
}

function roubles(kopecks: number | null): number | null {
  return kopecks === null ? null : toRoubles(kopecks);
}
