/** Opens the firm's data, brings it up to date and fills it on the first start. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { registerOwnClients } from '../auth/clients.ts';
import { PUBLISHED_PASSWORD } from '../auth/demo-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import { purgeIdempotencyKeys } from '../commands/idempotency.ts';
import { secretInDatabase, secretInFolder } from '../db/client-secret.ts';
import type { Db, OpenDatabase } from '../db/database.ts';
import type { Log } from '../db/deps.ts';
import { takeReserve } from '../db/disk-reserve.ts';
import { type LockOptions, lockFolder } from '../db/lock.ts';
import { migrate } from '../db/migrate.ts';
import { type FolderOptions, openEmbedded, openPostgres } from '../db/open.ts';
import { purgeSessions } from '../db/purge.ts';
import { seedBase } from '../db/seed/base.ts';
import { hasDemoAccounts, isUnused, seedDemo } from '../db/seed/demo.ts';
import { transact } from '../db/transaction.ts';
import type { Watchdog } from '../db/watchdog.ts';
import { type Environment, isLoopback } from './environment.ts';

/** Whether demo accounts exist: made now, there before, not made although nobody else is there, or none among the users. */
export type Demo = 'made' | 'present' | 'refused' | 'none';

/** `watchdog`: of this process, where the engine works in it. It does not watch yet. */
type OpenData = OpenDatabase & { watchdog?: Watchdog };

export type Firm = OpenData & { clientSecret: string; demo: Demo };

export async function openFirm(env: Environment, log: Log): Promise<Firm> {
  const opened = await openData(env, log);
  try {
    await migrate(opened.db);
    const now = Date.now();
    await transact(opened.db, tx => seedBase(tx, new Date(now)));
    const demo = await fillOnce(opened.db, env);
    const clientSecret = await secretOf(opened.db, env);
    await registerOwnClients(opened.db, '2', clientSecret, now);
    return { ...opened, clientSecret, demo };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Where the firm's data is: in PostgreSQL, or in the folder, which is locked until it is closed. */
export async function openData(env: Environment, log: Log): Promise<OpenData> {
  const { databaseUrl, databasePool: size } = env;
  return databaseUrl ? openPostgres(databaseUrl, reportTo(log), { size }) : openLocked(env, log);
}

function reportTo(log: Log) {
  return (error: Error) => log({ level: 'error', event: 'database.connection_lost', name: error.name });
}

async function openLocked({ dataDir }: Environment, log: Log): Promise<OpenData> {
  const onWait: LockOptions['onWait'] = owner => log({ level: 'info', event: 'lock.watched', ...owner });
  const { watchdog, release } = await lockFolder(dataDir, { onWait });
  try {
    const reserve = takeReserve(dataDir, log);
    const opened = await openWhole(`${dataDir}/db`, { reserve, mayWrite: watchdog.mayWrite });
    const close = async () => {
      await opened.close();
      await release();
    };
    return { ...opened, close, watchdog };
  } catch (error) {
    await release();
    throw error;
  }
}

/** A first start that is killed midway must not leave half an engine: it is made aside and moved when whole. */
async function openWhole(folder: string, keeping: FolderOptions): Promise<OpenDatabase> {
  if (existsSync(folder)) return openEmbedded(folder, keeping);
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  await (await openEmbedded(making, keeping)).close();
  renameSync(making, folder);
  return openEmbedded(folder, keeping);
}

/** Known passwords may exist only where nobody else can reach them, unless somebody chose the password. */
async function fillOnce(db: Db, env: Environment): Promise<Demo> {
  if (!(await isUnused(db))) return (await hasDemoAccounts(db)) ? 'present' : 'none';
  const harmless = isLoopback(env.host) && !env.databaseUrl;
  if (!harmless && !env.demoPassword) return 'refused';
  await seedDemo(db, await hashPassword(env.demoPassword ?? PUBLISHED_PASSWORD), env.demoSize, new Date());
  return 'made';
}

async function secretOf(db: Db, env: Environment): Promise<string> {
  if (env.clientSecret) return env.clientSecret;
  return env.databaseUrl ? secretInDatabase(db, Date.now()) : secretInFolder(env.dataDir);
}

/** Forgets what is too old to matter. Resolves to how many rows of each kind that were. */
export async function purge(db: Db, now = Date.now()) {
  const idempotencyKeys = await purgeIdempotencyKeys(db, now);
  return { idempotencyKeys, ...(await purgeSessions(db, now)) };
}
