import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file on its way to its name. */
export type WholeFile = {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Gives it its name, on the disk. */
  keep: () => Promise<void>;
  /** Leaves nothing of it. */
  discard: () => Promise<void>;
};

/** Makes a file, for its owner alone, that has its name only when it is whole: one that was cut off must not look like a copy. */
export async function createWholeFile(path: string, part = `${path}.part`): Promise<WholeFile> {
  const file = await open(part, 'wx', 0o600);
  return {
    write: chunk => file.writeFile(chunk),
    keep: async () => {
      await file.sync();
      await file.close();
      await rename(part, path);
      await syncFolder(dirname(path));
    },
    discard: async () => {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

/** The new name is on the disk only when its folder is. Windows opens no folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
