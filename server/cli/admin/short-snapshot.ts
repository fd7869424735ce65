import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inSnapshot } from '../../db/copy/read-copy.ts';
import type { Tx } from '../../db/database.ts';
import type { CommandContext } from './command.ts';

const READ_BYTES = 256 * 1024;

/**
 * Makes a file from one moment of the data. On the embedded engine everybody waits while it is read: there it goes to the
 * disk first, so that nobody waits for the one who takes the file, who may be slow, or gone.
 */
export async function fromSnapshot(
  context: CommandContext,
  write: (tx: Tx, output: CommandContext['output']) => Promise<void>,
): Promise<void> {
  if (context.engine === 'postgres') return inSnapshot(context.db, tx => write(tx, context.output));
  const file = await openNameless(context.env.dataDir);
  try {
    await inSnapshot(context.db, tx => write(tx, async chunk => void (await file.write(chunk))));
    const written = file.createReadStream({ start: 0, highWaterMark: READ_BYTES, autoClose: false });
    for await (const chunk of written) await context.output(chunk);
  } finally {
    await file.close();
  }
}

/** Its name is gone at once: also a server that is killed leaves no copy of the firm behind. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `copy.${randomBytes(8).toString('hex')}`);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  await rm(path);
  return file;
}
