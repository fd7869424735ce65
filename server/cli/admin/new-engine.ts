/** A new engine for `restore` and `import-pglite`: filled in a temporary folder, then moved to its place in the data folder. */
import { chownSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../db/database.ts';
import { sqlState } from '../../db/database-problem.ts';
import { openEngine } from '../../db/engine/engine.ts';
import { engineFolder } from '../../db/engine/former-folder.ts';
import { folderAside } from '../../db/engine/temporary-folder.ts';
import { openPostgres } from '../../db/open.ts';
import { syncFolder } from '../whole-file.ts';
import { type CommandIo, Refused } from './command.ts';

/** A temporary folder in the data folder. It is removed at the end, however the process ends. */
export async function inTemporaryFolder<Value>(
  dataDir: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const { folder, remove } = await folderAside(dataDir);
  return work(folder).finally(remove);
}

const newIn = (folder: string) => join(folder, 'new');

type Target = {
  dataDir: string;
  databaseUrl: string | undefined;
  folder: string;
  progress: CommandIo['progress'];
};

/**
 * The database that is to be filled: the firm's, or an engine that is made in the import's folder and gets its place in the data
 * folder when all is in it. Before that, a start finds no engine there.
 */
export async function withTarget<Value>(
  { dataDir, databaseUrl, folder, progress }: Target,
  work: (db: Db) => Promise<Value>,
): Promise<Value> {
  const lost = (error: Error) => progress(`Связь с новой базой прервалась (${error.name})`);
  const fill = async (url: string) => {
    const { db, close } = openPostgres(url, lost);
    return work(db).finally(close);
  };
  if (databaseUrl) return fill(databaseUrl);
  const made = makeAside(folder, dataDir);
  const engine = await openEngine(made, { log: ({ event }) => progress(event) });
  const value = await fill(engine.url).finally(engine.close.bind(engine));
  await takePlace(made, dataDir);
  return value;
}

/** A data folder for a new engine, in a folder that is gone afterwards. */
export function makeAside(folder: string, dataDir: string): string {
  const made = newIn(folder);
  mkdirSync(made, { mode: 0o700 });
  const { uid, gid } = statSync(dataDir);
  // The server's user: a root process runs the engine as the owner of the folder around it.
  if (process.getuid?.() === 0) chownSync(made, uid, gid);
  return made;
}

/** Gives the engine that was made aside its place in the data folder. Where another one was made meanwhile, it is refused. */
export async function takePlace(made: string, dataDir: string): Promise<void> {
  try {
    renameSync(engineFolder(made), engineFolder(dataDir));
  } catch (cause) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(sqlState(cause) ?? '')) throw cause;
    throw new Refused(`В папке ${dataDir} тем временем появилась другая база: ничего не изменено.`, {
      cause,
    });
  }
  await syncFolder(dataDir);
}
