import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import type { OpenDatabase } from '../../db/database.ts';
import { takeReserve } from '../../db/disk-reserve.ts';
import { lockFolder } from '../../db/lock.ts';
import { openEmbedded } from '../../db/open.ts';

/** A database in a folder, as nobody has it yet. Whoever opened it closes it, keeps it or not, and releases the folder. */
type UnusedFolder = OpenDatabase & { keep: () => void; release: () => Promise<void> };

/**
 * Opens the embedded engine in a data folder that has none: aside, and only `keep` makes it the folder's. One that is
 * there already is opened as it is; whether somebody works in it is for the caller to find out.
 */
export async function openUnused(dataDir: string): Promise<UnusedFolder> {
  const isNew = !existsSync(dataDir);
  const lock = await lockFolder(dataDir);
  const place = `${dataDir}/db`;
  const making = `${place}.making`;
  const isPresent = existsSync(place);
  const release = async () => {
    rmSync(making, { recursive: true, force: true });
    // Not kept: nothing of it stays, and a new folder goes with it.
    const isKept = existsSync(place);
    if (!isKept) rmSync(`${dataDir}/reserve`, { force: true });
    await lock.release();
    if (!isKept && isNew) removeEmpty(dataDir);
  };
  try {
    rmSync(making, { recursive: true, force: true });
    const reserve = takeReserve(dataDir);
    const { mayWrite } = lock.watchdog;
    const opened = await openEmbedded(isPresent ? place : making, { reserve, mayWrite });
    return { ...opened, keep: () => (isPresent ? undefined : renameSync(making, place)), release };
  } catch (error) {
    await release();
    throw error;
  }
}

function removeEmpty(folder: string): void {
  rmSync(`${folder}/secret.key`, { force: true });
  rmdirSync(folder);
}
