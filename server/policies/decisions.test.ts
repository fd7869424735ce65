/** What a call is judged by: the stored policies, the facts of this moment, and whatever goes wrong. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listContactStates, listContacts } from '#contract/contacts.ts';
import { getModerationRequest } from '#contract/moderation.ts';
import { HOUR_MS } from '#kit/clock.ts';
import { get } from '#tests/support/calls.ts';
import { plantDone } from '#tests/support/done-requests.ts';
import { hire } from '#tests/support/people.ts';
import {
  allOf,
  allow,
  claim,
  deny,
  exists,
  linesOf,
  notesOf,
  plantPolicies,
  policiesOf,
} from '#tests/support/policy-book.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { auditLog, policies } from '../db/schema.ts';

const REFUSED = { message: 'This action is unauthorized.' };
const LIST = `${listContacts.path}?page=1`;

type Mode = 'log' | 'on';
type Headers = Record<string, string>;
let servers: Record<Mode, TestServer>;
let on: TestServer;
let headers: Headers;
beforeAll(async () => {
  const start = (enforce: Mode) => createTestServer({ config: { enforce } });
  servers = { log: await start('log'), on: await start('on') };
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

it('one policy that denies is stronger than any that allow', async () => {
  const contactsOnly = allOf(claim('environment.action list in', ['listContacts']));
  await plantPolicies(on, policiesOf({ rules: [allow()] }, { target: contactsOnly, rules: [deny()] }));
  expect((await get(on, LIST, headers)).status).toBe(403);
  expect((await get(on, listContactStates.path, headers)).status).toBe(200);
});

it.each([
  ['a pattern that cannot work', claim('environment.ip string regexp', '(')],
  ['a method that nobody knows', claim('environment.ip string sounds', 'a')],
  ['a number that is none', claim('user.id number equal', '1 500,50')],
])('%s refuses, although another policy allows', async (_, broken) => {
  await plantPolicies(on, policiesOf({ rules: [allow()] }, { rules: [allow(broken)] }));
  expect((await get(on, LIST, headers)).status).toBe(403);
  expect(await notesOf(on)).toMatchObject([{ entity_id: 2, after: { reason: 'error' } }]);
});

it('a draft neither refuses nor allows: its policy applies to nothing until it is finished', async () => {
  const draft = claim('user.role list', null);
  await plantPolicies(on, policiesOf({ rules: [allow()] }, { target: allOf(draft), rules: [deny()] }));
  expect((await get(on, LIST, headers)).status).toBe(200);
  await plantPolicies(on, policiesOf({ target: allOf(draft), rules: [allow()] }));
  expect((await get(on, LIST, headers)).status).toBe(403);
});

it('knows the time of day by the clock of the firm', async () => {
  const atNight = claim('environment.time datetime between', ['22:00', '06:00']);
  // 15:12:39 in Moscow, and three hours less in UTC.
  const evening = await createTestServer({ config: { enforce: 'on' } });
  await plantPolicies(evening, policiesOf({ rules: [deny(atNight)] }));
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
  const second = await hire(on, 'moderator');
  const [ofPromoter] = await plantDone(on, { promoterId: on.users.promoter.id, amounts: [100] });
  const [ofModerator] = await plantDone(on, { promoterId: second.id, amounts: [100] });
  const byPromoter = exists('request.promoter', claim('user.role list equal', 'promoter'));
  await plantPolicies(on, policiesOf({ rules: [allow(byPromoter)], ruleCombine: 'allowIfOneAllowed' }));
  const ask = (id: number | undefined) =>
    get(on, getModerationRequest.path.replace(':id', String(id)), moderator);
  expect((await ask(ofPromoter)).status).toBe(200);
  expect((await ask(ofModerator)).status).toBe(403);
  expect((await ask(999_999_999)).status).toBe(403);
});

it('obeys at once what another process has stored', async () => {
  await plantPolicies(on, everything);
  expect((await get(on, LIST, headers)).status).toBe(200);
  const denying = nothing[0]?.rules ?? expect.fail('no rules');
  await on.db.update(policies).set({ rules: denying, version: 1_000_001 });
  expect((await get(on, LIST, headers)).status).toBe(403);
  await on.db.delete(policies);
  await plantPolicies(on, everything);
  expect((await get(on, LIST, headers)).status).toBe(200);
});

it('a policy that cannot be read refuses', async () => {
  await plantPolicies(on, [...everything, ...policiesOf({ rules: [] }, { rules: [] }).slice(1)]);
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
    await plantPolicies(server, nothing);
    const promoter = await server.signIn(server.users.promoter);
    await server.db.execute('alter table audit_log rename to audit_log_away');
    const answer = await get(server, LIST, promoter);
    await server.db.execute('alter table audit_log_away rename to audit_log');
    expect([mode, answer.status]).toEqual([mode, status]);
    expect(linesOf(server, 'policy.not_audited')).toHaveLength(1);
  }
});
