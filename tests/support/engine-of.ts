/** The server's own PostgreSQL in a data folder, from outside of its server. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '#server/db/database.ts';
import { processOf } from '#server/db/engine/cluster.ts';
import { openEngine } from '#server/db/engine/engine.ts';
import { engineFolder } from '#server/db/engine/former-folder.ts';
import { openPostgres } from '#server/db/open.ts';

/** The number of its first process; undefined where none runs. */
export const enginePid = (dataDir: string) => processOf({ folder: engineFolder(dataDir) });

/** SIGKILL of the engine, and waits until it is gone. */
export async function killEngine(dataDir: string): Promise<void> {
  const pid = enginePid(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGKILL');
  while (enginePid(dataDir) === pid) await pause(5);
}

/** The data, beside a running server or without one; the engine ends with the last one who works with it. */
export async function openFolder(dataDir: string): Promise<Pick<OpenDatabase, 'db' | 'close'>> {
  const engine = await openEngine(dataDir, { log: () => undefined });
  const { db, close } = openPostgres(engine.url, () => undefined);
  return { db, close: () => close().finally(() => engine.close()) };
}
