/** Engine, data and the real server, ready to be asked; and the count at the end. */
import { mkdirSync } from 'node:fs';
import { eq, gt, max } from 'drizzle-orm';
import * as v from 'valibot';
import { hashPassword } from '#server/auth/passwords.ts';
import { addUpSums } from '#server/commands/add-up-sums.ts';
import type { Db } from '#server/db/database.ts';
import { contacts, requests, users } from '#server/db/schema.ts';
import { fillLoad } from '#tests/support/load/load-firm.ts';
import { LARGE_FIRM, type ModerationPlan, seedModeration } from '#tests/support/seed-moderation.ts';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { seedAccounts } from './accounts.ts';
import type { Engine } from './engines.ts';
import type { Context } from './parts.ts';
import { openLedger } from './send-load.ts';
import { type ServerUnderLoad, startUnderLoad } from './server-under-load.ts';

export const FOLDER = '.bench';

const PEOPLE = 2_000;

export type Setup = {
  server: ServerUnderLoad;
  context: Context;
  /** Stops the server, settles what was never answered before, and counts what is in the tables. */
  close: () => Promise<Counted>;
};

/** Keys that were accepted against rows that came of it: they must be the same. */
export type Counted = { orders: Pair; contacts: Pair; exit: number | null; errors: string[] };
export type Pair = { accepted: number; rows: number; refused: number };

/**
 * Makes the data, once: the server the demo firm at its first start, `200k` a firm of 500 promoters beside it, `load` the
 * largest one. Returns how long it took.
 */
export async function fill(engine: Engine, size: string): Promise<{ seconds: number }> {
  mkdirSync(FOLDER, { recursive: true });
  const began = Date.now();
  const server = await startUnderLoad(
    { ...engine.environment, DEMO_SIZE: size === '10k' ? size : 'demo' },
    logOf(engine),
  );
  await server.stop();
  const hash = await hashPassword(DEMO_PASSWORD);
  if (size === '200k') await engine.withData(db => fillOnce(db, { ...LARGE_FIRM, passwordHash: hash }));
  if (size === 'load') {
    const kind = engine.name === 'embedded' ? 'pglite' : 'postgres';
    await engine.withData(db =>
      fillLoad({ db, engine: kind }, hash, ({ step, of, what }) => console.log(`${step}/${of} ${what}`)),
    );
  }
  // As the daily work of a server that has lived for a while.
  await engine.withData(db => addUpSums(db, Date.now()));
  const seconds = (Date.now() - began) / 1000;
  // As the autovacuum of a database that has lived for a while: nothing measured may depend on when it comes.
  await engine.vacuum();
  return { seconds };
}

/** In one transaction, so that whoever is there has all that belongs to them. */
async function fillOnce(db: Db, plan: ModerationPlan): Promise<void> {
  const [first] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'p1@firm.example'));
  if (!first) await seedModeration(db, plan);
}

export async function openSetup(engine: Engine, environment: Record<string, string> = {}): Promise<Setup> {
  const { accounts, before } = await engine.withData(async db => ({
    accounts: await seedAccounts(db, PEOPLE),
    before: await newest(db),
  }));
  const server = await startUnderLoad(
    { ...engine.environment, ...environment },
    logOf(engine),
    engine.processes,
  );
  const { origin } = server;
  const client = await clientOf(origin);
  const context: Context = { origin, accounts, client, orders: openLedger(), contacts: openLedger() };
  return {
    server,
    context,
    async close() {
      await context.orders.settle(origin);
      await context.contacts.settle(origin);
      const exit = await server.stop();
      const rows = await engine.withData(db => countSince(db, before));
      const pair = ({ accepted, refused }: Context['orders'], made: number) => ({
        accepted: accepted(),
        rows: made,
        refused: refused(),
      });
      return {
        orders: pair(context.orders, rows.requests),
        contacts: pair(context.contacts, rows.contacts),
        exit,
        errors: server.errors(),
      };
    },
  };
}

const logOf = ({ name }: Engine) => `${FOLDER}/server-${name}`;

async function clientOf(origin: string): Promise<Context['client']> {
  const answer = await fetch(`${origin}/application/config.json`);
  const Config = v.object({ clientId: v.string(), clientSecret: v.string() });
  const { clientId, clientSecret } = v.parse(Config, await answer.json());
  return { client_id: clientId, client_secret: clientSecret };
}

type Newest = { requests: number; contacts: number };

async function newest(db: Db): Promise<Newest> {
  const [request] = await db.select({ id: max(requests.id) }).from(requests);
  const [contact] = await db.select({ id: max(contacts.id) }).from(contacts);
  return { requests: request?.id ?? 0, contacts: contact?.id ?? 0 };
}

async function countSince(db: Db, before: Newest): Promise<Newest> {
  return {
    requests: await db.$count(requests, gt(requests.id, before.requests)),
    contacts: await db.$count(contacts, gt(contacts.id, before.contacts)),
  };
}

/** How much there is in the firm. */
export async function sizeOfFirm(db: Db): Promise<Record<'users' | 'contacts' | 'requests', number>> {
  return {
    users: await db.$count(users),
    contacts: await db.$count(contacts),
    requests: await db.$count(requests),
  };
}
