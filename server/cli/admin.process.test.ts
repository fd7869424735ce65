/** The command line and the server as processes of their own, on the embedded engine. */

import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyIo, runAdmin, runAdminAtTerminal } from '#tests/support/admin.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { lockFolder } from '../db/lock.ts';
import { openEmbedded } from '../db/open.ts';
import { auditLog, requests } from '../db/schema.ts';
import { reachData } from './admin/reach-data.ts';
import { readEnvironment } from './environment.ts';

let server: ServerProcess;
let socket: string;
beforeAll(async () => {
  server = await startServer();
  socket = join(server.dataDir, 'admin.sock');
});
afterAll(() => server.remove());

const admin = (...args: string[]) => runAdmin({ DATA_DIR: server.dataDir }, 'request:advance', ...args);

/** What the socket answers to a text that no command line would send. */
async function say(line: string): Promise<string> {
  const connection = createConnection(socket);
  await once(connection, 'connect');
  connection.end(line);
  return text(connection);
}

describe('while the server runs', () => {
  it('is carried out by it, over a socket that is its owner’s alone', async () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    const done = await admin('200', '--state', 'done', '--tofirm', '1500,55');
    expect(done).toMatchObject({ exit: 0, errors: '' });
    expect(done.out).toMatch(/^[ЛМ]-000200: Выполнена, сумма 1\s500,55\sруб\., промоутеру 450,17\sруб\.\n$/);
    const again = await admin('200', '--state', 'done', '--tofirm', '1500.55');
    expect(again.out).toMatch(/\(так и было\)\n$/);
  });

  it('is refused with 1, and is told to be wrong with 2, in one clear line on stderr', async () => {
    expect(await admin('999999', '--state', 'done')).toEqual({
      exit: 1,
      out: '',
      errors: 'Нет заявки 999999\n',
    });
    const paid = await admin('1', '--tofirm', '5');
    expect(paid.exit).toBe(1);
    expect(paid.errors).toMatch(/^Заявка [ЛМ]-000001 уже оплачена: .*\n$/);
    const wrong = await admin('200', '--tofirm', '1.005');
    expect(wrong).toMatchObject({
      exit: 2,
      out: '',
      errors: expect.stringContaining('--tofirm 1.005: нужна сумма'),
    });
  });

  it('answers nonsense on its socket and goes on', async () => {
    for (const nonsense of ['{"args":\n', 'null\n', '{"args":[1]}\n', '[]\n']) {
      expect(await say(nonsense)).toContain('{"exit":2}');
    }
    expect(await say('{"args":["request:advance"]')).toBe('');
    expect(await say('x'.repeat(100_000))).toBe('');
    expect(await say('{"args":["request:advance","197","--tofirm","7"]}\n')).toContain('{"exit":0}');
  });
});

describe('while no server runs', () => {
  it('does without a socket, and two at once wait for each other', async () => {
    expect(await server.stop()).toBe(0);
    expect(existsSync(socket)).toBe(false);
    const both = await Promise.all([admin('196', '--tofirm', '10'), admin('195', '--tofirm', '20')]);
    expect(both.map(({ errors, exit }) => [errors, exit])).toEqual([
      ['', 0],
      ['', 0],
    ]);
    expect(readdirSync(server.dataDir).filter(name => name.startsWith('lock'))).toEqual([]);
  });

  it('is not misled by what a killed server has left, nor is the next server', async () => {
    await server.start();
    await server.kill();
    expect(existsSync(socket)).toBe(true);
    expect(await admin('194', '--tofirm', '11')).toMatchObject({ exit: 0, errors: '' });
    await server.start();
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(await admin('194', '--tofirm', '12')).toMatchObject({ exit: 0, errors: '' });
    await server.stop();
    const { db, close } = await openEmbedded(`${server.dataDir}/db`);
    const [row] = await db.select().from(requests).where(eq(requests.code_number, 194));
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity_id, row?.id ?? 0));
    await close();
    expect(row).toMatchObject({ tofirm_kop: 1200, percent_kop: 360 });
    expect(entries.map(({ actor_id, ip }) => [actor_id, ip])).toEqual([
      [0, 'command line'],
      [0, 'command line'],
    ]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'promo-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('in a folder that', () => {
  const inFolder = (name: string) =>
    runAdmin({ DATA_DIR: join(folder, name) }, 'request:advance', '1', '--state', 'done');

  it('is missing it makes nothing and says what to do; whose lock cannot be read, it opens nothing', async () => {
    mkdirSync(join(folder, 'odd', 'db'), { recursive: true });
    mkdirSync(join(folder, 'odd', 'lock.1'));
    const [missing, odd] = await Promise.all([inFolder('missing'), inFolder('odd')]);
    expect([missing.exit, odd.exit]).toEqual([1, 1]);
    expect(missing.errors).toMatch(
      /^В папке .* нет базы данных\. Запустите сервер \(npm start\) или задайте DATA_DIR\.\n$/,
    );
    expect(odd.errors).toMatch(/^Не получилось прочитать .*odd \(EISDIR\)\.\n$/);
    expect(existsSync(join(folder, 'missing'))).toBe(false);
    expect(readdirSync(join(folder, 'odd', 'db'))).toEqual([]);
  });

  it('somebody has and does not answer for, it gives up with their number', async () => {
    const held = join(folder, 'held');
    mkdirSync(join(held, 'db'), { recursive: true });
    const { release } = await lockFolder(held);
    const job = {
      args: [],
      place: 'data',
      readsFile: false,
      io: emptyIo(),
      work: async () => [],
    } as const;
    const tried = reachData(readEnvironment({ DATA_DIR: held }), job, 250);
    await expect(tried).rejects.toMatchObject({ pid: process.pid });
    expect(readdirSync(join(held, 'db'))).toEqual([]);
    await release();
  });
});

/** Secrets typed at a terminal: unseen, a new one twice, a known one once. */

const SECRET = 'unseen-at-all';

const environment = { DATA_DIR: join(folder, 'none') };

it('a new password that was typed in two ways is refused before anything is opened', async () => {
  const lines = [
    { question: 'Новый пароль для ivan@example.com: ', typed: SECRET },
    { question: 'Новый пароль для ivan@example.com еще раз: ', typed: `${SECRET}!` },
  ];
  const { exit, out } = await runAdminAtTerminal(lines, environment, 'user:passwd', 'ivan@example.com');
  expect(exit).toBe(1);
  expect(out).toContain('Введено разное');
  expect(out).not.toContain(SECRET);
});

it('a password that somebody else keeps is asked for once', async () => {
  const lines = [{ question: 'Пароль probe@example.ru: ', typed: SECRET }];
  const secretFile = join(folder, 'client.txt');
  writeFileSync(secretFile, 'of-the-client');
  const target = ['http://127.0.0.1:1', '--insecure', '--client-secret-file', secretFile];
  const args = ['probe', ...target, '--user', 'probe@example.ru'];
  const { exit, out } = await runAdminAtTerminal(lines, environment, ...args);
  expect(exit).toBe(1);
  expect(out).not.toContain('еще раз');
  expect(out).not.toContain(SECRET);
  expect(out).toContain('Сервер не ответил');
});

it('Ctrl+C at the question ends it in words', async () => {
  const lines = [{ question: 'Новый пароль для ivan@example.com: ', typed: '\u0003' }];
  const { exit, out } = await runAdminAtTerminal(lines, environment, 'user:passwd', 'ivan@example.com');
  expect(exit).toBe(1);
  expect(out.split(/\r?\n/)).toEqual([
    'Новый пароль для ivan@example.com: ',
    'Прервано, ничего не сделано',
    '',
  ]);
});
