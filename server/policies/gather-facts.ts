import { eq } from 'drizzle-orm';
import type { Entity, Facts } from '#domain/policy/facts.ts';
import type { WallClock } from '#kit/date.ts';
import type { Identity } from '../auth/session.ts';
import { users } from '../db/schema.ts';
import type { Asked } from './asked.ts';
import { type Books, FINDERS, FIRM } from './entities.ts';
import type { Named } from './named-things.ts';

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
  const { call, ip, time, named } = occasion;
  const askedOfUser = asked.get('user');
  const askedOfNamed = named && asked.get(named.thing.source);
  return {
    environment: { time, ip, action: call },
    ...(askedOfUser && { user: await callerOf(books, occasion, askedOfUser) }),
    ...(askedOfNamed && { [named.thing.source]: await findNamed(books, occasion, askedOfNamed) }),
  };
}

/** Who calls is known already; only the day they came is not. */
async function callerOf(books: Books, { caller }: Occasion, asked: Asked): Promise<Entity | undefined> {
  if (asked.has('created_at')) return FINDERS.user(books, eq(users.id, caller.id), asked);
  const { id, name, email, roles } = caller;
  return { id, name, email, role: roles.map(role => role.name), firm: FIRM };
}

async function findNamed(books: Books, occasion: Occasion, asked: Asked): Promise<Entity | undefined> {
  const { named, caller } = occasion;
  return named && FINDERS[named.thing.source](books, named.thing.which(named.value, caller.id), asked);
}
