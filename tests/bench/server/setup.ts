/** Engine, data and the real server, ready to be asked; and the count at the end. */
import { mkdirSync } from 'node:fs';
import { eq, gt, isNotNull, max } from 'drizzle-orm';
import * as v from 'valibot';
import { hashPassword } from '#server/auth/passwords.ts';
import { addUpSums } from '#server/commands/add-up-sums.ts';
import type { Db } from '#server/db/database.ts';
import { auditLog, contacts, idempotencyKeys, requests, users } from '#server/db/schema.ts';
import { fillLoad } from '#tests/support/load/load-firm.ts';
import { LARGE_FIRM, type ModerationPlan, seedModeration } from '#tests/support/seed-moderation.ts';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { type Accounts, seedAccounts } from './accounts.ts';
import type { Engine } from './engine.ts';
import type { Context } from './parts.ts';
import { type Ledger, openLedger } from './send-load.ts';
import { type ServerUnderLoad, startUnderLoad } from './server-under-load.ts';

export const FOLDER = '.bench';

/** How the names of the servers' logs begin. */
export const LOG = `${FOLDER}/server`;

const PEOPLE = 2_000;

export type Setup = {
  server: ServerUnderLoad;
  context: Context;
  /** Stops the server, settles what was never answered before, and counts what is in the tables. */
  close: () => Promise<Counted>;
};

/** Keys that were accepted against rows that came of it: they must be the same. So must kept answers and lines of the audit. */
export type Counted = {
  orders: Pair;
  contacts: Pair;
  keys: number;
  audited: number;
  exit: number | null;
  errors: string[];
};
export type Pair = { accepted: number; rows: number; refused: number };

/**
 * Makes the data, once: the server the demo firm at its first start, `200k` a firm of 500 promoters beside it, `load` the
 * largest one. Returns how long it took.
 */
export async function fill(engine: Engine, size: string): Promise<{ seconds: number }> {
  mkdirSync(FOLDER, { recursive: true });
  const began = Date.now();
  const server = await startUnderLoad({
    environment: { ...engine.environment, DEMO_SIZE: size === '10k' ? size : 'demo' },
    log: LOG,
  });
  await server.stop();
  const hash = await hashPassword(DEMO_PASSWORD);
  if (size === '200k') await engine.withData(db => fillOnce(db, { ...LARGE_FIRM, passwordHash: hash }));
  if (size === 'load') {
    await engine.withData(db =>
      fillLoad(db, hash, ({ step, of, what }) => console.log(`${step}/${of} ${what}`)),
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
  return serve(engine, await seed(engine), environment);
}

/** Those who ask, and what there was before they did. */
type Seeded = { accounts: Accounts; before: Newest };

async function seed(engine: Engine): Promise<Seeded> {
  return engine.withData(async db => ({
    accounts: await seedAccounts(db, PEOPLE),
    before: await newest(db),
  }));
}

async function serve(
  engine: Engine,
  { accounts, before }: Seeded,
  environment: Record<string, string>,
): Promise<Setup> {
  const server = await startUnderLoad({
    environment: { ...engine.environment, ...environment },
    log: LOG,
    processes: engine.processes,
  });
  const { origin } = server;
  const client = await clientOf(origin);
  const context: Context = { origin, accounts, client, ...emptyLedgers() };
  const close = async () => {
    const exit = await settleAndStop({ server, context });
    return { ...(await count(engine, before, [{ server, context }])), exit };
  };
  return { server, context, close };
}

/** The server, and beside it the floor over the same data. */
export async function openBesideFloor(engine: Engine): Promise<{
  product: Omit<Setup, 'close'>;
  floor: Omit<Setup, 'close'>;
  close: () => Promise<Counted>;
}> {
  const seeded = await seed(engine);
  const product = await serve(engine, seeded, {});
  const server = await startUnderLoad({
    environment: { DATABASE_URL: engine.url },
    log: `${FOLDER}/floor`,
    processes: engine.processes,
    entry: 'tests/bench/server/floor/main.ts',
  });
  const context: Context = { ...product.context, ...emptyLedgers(), origin: server.origin };
  const floor = { server, context };
  return {
    product,
    floor,
    async close() {
      const exits = [await settleAndStop(product), await settleAndStop(floor)];
      const exit = exits.find(each => each !== 0) ?? 0;
      return { ...(await count(engine, seeded.before, [product, floor])), exit };
    },
  };
}

type Serving = Pick<Setup, 'server' | 'context'>;

async function settleAndStop({ server, context }: Serving): Promise<number | null> {
  await context.orders.settle(context.origin);
  await context.contacts.settle(context.origin);
  return server.stop();
}

/** What came of all that these accepted. */
async function count(engine: Engine, before: Newest, serving: readonly Serving[]): Promise<Counted> {
  const rows = await engine.withData(db => countSince(db, before));
  const pair = (ledgers: readonly Ledger[], made: number) => ({
    accepted: sum(ledgers.map(({ accepted }) => accepted())),
    rows: made,
    refused: sum(ledgers.map(({ refused }) => refused())),
  });
  return {
    orders: pair(
      serving.map(({ context }) => context.orders),
      rows.requests,
    ),
    contacts: pair(
      serving.map(({ context }) => context.contacts),
      rows.contacts,
    ),
    keys: rows.keys,
    audited: rows.audited,
    exit: 0,
    errors: serving.flatMap(({ server }) => server.errors()),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const emptyLedgers = () => ({ orders: openLedger(), contacts: openLedger() });

export async function clientOf(origin: string): Promise<Context['client']> {
  const answer = await fetch(`${origin}/application/config.json`);
  const Config = v.object({ clientId: v.string(), clientSecret: v.string() });
  const { clientId, clientSecret } = v.parse(Config, await answer.json());
  return { client_id: clientId, client_secret: clientSecret };
}

type Newest = { requests: number; contacts: number; keys: number; audited: number };

async function newest(db: Db): Promise<Newest> {
  const [request] = await db.select({ id: max(requests.id) }).from(requests);
  const [contact] = await db.select({ id: max(contacts.id) }).from(contacts);
  return { requests: request?.id ?? 0, contacts: contact?.id ?? 0, ...(await countWritten(db)) };
}

async function countWritten(db: Db): Promise<Pick<Newest, 'keys' | 'audited'>> {
  return {
    keys: await db.$count(idempotencyKeys, isNotNull(idempotencyKeys.body)),
    audited: await db.$count(auditLog, eq(auditLog.action, 'create')),
  };
}

async function countSince(db: Db, before: Newest): Promise<Newest> {
  const { keys, audited } = await countWritten(db);
  return {
    requests: await db.$count(requests, gt(requests.id, before.requests)),
    contacts: await db.$count(contacts, gt(contacts.id, before.contacts)),
    keys: keys - before.keys,
    audited: audited - before.audited,
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
