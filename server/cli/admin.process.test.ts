/** The command line and the server as processes of their own, on one engine. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin, runAdminAtTerminal } from '#tests/support/admin.ts';
import { enginePid, openFolder } from '#tests/support/engine-of.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { auditLog, requests } from '../db/schema.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.remove());

const admin = (...args: string[]) => runAdmin({ DATA_DIR: server.dataDir }, 'request:advance', ...args);

describe('while the server runs', () => {
  it('is carried out beside it, on its engine, which it leaves running', async () => {
    const engine = enginePid(server.dataDir);
    const done = await admin('200', '--state', 'done', '--tofirm', '1500,55');
    expect(done).toMatchObject({ exit: 0, errors: '' });
    expect(done.out).toMatch(/^[ЛМ]-000200: Выполнена, сумма 1\s500,55\sруб\., промоутеру 450,17\sруб\.\n$/);
    const again = await admin('200', '--state', 'done', '--tofirm', '1500.55');
    expect(again.out).toMatch(/\(так и было\)\n$/);
    expect(enginePid(server.dataDir)).toBe(engine);
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
});

describe('while no server runs', () => {
  it('starts the engine and ends it, and two at once share it', async () => {
    expect(await server.stop()).toBe(0);
    expect(enginePid(server.dataDir)).toBeUndefined();
    const both = await Promise.all([admin('196', '--tofirm', '10'), admin('195', '--tofirm', '20')]);
    expect(both.map(({ errors, exit }) => [errors, exit])).toEqual([
      ['', 0],
      ['', 0],
    ]);
    expect(enginePid(server.dataDir)).toBeUndefined();
  });

  it('is not misled by what a killed server has left, nor is the next server', async () => {
    await server.start();
    await server.killAlone();
    expect(await admin('194', '--tofirm', '11')).toMatchObject({ exit: 0, errors: '' });
    expect(enginePid(server.dataDir)).toBeUndefined();
    await server.start();
    expect(await admin('194', '--tofirm', '12')).toMatchObject({ exit: 0, errors: '' });
    await server.stop();
    const { db, close } = await openFolder(server.dataDir);
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

it('in a folder that is missing makes nothing and says what to do', async () => {
  const missing = join(folder, 'missing');
  const { exit, errors } = await runAdmin({ DATA_DIR: missing }, 'request:advance', '1', '--state', 'done');
  expect(exit).toBe(1);
  expect(errors).toMatch(
    /^В папке .* нет базы данных\. Запустите сервер \(npm start\) или задайте DATA_DIR\.\n$/,
  );
  expect(existsSync(missing)).toBe(false);
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
