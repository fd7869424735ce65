/** A firm is set up by commands as processes of their own: on an empty PostgreSQL, or beside a running server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runAdmin, runAdminWithSecret } from '#tests/support/admin.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/support/firm-on-postgres.ts';
import { seedModeration } from '#tests/support/seed-moderation.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { migrate } from '../db/migrate.ts';
import { requests } from '../db/schema.ts';

let database: OwnDatabase;
let server: ServerProcess | undefined;
beforeEach(async () => {
  database = await createOwnDatabase();
});
afterEach(async () => {
  await server?.remove();
  server = undefined;
  await database.remove();
});

it.each(['before a server runs', 'while one runs on an engine of its own'])(
  'has its first administrator, its lists and a promoter, %s',
  async when => {
    if (when.startsWith('while')) server = await startServer();
    const environment = server ? { DATA_DIR: server.dataDir } : database.environment;
    const { folder } = database;
    const create = (email: string, secret: string, ...more: string[]) =>
      runAdminWithSecret(secret, environment, 'user:create', email, '--name', 'Шеф', ...more);
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
  },
);

/** The page's own client, as the page finds it. */
async function signInAt(origin: string): Promise<void> {
  const config = (await (await fetch(`${origin}/application/config.json`)).json()) as Record<string, string>;
  const form = { grant_type: 'password', username: 'Boss@firm.example', password: ' secret ', scope: '' };
  const client = { client_id: config.clientId ?? '', client_secret: config.clientSecret ?? '' };
  const body = new URLSearchParams({ ...form, ...client });
  const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}

it('works on the database itself', async () => {
  const before = await database.open();
  await migrate(before.db);
  await seedModeration(before.db, { promoters: 1, requestsEach: 20 });
  const [fresh] = await before.db.select().from(requests).where(eq(requests.state_code, 'new'));
  await before.close();
  const { exit, out, errors } = await runAdmin(
    database.environment,
    'request:advance',
    fresh?.fullcode ?? '',
    ...['--state', 'done', '--tofirm', '99,99'],
  );
  expect([exit, errors]).toEqual([0, '']);
  expect(out).toContain(`${fresh?.fullcode}: Выполнена, сумма 99,99`);
  const after = await database.open();
  const [row] = await after.db
    .select()
    .from(requests)
    .where(eq(requests.id, fresh?.id ?? 0));
  await after.close();
  expect(row).toMatchObject({ state_code: 'done', tofirm_kop: 9999, percent_kop: 3000 });
});
