import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretInFolder } from './client-secret.ts';
import { lockFolder } from './lock.ts';

let above: string;
let folder: string;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'promo-secret-'));
  folder = join(above, 'data');
});
afterEach(() => rmSync(above, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function withUmask<Value>(umask: number, work: () => Value): Value {
  const usual = process.umask(umask);
  try {
    return work();
  } finally {
    process.umask(usual);
  }
}

it.each([0o000, 0o022, 0o077])(
  "folder and secret are their owner's alone, whatever the umask (%i)",
  async umask => {
    const lock = await withUmask(umask, () => lockFolder(folder));
    const secret = withUmask(umask, () => secretInFolder(folder));
    expect([modeOf(folder), modeOf(join(folder, 'secret.key'))]).toEqual(['700', '600']);
    expect(modeOf(join(folder, 'lock.1'))).toBe('600');
    expect(secret).toMatch(/^[\w-]{40}$/);
    await lock.release();
  },
);

it('rights that were wider are taken back, and the secret stays what it was', async () => {
  const lock = await lockFolder(folder);
  const file = join(folder, 'secret.key');
  writeFileSync(file, 'kept\n');
  chmodSync(file, 0o666);
  chmodSync(folder, 0o755);
  expect(secretInFolder(folder)).toBe('kept');
  await lock.release();
  await (await lockFolder(folder)).release();
  expect([modeOf(folder), modeOf(file)]).toEqual(['700', '600']);
  expect(readFileSync(file, 'utf8')).toBe('kept\n');
});

it('an empty file is no secret: another one is made, for its owner alone', async () => {
  await (await lockFolder(folder)).release();
  const file = join(folder, 'secret.key');
  writeFileSync(file, '\n', { mode: 0o644 });
  const secret = secretInFolder(folder);
  expect(secret).toMatch(/^[\w-]{40}$/);
  expect([secretInFolder(folder), modeOf(file)]).toEqual([secret, '600']);
});
