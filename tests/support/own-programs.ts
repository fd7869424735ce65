/** A user before the management calls: what they make and end, as their page would ask for it. */
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import { post, send } from './calls.ts';
import type { TestServer } from './server.ts';

type Headers = Record<string, string>;

export const PARTNER = { name: 'Партнер', redirect: 'https://partner.example/callback' };

/** The management calls in the name of one user. */
export function programsOf(server: TestServer, headers: Headers) {
  const ask = (method: string, path: string, body?: unknown, more: Headers = {}) =>
    send(server, method, `/oauth/${path}`, { headers: { ...headers, ...more }, body });
  return {
    clients: async () => (await ask('GET', 'clients')).body,
    createClient: (form: unknown = PARTNER, more?: Headers) => ask('POST', 'clients', form, more),
    changeClient: (id: unknown, form: unknown, more?: Headers) => ask('PUT', `clients/${id}`, form, more),
    deleteClient: (id: unknown, more?: Headers) => ask('DELETE', `clients/${id}`, undefined, more),
    authorized: async () => (await ask('GET', 'tokens')).body,
    revokeAuthorized: (id: string, more?: Headers) => ask('DELETE', `tokens/${id}`, undefined, more),
    tokens: async () => (await ask('GET', 'personal-access-tokens')).body,
    createToken: (form: unknown, more?: Headers) => ask('POST', 'personal-access-tokens', form, more),
    revokeToken: (id: string, more?: Headers) =>
      ask('DELETE', `personal-access-tokens/${id}`, undefined, more),
    scopes: async () => (await ask('GET', 'scopes')).body,
  };
}

/** Whether a token is good for knowing who its user is: 200, or why not. */
export async function knock(server: TestServer, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await post(server, '/api/getUser', {}, headers)).status;
}

/** Until somebody waits for what this transaction holds. The embedded engine has one connection: all wait anyway. */
export async function untilSomebodyWaits({ engine }: TestServer, tx: Tx): Promise<void> {
  if (engine === 'pglite') return;
  await vi.waitUntil(
    async () => {
      const { rows } = (await tx.execute(
        sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
      )) as { rows: unknown[] };
      return rows.length > 0;
    },
    { timeout: 20_000 },
  );
}
