/** Folders that are removed together with the engine in them when the process that made them ends, also by SIGKILL. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isHeard, listenIn, shortPathTo, withStartLock } from './start-lock.ts';

/**
 * Its input ends with this process. The engine is in the folder, or in `new` of it, may still be writing files, and its number may
 * be another process's by now: an engine works in its folder.
 */
const GUARD = `trap '' HUP INT TERM; read -r _
for _ in 1 2 3 4 5 6 7 8 9; do
  for data in "$0/postgres" "$0/new/postgres"; do
    pid=$(sed -n 1p "$data/postmaster.pid") && [ "/proc/$pid/cwd" -ef "$data" ] && kill -QUIT "$pid"
  done
  rm -rf "$0" && exit; sleep 1
done`;

/** `path` begins the folder's path, as of `mkdtemp`. The shell is there: `initdb` needs it too. */
export async function temporaryFolder(path: string) {
  const folder = mkdtempSync(path);
  const args = ['-c', GUARD, folder];
  const guard = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  await once(guard, 'spawn');
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    guard.stdin.destroy();
  };
  return { folder, remove };
}

const ASIDE = 'importing-';

/** As `mkdtemp` ends it; what a person has put there is called otherwise. */
const MADE_HERE = new RegExp(`^${ASIDE}\\w{6}$`);
const USED = 'used.sock';

/** One in a data folder. Its process listens there as long as it lives. */
export async function folderAside(dataDir: string) {
  return withStartLock(dataDir, async () => {
    await removeAbandoned(dataDir);
    const made = await temporaryFolder(join(dataDir, ASIDE));
    const short = shortPathTo(made.folder);
    const { close } = await listenIn(short.folder, USED);
    short.remove();
    return { folder: made.folder, remove: () => close().finally(made.remove) };
  });
}

/**
 * Removes folders aside whose process and guard were ended together, as by a power cut. Needs the start lock. What root has left
 * is left to root.
 */
export async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter(each => MADE_HERE.test(each))) {
    const folder = join(dataDir, name);
    const uid = process.getuid?.();
    if (uid !== 0 && statSync(folder, { throwIfNoEntry: false })?.uid !== uid) continue;
    const short = shortPathTo(folder);
    const isUsed = await isHeard(join(short.folder, USED)).finally(short.remove);
    // Its guard may be removing it at this moment, which `rm` does not mind.
    if (!isUsed) spawnSync('rm', ['-rf', folder]);
  }
}
