import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { runAdmin } from '#tests/support/admin.ts';
import { plantModeration } from '#tests/support/plant-moderation.ts';
import type { OpenDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openEmbedded, openPostgres } from '../db/open.ts';
import { requests } from '../db/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-direct-'));
const schema = `test_${randomBytes(8).toString('hex')}`;
const url = process.env.TEST_DATABASE_URL;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The database that the command is to find: a schema of the suite's PostgreSQL, or a folder. */
async function open(): Promise<OpenDatabase> {
  if (!url) {
    mkdirSync(join(folder, 'db'), { recursive: true });
    return openEmbedded(join(folder, 'db'));
  }
  const raise = (error: Error) => {
    throw error;
  };
  return openPostgres(url, raise, { searchPath: schema });
}

const environment = (): Record<string, string> =>
  url ? { DATABASE_URL: `${url}?options=-c%20search_path%3D${schema}` } : { DATA_DIR: folder };

it('works on the database itself, on either engine', async () => {
  const before = await open();
  if (url) await before.db.execute(sql.raw(`create schema ${schema}`));
  await migrate(before.db);
  await plantModeration(before.db, { promoters: 1, requestsEach: 20 });
  const [fresh] = await before.db.select().from(requests).where(eq(requests.state_code, 'new'));
  await before.close();
  const { exit, out, errors } = await runAdmin(
    environment(),
    'request:advance',
    fresh?.fullcode ?? '',
    ...['--state', 'done', '--tofirm', '99,99'],
  );
  expect([exit, errors]).toEqual([0, '']);
  expect(out).toContain(`${fresh?.fullcode}: Выполнена, сумма 99,99`);
  const after = await open();
  const [row] = await after.db
    .select()
    .from(requests)
    .where(eq(requests.id, fresh?.id ?? 0));
  if (url) await after.db.execute(sql.raw(`drop schema ${schema} cascade`));
  await after.close();
  expect(row).toMatchObject({ state_code: 'done', tofirm_kop: 9999, percent_kop: 3000 });
});
