/** Whatever changes something is written down, with who really did it: every call of the contract. */
import { gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { auditLog } from '#server/db/schema.ts';
import { hire, workAs } from '#tests/support/people.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { readAll } from './read-all.ts';
import { callRaw, type Input, inputsOf, plantFirm } from './successes.ts';

/** Bookkeeping of the calls themselves. */
const ASIDE = [
  'audit_log',
  'idempotency_keys',
  'login_attempts',
  'oauth_access_tokens',
  'oauth_refresh_tokens',
];

const guarded = Object.entries(endpoints).filter(([, { guard }]) => guard !== 'public' && guard !== 'client');
const asAnother = guarded.filter(([, { onlyAsOneself }]) => !onlyAsOneself);

let server: TestServer;
let inputs: Record<string, Input>;
beforeAll(async () => {
  server = await createTestServer();
  inputs = await inputsOf(server, await plantFirm(server));
});
afterAll(() => server.close());

/** Which tables a call changed, and who did what by the audit. */
async function watch(name: string, endpoint: Endpoint, headers: Record<string, string>) {
  const before = await readAll(server);
  const last = Math.max(0, ...(await server.db.select().from(auditLog)).map(({ id }) => id));
  const { status } = await callRaw(server, { endpoint, input: inputs[name] ?? {}, headers });
  const after = await readAll(server);
  const changed = Object.keys(after).filter(
    table => !ASIDE.includes(table) && after[table] !== before[table],
  );
  const written = await server.db.select().from(auditLog).where(gt(auditLog.id, last));
  return { status, changed, written };
}

const targetOf = ({ guard }: Endpoint) =>
  ({ edit_promoters: server.users.moderator, edit_users: server.users.admin })[String(guard)] ??
  server.users.promoter;

const changing = new Set<string>();

it.each(asAnother)('%s, called by who works as somebody else, names both of them', async (name, endpoint) => {
  const boss = await hire(server, 'admin');
  const target = targetOf(endpoint);
  const headers = await workAs(server, await server.signIn(boss), target);
  const { status, changed, written } = await watch(name, endpoint, headers);
  expect(status).toBe(200);
  expect(changed.length > 0).toBe(written.length > 0);
  if (changed.length > 0) changing.add(name);
  for (const entry of written) {
    expect(entry).toMatchObject({
      actor_id: target.id,
      impersonator_id: boss.id,
      request_id: expect.any(String),
    });
  }
});

it('has met every call that changes something', () => {
  const said = guarded.flatMap(([name, { succeedsBy, onlyAsOneself }]) =>
    succeedsBy && !onlyAsOneself ? [name] : [],
  );
  // A report that is open already is not opened: nothing changes, nothing is written.
  const expected = said.filter(name => name !== 'openReport');
  expect([...changing].sort()).toEqual(expect.arrayContaining(expected.sort()));
});
