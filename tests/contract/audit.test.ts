/** Whatever changes something is written down, with who really did it: every call of the contract. */
import { gt } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { WAREHOUSE_STAFF } from '#contract/guard.ts';
import { auditLog } from '#server/db/schema.ts';
import { createUserWithRole, workAs } from '#tests/support/people.ts';
import { serverForAll } from '#tests/support/server.ts';
import { readAll } from './read-all.ts';
import { callRaw, type Firm, type Input, inputsOf, seedFirm } from './successes.ts';

/** Bookkeeping of the calls themselves. */
const ASIDE = [
  ...['audit_log', 'idempotency_keys', 'login_attempts', 'oauth_access_tokens', 'oauth_refresh_tokens'],
];

const guarded = Object.entries(endpoints).filter(([, { guard }]) => guard !== 'public' && guard !== 'client');
/** What only a user themselves or their program may call names nobody beside them. */
const byOwnUser = guarded.filter(
  ([, { notWhileImpersonating, bearers = ['page'] }]) => notWhileImpersonating || !bearers.includes('page'),
);
const asAnother = guarded.filter(([name]) => !byOwnUser.some(([own]) => own === name));

const server = serverForAll();
let firm: Firm;
let inputs: Record<string, Input>;
beforeAll(async () => {
  firm = await seedFirm(server);
  inputs = await inputsOf(server, firm);
});

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

function targetOf({ guard }: Endpoint) {
  const { promoter, moderator, admin } = server.users;
  if (guard === 'edit_users') return admin;
  return guard === 'edit_promoters' || guard === WAREHOUSE_STAFF ? moderator : promoter;
}

const changing = new Set<string>();

it.each(asAnother)('%s, called by who works as somebody else, names both of them', async (name, endpoint) => {
  const boss = await createUserWithRole(server, 'admin');
  const target = targetOf(endpoint);
  const headers = await workAs(server, await server.signIn(boss), target);
  const { status, changed, written } = await watch(name, endpoint, headers);
  expect(status).toBe(200);
  expect(changed.length > 0).toBe(written.length > 0);
  if (changed.length > 0) changing.add(name);
  for (const entry of written) {
    const named = { actor_id: target.id, impersonator_id: boss.id, request_id: expect.any(String) };
    expect(entry).toMatchObject(named);
  }
});

it.each(byOwnUser)('%s, called by somebody as themselves, names them alone', async (name, endpoint) => {
  const { status, changed, written } = await watch(name, endpoint, firm.headersFor(endpoint));
  expect(status).toBe(successStatus(endpoint));
  // Tokens are set aside above, and every call that changes things of one's own is written down.
  expect(written).toHaveLength(endpoint.method === 'GET' ? 0 : 1);
  expect(changed.length === 0 || written.length === 1).toBe(true);
  const actor_id = endpoint.guard === 'session' ? server.users.promoter.id : server.users.admin.id;
  for (const entry of written) {
    expect(entry).toMatchObject({ actor_id, impersonator_id: null, request_id: expect.any(String) });
  }
});

it('has met every call that changes something', () => {
  const said = asAnother.flatMap(([name, { succeedsBy }]) => (succeedsBy ? [name] : []));
  // A report that is open already is not opened: nothing changes, nothing is written.
  const expected = said.filter(name => name !== 'openReport');
  expect([...changing].sort()).toEqual(expect.arrayContaining(expected.sort()));
});
