/** The facts of a decision: rows of the database as the things that policies speak of (`policy-catalogue.ts`). */

import { eq, type SQL, sql } from 'drizzle-orm';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { usedAttributes } from '#domain/policy/evaluation/used-attributes.ts';
import type { Entity, Facts } from '#domain/policy/facts.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { toWallClock, type WallClock } from '#kit/date.ts';
import { toRoubles } from '#kit/money.ts';
import type { Identity } from '../auth/session.ts';
import type { Queryable } from '../db/database.ts';
import { contacts, reports, requests, roles, userRole, users } from '../db/schema.ts';
import type { Named } from './named-things.ts';

/** What policies ask for: source or attribute → what is asked of the thing that stands there. */
export type Asked = ReadonlyMap<string, Asked>;

type Growing = Map<string, Growing>;

/** Everything that any of the policies asks for, once. */
export function askedBy(policies: readonly Policy[], catalogue: Catalogue): Asked {
  const asked: Growing = new Map();
  for (const chain of policies.flatMap(policy => usedAttributes(policy, catalogue))) {
    const [first] = chain;
    if (!first) continue;
    let at = within(asked, first.source);
    for (const { attribute } of chain) at = within(at, attribute);
  }
  return asked;
}

function within(map: Growing, name: string): Growing {
  const known = map.get(name) ?? new Map();
  map.set(name, known);
  return known;
}

/** Where things are read, and the zone of the firm's clocks. */
type Books = { on: Queryable; zone: string };

/** Finds one thing, with its related things as far as they are asked for; undefined where there is none. */
type Finder = (books: Books, where: SQL | undefined, asked: Asked) => Promise<Entity | undefined>;

/** One deployment serves one firm: everybody's is the same one, and it is never missing. */
const FIRM: Entity = { id: 1 };

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
  const [row] = await books.on.select().from(contacts).where(where);
  if (!row) return undefined;
  const { id, first_name, last_name, comment } = row;
  const owner = await userOf(books, row.promoter_id, asked.get('owner'));
  return { id, first_name, last_name, comment, created_at: wallClock(row.created_at, books.zone), owner };
};

const findReport: Finder = async (books, where, asked) => {
  const [row] = await books.on.select().from(reports).where(where);
  if (!row) return undefined;
  return {
    id: row.id,
    number: row.number,
    created_at: wallClock(row.created_at, books.zone),
    closed_at: row.closed_at && wallClock(row.closed_at, books.zone),
    user: await userOf(books, row.promoter_id, asked.get('user')),
  };
};

const findRequest: Finder = async (books, where, asked) => {
  const [row] = await books.on.select().from(requests).where(where);
  if (!row) return undefined;
  return {
    id: row.id,
    code_number: row.code_number,
    type: row.type,
    state: row.state_code,
    tofirm: roubles(row.tofirm_kop),
    percent: roubles(row.percent_kop),
    paid: row.paid_at !== null,
    created_at: wallClock(row.created_at, books.zone),
    promoter: await userOf(books, row.promoter_id, asked.get('promoter')),
    contact: await contactOf(books, row.contact_id, asked.get('contact')),
    report: await reportOf(books, row.report_id, asked.get('report')),
  };
};

/** Source → how a thing of it is found. */
const FINDERS = { user: findUser, contact: findContact, request: findRequest, report: findReport };

/** The related thing: not looked for unless it is asked for, null where there is none. */
function related(find: Finder, idColumn: typeof users.id | typeof contacts.id | typeof reports.id) {
  return async (books: Books, id: number | null, asked: Asked | undefined) => {
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

/** What a decision is about: who calls, what, from where, when, and the thing that they name. */
export type Occasion = {
  caller: Pick<Identity, 'id' | 'name' | 'email' | 'roles'>;
  call: string;
  ip: string;
  time: WallClock;
  named: { thing: Named; value: number } | undefined;
};

/**
 * The facts of a decision: what policies ask for, and nothing else is read. A thing that is not the caller's is not
 * found, exactly like one that never was, so that no policy can tell the two apart.
 */
export async function gatherFacts(books: Books, asked: Asked, occasion: Occasion): Promise<Facts> {
  const { call, ip, time, named, caller } = occasion;
  const ofUser = asked.get('user');
  const ofNamed = named && asked.get(named.thing.source);
  return {
    environment: { time, ip, action: call },
    ...(ofUser && { user: await callerOf(books, occasion, ofUser) }),
    ...(ofNamed && {
      [named.thing.source]: await FINDERS[named.thing.source](
        books,
        named.thing.which(named.value, caller.id),
        ofNamed,
      ),
    }),
  };
}

/** Who calls is known already; only the day they came is not. */
async function callerOf(books: Books, { caller }: Occasion, asked: Asked): Promise<Entity | undefined> {
  if (asked.has('created_at')) return FINDERS.user(books, eq(users.id, caller.id), asked);
  const { id, name, email, roles } = caller;
  return { id, name, email, role: roles.map(role => role.name), firm: FIRM };
}
