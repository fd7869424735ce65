/** What nobody may set by sending it, and what a save has really changed. */
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import type { Input } from './successes.ts';

/** Fields of the answers and columns of the tables, with values that would do if they were let in. */
export function forbiddenFields(colleague: number, report: number): Input {
  const at = '2020-01-01T00:00:00.000000Z';
  return {
    ...{ paid: 1, paid_at: at, paid_by: colleague, tofirm: 9000, tofirm_kop: 900_000, percent: 2700 },
    ...{ percent_kop: 270_000, state: 'done', state_code: 'done', state_name: 'Выполнена', done_at: at },
    ...{ code_number: 7, fullcode: 'Л-000007', promoter_id: colleague, report_id: report, number: 7 },
    ...{
      promo_report_id: report,
      client_fio: 'Чужая',
      phones: ['70009999999'],
      client_key: crypto.randomUUID(),
    },
    ...{ user_id: colleague, user: { id: colleague }, role: 'admin', roles: ['admin'], can: ['edit_users'] },
    ...{ created_at: at, updated_at: at, deleted_at: at, status: 'blocked', password_hash: 'x' },
    ...{ revoked: true, revoked_at: at, personal_access_client: true, password_client: true, provider: 'x' },
    ...{ grants: ['password'], grant_types: ['password'], secret: 'mine', plainSecret: 'mine' },
    ...{ secret_hash: 'x', redirects: ['http://evil.example/'], redirect_uris: ['http://evil.example/'] },
    ...{
      client_id: 2,
      bearer: 'page',
      expires_at: '2099-01-01T00:00:00.000000Z',
      family: crypto.randomUUID(),
    },
    ...{ token_hash: 'x', generation: 9, impersonator_id: colleague, origin_family: crypto.randomUUID() },
  };
}

export type Row = Record<string, unknown>;

/** The rows of a table by their ids. */
export async function rowsById({ db }: TestServer, table: PgTable): Promise<Map<unknown, Row>> {
  const rows: Row[] = await db.select(getTableColumns(table)).from(table);
  return new Map(rows.map(row => [row.id ?? JSON.stringify(row), row]));
}

/** The rows that a save added; every other row of the table must be what it was. */
export async function addedRows(
  server: TestServer,
  table: PgTable,
  save: () => Promise<unknown>,
): Promise<Row[]> {
  const before = await rowsById(server, table);
  await save();
  const after = await rowsById(server, table);
  for (const [id, row] of before) expect(after.get(id)).toEqual(row);
  return [...after].filter(([id]) => !before.has(id)).map(([, row]) => row);
}

/** A row without what differs between any two. */
export const without = (row: Row | undefined, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)));
