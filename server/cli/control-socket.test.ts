import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyDesk } from '#tests/support/admin.ts';
import { createTestServer } from '#tests/support/server.ts';
import type { LogEntry } from '../db/deps.ts';
import { askServer } from './admin/ask-server.ts';
import { openControlSocket, socketOf } from './control-socket.ts';
import { readEnvironment } from './environment.ts';

let folder: string;
let logged: LogEntry[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promo-socket-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = async (dataDir = folder) => {
  const server = await createTestServer();
  const office = { db: server.db, engine: server.engine, now: server.clock, env: readEnvironment({}) };
  const control = await openControlSocket(dataDir, office, entry => logged.push(entry));
  return { server, control };
};

const ask = (dataDir: string, args: string[]) =>
  askServer(dataDir, { args, readsFile: false, desk: emptyDesk() });

const socketIn = (dataDir: string) => socketOf(dataDir) ?? '';

const ADVANCE = ['request:advance', '1', '--state', 'done'];

it('says how a command ended, and nobody answers once it is closed', async () => {
  const { server, control } = await open();
  expect(await ask(folder, ADVANCE)).toEqual({ exit: 1, lines: ['Нет заявки 1'] });
  await control.close();
  await server.close();
  expect(await ask(folder, ADVANCE)).toBeUndefined();
  expect(existsSync(socketIn(folder))).toBe(false);
});

it('takes the place of whatever a dead server has left there', async () => {
  writeFileSync(socketIn(folder), '');
  const { server, control } = await open();
  expect(await ask(folder, ['request:pay'])).toMatchObject({ exit: 2 });
  await control.close();
  await server.close();
});

it('closes although somebody is connected and says nothing', async () => {
  const { server, control } = await open();
  const silent = createConnection(socketIn(folder));
  await once(silent, 'connect');
  // An answer to somebody later: the server has taken up the silent one too.
  await ask(folder, ['--help']);
  const gone = once(silent, 'close');
  await control.close();
  await gone;
  await server.close();
});

it('tells of a failure without its details, which go to the log', async () => {
  const { server, control } = await open();
  await server.close();
  const broken = await openControlSocket(
    join(folder),
    { db: undefined as never, engine: 'pglite', now: Date.now, env: readEnvironment({}) },
    entry => logged.push(entry),
  );
  expect(await ask(folder, ADVANCE)).toMatchObject({
    ...{ exit: 1, lines: [expect.stringContaining('Внутренняя ошибка сервера (TypeError)')] },
  });
  expect(logged).toEqual([
    { level: 'error', event: 'admin.failed', name: 'TypeError', command: 'request:advance' },
  ]);
  await broken.close();
  await control.close();
});

it('keeps the server up where no socket can be made, and says so in the log', async () => {
  // A path that is too long the system would cut off, and listen somewhere else.
  for (const dataDir of [join(folder, 'x'.repeat(200)), join(folder, 'missing')]) {
    const { server, control } = await open(dataDir);
    await control.close();
    await server.close();
    expect(await ask(dataDir, ADVANCE)).toBeUndefined();
  }
  const entry = { level: 'error', event: 'admin.socket_failed', name: expect.any(String) };
  expect(logged).toEqual([entry, entry]);
  expect(readdirSync(folder)).toEqual([]);
});
