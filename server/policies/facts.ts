/** The facts of a decision: rows of the database as the things that policies speak of (`policy-catalogue.ts`). */
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm';
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

/** Finds things by their ids, with their related things as far as they are asked for: one statement for each kind. */
type Finder = (
  from: FactSource,
  where: SQL | undefined,
  asked: Attributes,
) => Promise<ReadonlyMap<number, Entity>>;

/** One deployment serves one firm: everybody's is the same one, and it is never missing. */
const FIRM: Entity = { id: 1 };

function byId(entities: readonly (Entity & { id: number })[]): ReadonlyMap<number, Entity> {
  return new Map(entities.map(entity => [entity.id, entity]));
}

const findUsers: Finder = async ({ on, zone }, where) => {
  const held = on
    .select({ names: sql`json_agg(${roles.name} order by ${roles.id})` })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(eq(userRole.user_id, users.id));
  const rows = await on
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      created_at: users.created_at,
      role: sql<string[] | null>`(${held})`,
    })
    .from(users)
    .where(where);
  return byId(
    rows.map(row => ({
      ...row,
      role: row.role ?? [],
      created_at: wallClock(row.created_at, zone),
      firm: FIRM,
    })),
  );
};

const findContacts: Finder = async (from, where, asked) => {
  const rows = await from.on.select().from(contacts).where(where);
  const promoters = rows.map(row => row.promoter_id);
  const ownerOf = await usersOf(from, promoters, asked.get('owner'));
  return byId(
    rows.map(({ id, first_name, last_name, comment, created_at, promoter_id }) => ({
      ...{ id, first_name, last_name, comment },
      created_at: wallClock(created_at, from.zone),
      owner: ownerOf(promoter_id),
    })),
  );
};

const findReports: Finder = async (from, where, asked) => {
  const rows = await from.on.select().from(reports).where(where);
  const promoters = rows.map(row => row.promoter_id);
  const userOf = await usersOf(from, promoters, asked.get('user'));
  return byId(
    rows.map(row => ({
      id: row.id,
      number: row.number,
      created_at: wallClock(row.created_at, from.zone),
      closed_at: row.closed_at && wallClock(row.closed_at, from.zone),
      user: userOf(row.promoter_id),
    })),
  );
};

const findRequests: Finder = async (from, where, asked) => {
  const rows = await from.on.select().from(requests).where(where);
  const idsOf = (column: 'promoter_id' | 'contact_id' | 'report_id') => rows.map(row => row[column]);
  const promoterOf = await usersOf(from, idsOf('promoter_id'), asked.get('promoter'));
  const contactOf = await contactsOf(from, idsOf('contact_id'), asked.get('contact'));
  const reportOf = await reportsOf(from, idsOf('report_id'), asked.get('report'));
  return byId(
    rows.map(row => ({
      id: row.id,
      code_number: row.code_number,
      type: row.type,
      state: row.state_code,
      tofirm: roubles(row.tofirm_kop),
      percent: roubles(row.percent_kop),
      paid: row.paid_at !== null,
      created_at: wallClock(row.created_at, from.zone),
      promoter: promoterOf(row.promoter_id),
      contact: contactOf(row.contact_id),
      report: reportOf(row.report_id),
    })),
  );
};

/** Source → how things of it are found. */
const FINDERS = { user: findUsers, contact: findContacts, request: findRequests, report: findReports };

/** The related things of many: not looked for unless they are asked for, null where there is none. */
function related(find: Finder, idColumn: typeof users.id | typeof contacts.id | typeof reports.id) {
  return async (from: FactSource, ids: readonly (number | null)[], asked: Attributes | undefined) => {
    if (!asked) return () => undefined;
    const known = [...new Set(ids.filter(id => id !== null))];
    // Whether there is one is all that is asked: its id says so.
    const isLookedFor = asked.size > 0 && known.length > 0;
    const found = isLookedFor ? await find(from, inArray(idColumn, known), asked) : undefined;
    return (id: number | null) => {
      if (id === null) return null;
      return asked.size === 0 ? { id } : found?.get(id);
    };
  };
}

const usersOf = related(findUsers, users.id);
const contactsOf = related(findContacts, contacts.id);
const reportsOf = related(findReports, reports.id);

function wallClock(date: Date, zone: string): string {
  return toWallClock(date.getTime(), zone);
}

function roubles(kopecks: number | null): number | null {
  return kopecks === null ? null : toRoubles(kopecks);
}

/** What a decision is about: who calls, what, from where, and when. */
type Occasion = {
  caller: Pick<Identity, 'id' | 'name' | 'email' | 'roles'>;
  call: string;
  ip: string;
  time: WallClock;
};

/** The same with the thing that they name. */
export type CallContext = Occasion & { named: { thing: CallTarget; value: number } | undefined };

/** The same with many things of the firm, by their ids. */
export type ManyContext = Occasion & { named: { thing: CallTarget; ids: readonly number[] } };

/**
 * The facts of a decision: what policies ask for, and nothing else is read. A thing that is not the caller's is not
 * found, exactly like one that never was, so that no policy can tell the two apart.
 */
export async function gatherFacts(from: FactSource, asked: Attributes, context: CallContext): Promise<Facts> {
  const { named, caller } = context;
  const facts = await gatherOccasion(from, asked, context);
  const ofNamed = named && asked.get(named.thing.source);
  if (!ofNamed) return facts;
  const { source, which } = named.thing;
  const [found] = (await FINDERS[source](from, which(named.value, caller.id), ofNamed)).values();
  return { ...facts, [source]: found };
}

/** The facts of one decision for each of these things, in as many statements as for one. */
export async function gatherFactsOfEach(
  from: FactSource,
  asked: Attributes,
  { named: { thing, ids }, ...occasion }: ManyContext,
): Promise<Facts[]> {
  const facts = await gatherOccasion(from, asked, occasion);
  const { source, which } = thing;
  const ofNamed = asked.get(source);
  if (!ofNamed || ids.length === 0) return ids.map(() => facts);
  const any = or(...ids.map(id => which(id, occasion.caller.id)));
  const found = await FINDERS[source](from, any, ofNamed);
  return ids.map(id => ({ ...facts, [source]: found.get(id) }));
}

async function gatherOccasion(from: FactSource, asked: Attributes, occasion: Occasion): Promise<Facts> {
  const { call, ip, time } = occasion;
  const ofUser = asked.get('user');
  return {
    environment: { time, ip, action: call },
    ...(ofUser && { user: await callerOf(from, occasion, ofUser) }),
  };
}

/** Who calls is known already; only the day they came is not. */
async function callerOf(from: FactSource, { caller }: Occasion, asked: Attributes) {
  if (asked.has('created_at')) {
    return (await FINDERS.user(from, eq(users.id, caller.id), asked)).get(caller.id);
  }
  const { id, name, email, roles } = caller;
  return { id, name, email, role: roles.map(role => role.name), firm: FIRM };
}
