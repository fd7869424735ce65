/** Folders that are removed together with the engine in them when the process that made them ends, also by SIGKILL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAnotherAtWork, listenIn, shortPathTo, withStartLock } from './start-lock.ts';

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Its input ends with this process. The engine is in the folder, or in `new` of it, and may still be writing files. */
const GUARD = `read -r _; kill -QUIT "$(sed -n 1p "$0/postgres/postmaster.pid" "$0/new/postgres/postmaster.pid")"
for _ in 1 2 3 4 5 6 7 8 9; do rm -rf "$0" && exit; sleep 1; done`;

/** `path` begins the folder's path, as of `mkdtemp`. The shell is there: `initdb` needs it too. */
export async function temporaryFolder(path: string) {
  const folder = mkdtempSync(path);
  const args = ['-c', GUARD, folder];
  const guard = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  await once(guard, 'spawn');
  const end = () => {
    remove(folder);
    guard.stdin.destroy();
  };
  return { folder, remove: end };
}

const ASIDE = 'importing-';

/** One in a data folder. Its process listens there as long as it lives. */
export async function folderAside(dataDir: string) {
  return withStartLock(dataDir, async () => {
    await removeAbandoned(dataDir);
    const made = await temporaryFolder(join(dataDir, ASIDE));
    const short = shortPathTo(made.folder);
    const { close } = await listenIn(short.folder);
    short.remove();
    return { folder: made.folder, remove: () => close().finally(made.remove) };
  });
}

/** Removes folders aside whose process and guard were ended together, as by a power cut. Needs the start lock. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter(each => each.startsWith(ASIDE))) {
    const short = shortPathTo(join(dataDir, name));
    const isUsed = await isAnotherAtWork(short.folder).finally(short.remove);
    if (!isUsed) remove(join(dataDir, name));
  }
}
