/** The server's own PostgreSQL in a data folder, from outside of its server. */
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '#server/db/database.ts';
import { openEngine } from '#server/db/engine/engine.ts';
import { engineFolder } from '#server/db/engine/former-folder.ts';
import { openPostgres } from '#server/db/open.ts';

/** The number of its first process; undefined where none runs. */
export function enginePid(dataDir: string): number | undefined {
  const file = join(engineFolder(dataDir), 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 && lives(pid) && worksIn(pid, dirname(file)) ? pid : undefined;
}

/** A killed engine leaves its number in the file, and by now another process may have it. */
function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux' || isZombie(pid)) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false; // it is gone
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
}

function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && / Z /.test(readFileSync(file, 'utf8'));
}

/** SIGKILL of the engine, and waits until it is gone. */
export async function killEngine(dataDir: string): Promise<void> {
  const pid = enginePid(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGKILL');
  // A process that nobody has waited for is there and dead: its state says so.
  while (lives(pid) && !isZombie(pid)) await pause(5);
}

/** The data, beside a running server or without one; the engine ends with the last one who works with it. */
export async function openFolder(dataDir: string): Promise<Pick<OpenDatabase, 'db' | 'close'>> {
  const engine = await openEngine(dataDir, { log: () => undefined });
  const { db, close } = openPostgres(engine.url, () => undefined);
  return { db, close: () => close().finally(() => engine.close()) };
}
