/** A firm is set up by commands as processes of their own: on an empty PostgreSQL, or through a running server's socket. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin, runAdminTold } from '#tests/support/admin.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { openPostgres } from '../db/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-firm-'));
const url = process.env.TEST_DATABASE_URL;
const schema = `test_${randomBytes(8).toString('hex')}`;
let server: ServerProcess | undefined;
let environment: Record<string, string>;

async function onSchema(statement: string): Promise<void> {
  const raise = (error: Error) => {
    throw error;
  };
  const { db, close } = openPostgres(url ?? '', raise);
  await db.execute(sql.raw(`${statement}`));
  await close();
}

beforeAll(async () => {
  if (url) {
    await onSchema(`create schema ${schema}`);
    environment = { DATABASE_URL: `${url}?options=-c%20search_path%3D${schema}` };
  } else {
    server = await startServer();
    environment = { DATA_DIR: server.dataDir };
  }
});
afterAll(async () => {
  await server?.remove();
  if (url) await onSchema(`drop schema ${schema} cascade`);
  rmSync(folder, { recursive: true, force: true });
});

it('has its first administrator, its lists and a promoter, before or while a server runs', async () => {
  const create = (email: string, secret: string, ...more: string[]) =>
    runAdminTold(secret, environment, 'user:create', email, '--name', 'Шеф', ...more);
  const boss = await create('boss@firm.example', ' secret \n', '--role', 'admin');
  expect([boss.exit, boss.errors]).toEqual([0, '']);
  expect(boss.out).toMatch(/^Пользователь №\d+ boss@firm\.example заведен: администратор\n$/);
  const none = await create('other@firm.example', '');
  expect([none.exit, none.out]).toEqual([1, '']);

  const file = join(folder, 'districts.csv');
  const rows = Array.from({ length: 3000 }, (_, at) => `point;Область ${at % 7} / Район ${at}`);
  writeFileSync(file, `\ufeffВид;Район\r\n${rows.join('\r\n')}\r\n`);
  const imported = await runAdmin(environment, 'ref:import', file);
  expect(imported.errors).toContain('Прочитано строк: 3000\nЗаписано 1000 строк из 3000');
  expect([imported.exit, imported.out]).toEqual([0, expect.stringContaining('добавлено 3007, изменено 0')]);
  const again = await runAdmin(environment, 'ref:import', file);
  expect([again.exit, again.out]).toEqual([0, expect.stringContaining('Ничего не изменилось')]);
  const missing = await runAdmin(environment, 'ref:import', join(folder, 'works.csv'));
  expect([missing.exit, missing.errors]).toEqual([1, expect.stringContaining('такого пути нет (ENOENT)')]);

  const purged = await runAdmin(environment, 'token:purge');
  expect([purged.exit, purged.out]).toEqual([0, expect.stringContaining('Токенов доступа: 0\n')]);
  const listed = await runAdmin(environment, 'user:list');
  expect(listed.out).toContain('\tboss@firm.example\tadmin\tоткрыт\tШеф\n');
  if (server) await signInAt(server.origin);
  else expect(listed.out.split('\n')).toHaveLength(2);
});

/** The page's own client, as the page finds it. */
async function signInAt(origin: string): Promise<void> {
  const config = (await (await fetch(`${origin}/application/config.json`)).json()) as Record<string, string>;
  const form = { grant_type: 'password', username: 'Boss@firm.example', password: ' secret ', scope: '' };
  const client = { client_id: config.clientId ?? '', client_secret: config.clientSecret ?? '' };
  const body = new URLSearchParams({ ...form, ...client });
  const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}
