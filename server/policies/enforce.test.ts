import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  deleteContact,
  getContact,
  listContactStates,
  listContacts,
  saveContact,
} from '#contract/contacts.ts';
import { getModerationRequest } from '#contract/moderation.ts';
import { payRequest } from '#contract/reports.ts';
import { healthReady } from '#contract/runtime.ts';
import { HOUR_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { get, post } from '#tests/support/calls.ts';
import { createUserWithRole, workAs } from '#tests/support/people.ts';
import {
  allOf,
  allow,
  anyOf,
  claim,
  deny,
  exists,
  linesOf,
  notesOf,
  policiesOf,
  seedPolicies,
} from '#tests/support/policy-book.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { auditLog, contacts, idempotencyKeys, policies } from '../db/schema.ts';

const REFUSED = { message: 'This action is unauthorized.' };
const LIST = `${listContacts.path}?page=1`;
const contact = {
  first_name: 'Секретна',
  last_name: 'Тайная',
  contact_phones: [{ full_phone: '0001234567' }],
};

type Mode = 'off' | 'log' | 'on';
type Headers = Record<string, string>;
let servers: Record<Mode, TestServer>;
let on: TestServer;
let headers: Headers;
beforeAll(async () => {
  const start = (enforce: Mode) => createTestServer({ config: { enforce } });
  servers = { off: await start('off'), log: await start('log'), on: await start('on') };
  on = servers.on;
  headers = await on.signIn(on.users.promoter);
});
afterAll(() => Promise.all(Object.values(servers).map(server => server.close())));
beforeEach(async () => {
  for (const server of Object.values(servers)) {
    server.logged.length = 0;
    await server.db.delete(auditLog);
  }
});

const everything = policiesOf({ rules: [allow()] });
const nothing = policiesOf({ rules: [deny()] });

/** Everything that was written anywhere about the calls. */
const written = async (server: TestServer) => JSON.stringify([server.logged, await notesOf(server)]);

/** How many queries a call costs, in the pool or the engine itself. */
async function queriesOf(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  const client = Reflect.get(server.db, '$client') as { query: () => unknown }; // both drivers have it
  const spy = vi.spyOn(client, 'query');
  await work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

it('says that policies are enforced only where they are', async () => {
  const received = async (mode: Mode) =>
    (await get(servers[mode], healthReady.path)).body.features.includes('abac');
  expect([await received('off'), await received('log'), await received('on')]).toEqual([false, false, true]);
});

it('off: policies that deny everything are not asked', async () => {
  const server = servers.off;
  await seedPolicies(server, nothing);
  const promoter = await server.signIn(server.users.promoter);
  expect((await get(server, LIST, promoter)).status).toBe(200);
  expect((await post(server, saveContact.path, contact, promoter)).status).toBe(200);
  expect(await notesOf(server)).toEqual([]);
  expect(await written(server)).not.toContain('policy');
});

it('off costs not one query, on costs one, and one more where it asks what is not known yet', async () => {
  const isPromoter = claim('user.role list equal', 'promoter');
  const counted = async (mode: Mode, condition = isPromoter) => {
    const server = servers[mode];
    await seedPolicies(server, policiesOf({ rules: [allow(condition)], ruleCombine: 'allowIfOneAllowed' }));
    const promoter = await server.signIn(server.users.promoter);
    const ask = async () => expect((await get(server, listContactStates.path, promoter)).status).toBe(200);
    await ask();
    return queriesOf(server, ask);
  };
  const off = await counted('off');
  expect(off).toBeGreaterThan(0);
  expect(await counted('on')).toBe(off + 1);
  // The call names no contact: whatever is asked of contacts, none is read.
  const aboutContacts = anyOf(isPromoter, exists('contact.owner', claim('user.id number equal', 1)));
  expect(await counted('on', aboutContacts)).toBe(off + 1);
  expect(await counted('on', claim('user.created_at datetime after', '2000-01-01'))).toBe(off + 2);
});

it('log: what would be refused is written down, and done', async () => {
  const server = servers.log;
  await seedPolicies(server, nothing);
  const promoter = await server.signIn(server.users.promoter);
  expect((await get(server, LIST, promoter)).status).toBe(200);
  expect(linesOf(server, 'policy.decision')).toMatchObject([
    { decision: 'deny', call: 'listContacts', policy_id: 1, reason: 'policyDenies', enforced: false },
  ]);
  expect(linesOf(server, 'request').at(-1)).toMatchObject({ status: 200, policy: 'deny' });
  const after = { call: 'listContacts', reason: 'policyDenies', enforced: false, named: {} };
  expect(await notesOf(server)).toMatchObject([
    { action: 'policy_deny', entity_id: 1, actor_id: server.users.promoter.id, after },
  ]);
  expect((await post(server, saveContact.path, contact, promoter)).status).toBe(200);
  expect((await notesOf(server)).map(({ action }) => action)).toEqual(['policy_deny', 'policy_deny']);
});

it('on: what is refused does not happen, and is written down', async () => {
  await seedPolicies(on, nothing);
  const before = await on.db.$count(contacts);
  const refused = await post(on, saveContact.path, contact, headers);
  expect([refused.status, refused.body]).toEqual([403, REFUSED]);
  expect(await on.db.$count(contacts)).toBe(before);
  expect(await notesOf(on)).toMatchObject([
    { action: 'policy_deny', entity_id: 1, after: { call: 'saveContact', enforced: true } },
  ]);
  expect(linesOf(on, 'policy.decision')).toMatchObject([
    { call: 'saveContact', enforced: true, policy_id: 1 },
  ]);
  expect(linesOf(on, 'request').at(-1)).toMatchObject({ status: 403, policy: 'deny' });
});

it('on: without any policy nobody may do anything', async () => {
  await seedPolicies(on, []);
  const refused = await get(on, LIST, headers);
  expect([refused.status, refused.body]).toEqual([403, REFUSED]);
  expect(await notesOf(on)).toMatchObject([{ entity_id: null, after: { reason: 'noPolicyApplies' } }]);
});

it('an allowed change is written down with it, an allowed reading in the line of the request alone', async () => {
  await seedPolicies(on, everything);
  expect((await get(on, LIST, headers)).status).toBe(200);
  expect(linesOf(on, 'request').at(-1)).toMatchObject({ policy: 'allow' });
  expect(await notesOf(on)).toEqual([]);
  const saved = await post(on, saveContact.path, contact, headers);
  const after = { call: 'saveContact', reason: 'policyAllows', named: {} };
  expect(await notesOf(on)).toMatchObject([{ action: 'policy_allow', entity_id: 1, after }]);
  await post(on, deleteContact.path, { id: saved.body.id }, headers);
  const [deleted] = await notesOf(on);
  expect(deleted).toMatchObject({ after: { call: 'deleteContact', named: { contact: saved.body.id } } });
  // What came to nothing leaves nothing.
  expect((await post(on, deleteContact.path, { id: saved.body.id }, headers)).status).toBe(404);
  expect(await notesOf(on)).toHaveLength(2);
});

it('a refusal is not the answer of its key: allowed later, the same call is made', async () => {
  await seedPolicies(on, nothing);
  const keyed = { ...headers, 'idempotency-key': newId() };
  expect((await post(on, saveContact.path, contact, keyed)).status).toBe(403);
  expect(await on.db.$count(idempotencyKeys)).toBe(0);
  await seedPolicies(on, everything);
  const done = await post(on, saveContact.path, contact, keyed);
  expect([done.status, done.headers.get('idempotency-status')]).toEqual([200, 'stored']);
});

it('what was done under a key is told again, even where it is refused by now', async () => {
  const unpaid = claim('request.paid bool isFalse');
  const reportId = await seedReport(on);
  const [id] = await seedDone(on, { promoterId: on.users.promoter.id, amounts: [100], reportId });
  await seedPolicies(on, policiesOf({ rules: [allow(unpaid)], ruleCombine: 'allowIfOneAllowed' }));
  const moderator = await on.signIn(on.users.moderator);
  const keyed = { ...moderator, 'idempotency-key': newId() };
  const pay = (more: object, sent: Headers) => post(on, payRequest.path, { request_id: id, ...more }, sent);
  const first = await pay({}, keyed);
  expect(first.status).toBe(200);
  const again = await pay({}, keyed);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('idempotency-status')).toBe('replayed');
  // Told, not done: nothing was decided anew.
  expect(await notesOf(on)).toHaveLength(1);
  expect((await pay({}, moderator)).status).toBe(403);
  const other = await pay({ request_id: 999_999_999 }, keyed);
  // Something was done under this key: nobody may take this for its refusal.
  expect([other.status, other.headers.get('idempotency-status')]).toEqual([403, null]);
});

it('names both who works as somebody else and whom they work as, and judges by the latter', async () => {
  const isPromoter = claim('user.role list equal', 'promoter');
  await seedPolicies(on, policiesOf({ rules: [allow()] }));
  const boss = await createUserWithRole(on, 'admin');
  const working = await workAs(on, await on.signIn(boss), on.users.promoter);
  await seedPolicies(on, policiesOf({ rules: [deny(isPromoter)] }));
  expect((await get(on, LIST, working)).status).toBe(403);
  expect((await get(on, LIST, await on.signIn(boss))).status).toBe(200);
  expect(await notesOf(on)).toMatchObject([
    { action: 'policy_deny', actor_id: on.users.promoter.id, impersonator_id: boss.id },
    { action: 'policy_allow', actor_id: boss.id, after: { call: 'loginAs' } },
  ]);
});

it('writes nothing down of what is known of people', async () => {
  await seedPolicies(on, everything);
  const { body } = await post(on, saveContact.path, contact, headers);
  const { promoter } = on.users;
  const known = allOf(
    claim('user.email string equal', promoter.email),
    claim('contact.first_name string equal', 'Секретна'),
  );
  await seedPolicies(on, policiesOf({ rules: [deny(known)] }));
  const path = getContact.path.replace(':id', String(body.id));
  expect((await get(on, path, headers)).status).toBe(403);
  expect(await written(on)).not.toMatch(/Секретна|Тайная|@|0001234567/);
});

it.each([
  ['a pattern that cannot work', claim('environment.ip string regexp', '(')],
  ['a method that nobody knows', claim('environment.ip string sounds', 'a')],
  ['a number that is none', claim('user.id number equal', '1 500,50')],
])('%s refuses, although another policy allows', async (_, broken) => {
  await seedPolicies(on, policiesOf({ rules: [allow()] }, { rules: [allow(broken)] }));
  expect((await get(on, LIST, headers)).status).toBe(403);
  expect(await notesOf(on)).toMatchObject([{ entity_id: 2, after: { reason: 'error' } }]);
});

it('knows the time of day by the clock of the firm', async () => {
  const duringNight = claim('environment.time datetime between', ['22:00', '06:00']);
  // 15:12:39 in Moscow, and three hours less in UTC.
  const evening = await createTestServer({ config: { enforce: 'on' } });
  await seedPolicies(evening, policiesOf({ rules: [deny(duringNight)] }));
  const answered: number[] = [];
  for (const hours of [0, 6, 1, 7, 1]) {
    evening.clock.advance(hours * HOUR_MS);
    answered.push((await get(evening, LIST, await evening.signIn(evening.users.promoter))).status);
  }
  await evening.close();
  // 15:12, 21:12, 22:12, 05:12, 06:12
  expect(answered).toEqual([200, 200, 403, 403, 200]);
});

it('looks at the thing that is named, and through it at related ones', async () => {
  const moderator = await on.signIn(on.users.moderator);
  const second = await createUserWithRole(on, 'moderator');
  const [ofPromoter] = await seedDone(on, { promoterId: on.users.promoter.id, amounts: [100] });
  const [ofModerator] = await seedDone(on, { promoterId: second.id, amounts: [100] });
  const byPromoter = exists('request.promoter', claim('user.role list equal', 'promoter'));
  await seedPolicies(on, policiesOf({ rules: [allow(byPromoter)], ruleCombine: 'allowIfOneAllowed' }));
  const ask = (id: number | undefined) =>
    get(on, getModerationRequest.path.replace(':id', String(id)), moderator);
  expect((await ask(ofPromoter)).status).toBe(200);
  expect((await ask(ofModerator)).status).toBe(403);
  expect((await ask(999_999_999)).status).toBe(403);
});

it('obeys at once what another process has stored', async () => {
  await seedPolicies(on, everything);
  expect((await get(on, LIST, headers)).status).toBe(200);
  const denying = nothing[0]?.rules ?? expect.fail('no rules');
  await on.db.update(policies).set({ rules: denying, version: 1_000_001 });
  expect((await get(on, LIST, headers)).status).toBe(403);
  await on.db.delete(policies);
  await seedPolicies(on, everything);
  expect((await get(on, LIST, headers)).status).toBe(200);
});

it('a policy that cannot be read refuses', async () => {
  await seedPolicies(on, [...everything, ...policiesOf({ rules: [] }, { rules: [] }).slice(1)]);
  const garbage = JSON.parse('{"type":"allOf","children":"all of them"}');
  await on.db.update(policies).set({ target: garbage, version: 1_000_002 }).where(eq(policies.id, 2));
  expect((await get(on, LIST, headers)).status).toBe(403);
  expect(await notesOf(on)).toMatchObject([{ entity_id: 2, after: { reason: 'unreadable' } }]);
});

it('whatever fails on the way to a decision refuses, and tells nobody what it was', async () => {
  for (const [mode, status] of [
    ['on', 403],
    ['log', 200],
  ] as const) {
    const server = servers[mode];
    const promoter = await server.signIn(server.users.promoter);
    await server.db.execute('alter table policies rename to policies_away');
    const answer = await get(server, LIST, promoter);
    await server.db.execute('alter table policies_away rename to policies');
    expect([mode, answer.status]).toEqual([mode, status]);
    if (mode === 'on') expect(answer.body).toEqual(REFUSED);
    expect(linesOf(server, 'policy.failed')).toMatchObject([{ level: 'error', call: 'listContacts' }]);
    expect(await notesOf(server)).toMatchObject([{ entity_id: null, after: { reason: 'failed' } }]);
  }
});

it('a refusal that cannot be written down is one all the same, and stops nobody who is only watched', async () => {
  for (const [mode, status] of [
    ['on', 403],
    ['log', 200],
  ] as const) {
    const server = servers[mode];
    await seedPolicies(server, nothing);
    const promoter = await server.signIn(server.users.promoter);
    await server.db.execute('alter table audit_log rename to audit_log_away');
    const answer = await get(server, LIST, promoter);
    await server.db.execute('alter table audit_log_away rename to audit_log');
    expect([mode, answer.status]).toEqual([mode, status]);
    expect(linesOf(server, 'policy.not_audited')).toHaveLength(1);
  }
});
