/** Opens the firm's data, brings it up to date and fills it on the first start. */
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { registerOwnClients } from '../auth/clients.ts';
import { PUBLISHED_PASSWORD } from '../auth/demo-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import { purgeIdempotencyKeys } from '../commands/idempotency.ts';
import { keptSecret } from '../db/client-secret.ts';
import type { Db, OpenDatabase } from '../db/database.ts';
import { DISK_FULL, errorKind, problemOf, sqlState } from '../db/database-problem.ts';
import type { Log } from '../db/deps.ts';
import { type Engine, openEngine } from '../db/engine/engine.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/open.ts';
import { purgeSessions } from '../db/purge.ts';
import { seedBase } from '../db/seed/base.ts';
import { hasDemoAccounts, isUnused, seedDemo } from '../db/seed/demo.ts';
import { transact } from '../db/transaction.ts';
import { type Environment, isLoopback } from './environment.ts';

/** Whether demo accounts exist: made now, there before, not made although nobody else is there, or none among the users. */
export type Demo = 'made' | 'present' | 'refused' | 'none';

/** `engine`: the server's own, where DATABASE_URL names no other one. */
export type OpenData = OpenDatabase & { engine?: Engine };

export type Firm = OpenData & { clientSecret: string; demo: Demo };

export async function openFirm(env: Environment, log: Log): Promise<Firm> {
  const opened = await openData(env, log);
  try {
    return { ...opened, ...(await retryWhileAway(opened, log, () => prepare(opened.db, env))) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Every step may be repeated. */
async function prepare(db: Db, env: Environment): Promise<{ clientSecret: string; demo: Demo }> {
  await migrate(db);
  const now = Date.now();
  await transact(db, tx => seedBase(tx, new Date(now)));
  const demo = await fillOnce(db, env);
  const clientSecret = env.clientSecret ?? (await keptSecret(db, now));
  await registerOwnClients(db, '2', clientSecret, now);
  return { clientSecret, demo };
}

const SLOW_MAX_MS = 2 * MINUTE_MS;

/** Our own PostgreSQL is slow after a recovery on a busy machine, and restarted after a crash. The start waits for it. */
async function retryWhileAway<Value>(
  { engine }: OpenData,
  log: Log,
  work: () => Promise<Value>,
): Promise<Value> {
  for (const deadline = Date.now() + SLOW_MAX_MS; ; await pause(SECOND_MS)) {
    try {
      return await work();
    } catch (error) {
      const problem = problemOf(error);
      const mayComeBack = engine && (problem === 'unavailable' || problem === 'unknown');
      if (!mayComeBack || isFull(error) || Date.now() > deadline) throw error;
      log({ level: 'error', event: 'start.waits', ...errorKind(error) });
    }
  }
}

/** A full disk does not become empty by itself. */
const isFull = (error: unknown) => sqlState(error) === DISK_FULL;

/** Where the firm's data is: in the PostgreSQL that DATABASE_URL names, or in one of our own in the folder. */
export async function openData(
  { databaseUrl, databasePool: size, dataDir }: Environment,
  log: Log,
): Promise<OpenData> {
  const reportLost = ({ name }: Error) => log({ level: 'error', event: 'database.connection_lost', name });
  if (databaseUrl) return openPostgres(databaseUrl, reportLost, { size });
  const engine = await openEngine(dataDir, { log });
  const opened = openPostgres(engine.url, reportLost, { size });
  const close = () => opened.close().finally(() => engine.close());
  return { ...opened, close, engine };
}

/** Known passwords may exist only where nobody else can reach them, unless somebody chose the password. */
async function fillOnce(db: Db, env: Environment): Promise<Demo> {
  if (!(await isUnused(db))) return (await hasDemoAccounts(db)) ? 'present' : 'none';
  const harmless = isLoopback(env.host) && !env.databaseUrl;
  if (!harmless && !env.demoPassword) return 'refused';
  await seedDemo(db, await hashPassword(env.demoPassword ?? PUBLISHED_PASSWORD), env.demoSize, new Date());
  return 'made';
}

/** Forgets what is too old to matter. Resolves to how many rows of each kind that were. */
export async function purge(db: Db, now = Date.now()) {
  const idempotencyKeys = await purgeIdempotencyKeys(db, now);
  return { idempotencyKeys, ...(await purgeSessions(db, now)) };
}
