/** Copies of a firm by the command line as whole processes, on the server's own engine. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { killAdminWhileLoading, runAdmin } from '#tests/support/admin.ts';
import { attacked } from '#tests/support/attacks.ts';
import { enginePid, openFolder } from '#tests/support/engine-of.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { findSecret } from '../db/client-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-copies-'));
const copy = join(folder, 'firm.gz');
const WAITING = { timeout: 60_000, interval: 20 };
const inFolder = (name: string) => join(folder, name);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

const admin = (...args: string[]) => runAdmin({ DATA_DIR: server.dataDir }, ...args);
const adminIn = (dataDir: string, ...args: string[]) => runAdmin({ DATA_DIR: dataDir }, ...args);

it('a running firm is copied into a file of its owner’s alone, and nothing is written over', async () => {
  const [made, exported] = await Promise.all([
    admin('backup', copy),
    admin('export', '--of', 'users', '--to', inFolder('users.xlsx')),
  ]);
  expect(made).toMatchObject({ exit: 0, out: expect.stringMatching(/^Копия .*firm\.gz готова: 32 таблицы/) });
  expect(made.errors).toMatch(/^contacts: прочитано, 5\s420 строк$/m);
  expect(exported).toMatchObject({ exit: 0 });
  for (const name of ['firm.gz', 'users.xlsx']) expect(statSync(inFolder(name)).mode & 0o777).toBe(0o600);
  const [again, lost] = await Promise.all([admin('backup', copy), admin('backup', inFolder('none/firm.gz'))]);
  expect(again).toMatchObject({ exit: 1, errors: expect.stringContaining('уже есть') });
  expect(lost).toMatchObject({ exit: 1, errors: expect.stringContaining('такого пути нет') });
  expect(readdirSync(folder).sort()).toEqual(['firm.gz', 'users.xlsx']);
});

it('a folder that a server has open is neither restored into nor moved away', async () => {
  for (const args of [
    ['restore', copy],
    ['migrate-to', 'postgres://nobody@127.0.0.1:1/x'],
  ]) {
    const { exit, errors } = await admin(...args);
    expect([exit, errors]).toEqual([1, expect.stringContaining('работает сервер или другая команда')]);
  }
});

it('a copy is verified without a place for it, and what is none is told apart', async () => {
  writeFileSync(inFolder('strange.gz'), gzipSync('{"not":"ours"}\n'));
  writeFileSync(inFolder('cut.gz'), readFileSync(copy).subarray(0, 50_000));
  const none = inFolder('never');
  const runs = await Promise.all([
    adminIn(none, 'restore', copy, '--verify'),
    adminIn(none, 'restore', inFolder('strange.gz'), '--verify'),
    adminIn(none, 'restore', inFolder('cut.gz')),
  ]);
  expect(runs[0]).toMatchObject({ exit: 0, out: expect.stringContaining('суммы совпали') });
  expect(runs[1]).toMatchObject({
    exit: 1,
    errors: 'Это не резервная копия: такой файл делает команда backup.\n',
  });
  expect(runs[2]).toMatchObject({ exit: 1, errors: expect.stringContaining('Файл копии обрывается') });
  expect(existsSync(none)).toBe(false);
});

it('killed in the middle a verification leaves neither folder nor engine', async () => {
  const place = inFolder('scratch');
  mkdirSync(place);
  const engines: number[] = [];
  const watch = vi.waitUntil(() => {
    const name = readdirSync(place).find(each => each.startsWith('promo-field-scratch-'));
    const pid = name && enginePid(join(place, name));
    if (pid) engines.push(pid);
    return pid;
  }, WAITING);
  await Promise.all([watch, killAdminWhileLoading({ TMPDIR: place }, 'restore', copy, '--verify')]);
  await vi.waitFor(() => expect(readdirSync(place)).toEqual([]), WAITING);
  const [pid = expect.fail('no engine')] = engines;
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), WAITING);
  attacked('killed command');
});

it('killed in the middle a restore leaves no firm; done again it is the same firm, with its secret', async () => {
  const place = inFolder('place');
  await killAdminWhileLoading({ DATA_DIR: place }, 'restore', copy);
  // Nothing of it stays, without another command.
  await vi.waitFor(() => expect(readdirSync(place)).toEqual([]), WAITING);
  expect(await adminIn(place, 'restore', copy)).toMatchObject({ exit: 0 });
  expect(readdirSync(place)).toEqual(['postgres']);
  const { db, close } = await openFolder(place);
  const ofServer = await openFolder(server.dataDir);
  expect(await findSecret(db)).toBe(await findSecret(ofServer.db));
  await Promise.all([close(), ofServer.close()]);
  const [again, received] = [await adminIn(place, 'restore', copy), await adminIn(place, 'doctor')];
  expect(again).toMatchObject({ exit: 1, errors: expect.stringContaining('Место занято') });
  expect(received.out + received.errors).toContain('✓ Счетчики впереди номеров');
  expect(received.out + received.errors).toContain('✓ Суммы и связи данных верны');
});
