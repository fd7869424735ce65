/** The facts of a decision: rows of the database as the things that policies speak of (`policy-catalogue.ts`). */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { usedAttributes } from '#domain/policy/evaluation/used-attributes.ts';
import type { Entity, Facts } from '#domain/policy/facts.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { toWallClock, type WallClock } from '#kit/date.ts';
import { toRoubles } from '#kit/money.ts';
import type { Identity } from '../auth/authenticate.ts';
import type { Queryable } from '../db/database.ts';
import { contacts, reports, requests, roles, userRole, users } from '../db/schema.ts';
import type { CallTarget } from './call-targets.ts';

/** What policies ask for: source or attribute → what is asked of the thing that stands there. */
export type Attributes = Map<string, Attributes>;

/** Everything that any of the policies asks for, once. */
export function collectAttributes(policies: readonly Policy[], catalogue: Catalogue): Attributes {
  const asked: Attributes = new Map();
  for (const chain of policies.flatMap(policy => usedAttributes(policy, catalogue))) {
    const [first] = chain;
    if (!first) continue;
    let at = getOrAdd(asked, first.source);
    for (const { attribute } of chain) at = getOrAdd(at, attribute);
  }
  return asked;
}

function getOrAdd(map: Attributes, name: string): Attributes {
  const known: Attributes = map.get(name) ?? new Map();
  map.set(name, known);
  return known;
}

/** Where things are read, and the zone of the firm's clocks. */
type FactSource = { on: Queryable; zone: string };

/** Finds one thing, with its related things as far as they are asked for; undefined where there is none. */
type Finder = (from: FactSource, where: SQL | undefined, asked: Attributes) => Promise<Entity | undefined>;

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

const findContact: Finder = async (from, where, asked) => {
  const [row] = await from.on.select().from(contacts).where(where);
  if (!row) return undefined;
  const { id, first_name, last_name, comment } = row;
  const owner = await userOf(from, row.promoter_id, asked.get('owner'));
  return { id, first_name, last_name, comment, created_at: wallClock(row.created_at, from.zone), owner };
};

const findReport: Finder = async (from, where, asked) => {
  const [row] = await from.on.select().from(reports).where(where);
  if (!row) return undefined;
  return {
    id: row.id,
    number: row.number,
    created_at: wallClock(row.created_at, from.zone),
    closed_at: row.closed_at && wallClock(row.closed_at, from.zone),
    user: await userOf(from, row.promoter_id, asked.get('user')),
  };
};

const findRequest: Finder = async (from, where, asked) => {
  const [row] = await from.on.select().from(requests).where(where);
  if (!row) return undefined;
  return {
    id: row.id,
    code_number: row.code_number,
    type: row.type,
    state: row.state_code,
    tofirm: roubles(row.tofirm_kop),
    percent: roubles(row.percent_kop),
    paid: row.paid_at !== null,
    created_at: wallClock(row.created_at, from.zone),
    promoter: await userOf(from, row.promoter_id, asked.get('promoter')),
    contact: await contactOf(from, row.contact_id, asked.get('contact')),
    report: await reportOf(from, row.report_id, asked.get('report')),
  };
};

/** Source → how a thing of it is found. */
const FINDERS = { user: findUser, contact: findContact, request: findRequest, report: findReport };

/** The related thing: not looked for unless it is asked for, null where there is none. */
function related(find: Finder, idColumn: typeof users.id | typeof contacts.id | typeof reports.id) {
  return async (from: FactSource, id: number | null, asked: Attributes | undefined) => {
    if (!asked) return undefined;
    if (id === null) return null;
    // Whether there is one is all that is asked: its id says so.
    return asked.size === 0 ? { id } : find(from, eq(idColumn, id), asked);
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
export type CallContext = {
  caller: Pick<Identity, 'id' | 'name' | 'email' | 'roles'>;
  call: string;
  ip: string;
  time: WallClock;
  named: { thing: CallTarget; value: number } | undefined;
};

/**
 * The facts of a decision: what policies ask for, and nothing else is read. A thing that is not the caller's is not
 * found, exactly like one that never was, so that no policy can tell the two apart.
 */
export async function gatherFacts(from: FactSource, asked: Attributes, context: CallContext): Promise<Facts> {
  const { call, ip, time, named, caller } = context;
  const ofUser = asked.get('user');
  const ofNamed = named && asked.get(named.thing.source);
  const findNamed = ({ thing, value }: NonNullable<typeof named>, of: Attributes) =>
    FINDERS[thing.source](from, thing.which(value, caller.id), of);
  return {
    environment: { time, ip, action: call },
    ...(ofUser && { user: await callerOf(from, context, ofUser) }),
    ...(ofNamed && { [named.thing.source]: await findNamed(named, ofNamed) }),
  };
}

/** Who calls is known already; only the day they came is not. */
async function callerOf(from: FactSource, { caller }: CallContext, asked: Attributes) {
  if (asked.has('created_at')) return FINDERS.user(from, eq(users.id, caller.id), asked);
  const { id, name, email, roles } = caller;
  return { id, name, email, role: roles.map(role => role.name), firm: FIRM };
}
