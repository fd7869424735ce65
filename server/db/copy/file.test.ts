import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Part } from './copy.ts';
import { writeCopyFile } from './file.ts';

const ROWS = 2_000;

/** More than one piece of a file, and slower than it is taken. */
async function* manyRows(): AsyncGenerator<Part> {
  for (let row = 0; row < ROWS; row += 1) {
    await new Promise(resolve => setImmediate(resolve));
    yield { kind: 'rows', table: 'contacts', lines: [JSON.stringify(randomBytes(200).toString('hex'))] };
  }
}

it('fails with the reason of whoever could not take the bytes, such as a full disk', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  await expect(writeCopyFile(manyRows(), () => Promise.reject(full))).rejects.toBe(full);
});

it('fails with the reason of the database that was read', async () => {
  const gone = new Error('the connection broke');
  async function* broken(): AsyncGenerator<Part> {
    yield* manyRows();
    throw gone;
  }
  await expect(writeCopyFile(broken(), async () => undefined)).rejects.toBe(gone);
});
