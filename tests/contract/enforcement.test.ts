/** Policies before every call of the contract: whom they stop, whom they never may, and what they must not betray. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { updatePolicy } from '#contract/policies.ts';
import { listUserNames } from '#contract/users.ts';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { decide } from '#domain/policy/evaluation/evaluate.ts';
import type { Facts } from '#domain/policy/facts.ts';
import { toWallClock } from '#kit/date.ts';
import { newId } from '#kit/ids.ts';
import { readCatalogue } from '#server/commands/policy-catalogue.ts';
import { contacts, reports, requests } from '#server/db/schema.ts';
import { DEMO_POLICIES } from '#server/db/seed/policies.ts';
import { CALL_TARGETS, isExempt } from '#server/policies/call-targets.ts';
import { anyPolicy } from '#tests/support/policies.ts';
import { ALWAYS, allow, anyOf, claim, deny, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { serverForAll, type TestUser } from '#tests/support/server.ts';
import { OBJECTS, referenceFields } from './objects.ts';
import { readAll } from './read-all.ts';
import { callRaw, type Firm, type Input, inputsOf, seedFirm, seedTheirs } from './successes.ts';

const guarded = Object.entries(endpoints).filter(([, { guard }]) => guard !== 'public' && guard !== 'client');
const subject = guarded.filter(([, endpoint]) => !isExempt(endpoint));
const exempt = guarded.filter(([, endpoint]) => isExempt(endpoint));

const REFUSED = { status: 403, raw: { message: 'This action is unauthorized.' } };
const RUNS = 40;
const EVERYTHING = policiesOf({ rules: [allow()] });
const NOTHING = policiesOf({ rules: [deny()] });
/** Allows what is about a thing of which anything is known. */
const KNOWN = policiesOf({
  rules: [
    allow(anyOf(claim('contact.id number greater', '0'), claim('request.code_number number greater', '0'))),
  ],
  ruleCombine: 'allowIfOneAllowed',
});

const server = serverForAll({ config: { enforce: 'on' } });
let firm: Firm;
let inputs: Record<string, Input>;
let catalogue: Catalogue;
/** Things of a colleague of the promoter. */
let theirs: { contact: number; code: number };
beforeAll(async () => {
  await seedPolicies(server, DEMO_POLICIES);
  firm = await seedFirm(server);
  // It has saved a policy of its own.
  await seedPolicies(server, DEMO_POLICIES);
  inputs = await inputsOf(server, firm);
  catalogue = await readCatalogue(server.db);
  theirs = await seedTheirs(server, firm, await server.signIn(server.users.colleague));
});
beforeEach(() => seedPolicies(server, DEMO_POLICIES));

const ask = (name: string, endpoint: Endpoint, more: Input = {}) => {
  const headers = { ...firm.headersFor(endpoint), 'idempotency-key': newId() };
  return callRaw(server, { endpoint, input: { ...inputs[name], ...more }, headers });
};

it('never stand before signing in, knowing who one is, health, other programs, or the policies themselves', () => {
  expect(exempt.map(([name]) => name).sort()).toEqual([
    ...['changeClient', 'createClient', 'createPersonalToken', 'deleteClient', 'getUser', 'listAttributes'],
    ...['listAuthorizedTokens', 'listClients', 'listComparisons', 'listPersonalTokens', 'listPolicies'],
    ...[
      'listScopes',
      'listSources',
      'replaceClientSecret',
      'revokeAuthorizedToken',
      'revokePersonalToken',
      'updatePolicy',
    ],
  ]);
});

it('know of every field that names a thing what it is, or that it is none of theirs', () => {
  // Who is named by a moderator or an administrator, what an order chooses, and what there is in the warehouse:
  // policies have no source for them. Of a payment they are asked about its reports and requests.
  const others = ['user_id', 'promoterId', 'promoter_id', 'payment_id', 'district_id', 'work_id'];
  const known = subject.filter(
    ([, { scope, path }]) =>
      scope !== 'warehouse' && !/^\/api\/(users|promo\/moderation\/payments)\//.test(path),
  );
  const named = known.flatMap(([name, { input }]) =>
    referenceFields(input)
      .filter(field => !others.includes(field))
      .map(field => [name, field, OBJECTS[name]?.[field]?.whose === 'firm' ? 'firm' : 'own']),
  );
  expect(Object.entries(CALL_TARGETS).map(([name, { field, whose }]) => [name, field, whose])).toEqual(
    expect.arrayContaining(named),
  );
  expect(Object.keys(CALL_TARGETS)).toHaveLength(named.length);
});

describe('without any policy', () => {
  it.each(subject)('%s is refused, and nothing happens', async (name, endpoint) => {
    await seedPolicies(server, []);
    const { audit_log: _, ...before } = await readAll(server);
    expect(await ask(name, endpoint)).toEqual(REFUSED);
    const { audit_log: __, ...after } = await readAll(server);
    expect(after).toEqual(before);
  });

  it.each([...exempt, ...Object.entries(endpoints).filter(([, { guard }]) => guard === 'public')])(
    '%s is answered',
    async (name, endpoint) => {
      await seedPolicies(server, []);
      expect((await ask(name, endpoint)).status).toBe(successStatus(endpoint));
    },
  );

  it('somebody signs in, mends the policies, and goes on', async () => {
    await seedPolicies(server, []);
    const headers = await server.signIn(server.users.admin);
    const [all] = EVERYTHING;
    const call = (endpoint: Endpoint, input: Input) => callRaw(server, { endpoint, input, headers });
    expect((await call(listUserNames, {})).status).toBe(403);
    expect((await call(updatePolicy, { policyData: all })).status).toBe(200);
    expect((await call(listUserNames, {})).status).toBe(200);
  });
});

it.each(subject)(
  '%s is done by who does it daily, with the policies of the demo firm',
  async (name, endpoint) => {
    inputs = await inputsOf(server, firm);
    expect((await ask(name, endpoint)).status).toBe(successStatus(endpoint));
  },
);

/** Half of them apply to everything, so that their rules are heard. */
const somePolicies = () =>
  fc.array(fc.tuple(anyPolicy(catalogue), fc.boolean()), { maxLength: 4 }).map(drawn =>
    drawn.map(([policy, always], at) => ({
      ...policy,
      id: at + 1,
      target: always ? ALWAYS : policy.target,
    })),
  );

const owned = Object.entries(CALL_TARGETS).filter(([, { whose }]) => whose === 'own');

it.each(owned)(
  'whatever they say of %s, what is not the own looks as if it never was',
  async (name, { field, source }) => {
    const endpoint = endpoints[name] ?? expect.fail(name);
    const foreign = source === 'contact' ? theirs.contact : theirs.code;
    const answers = new Set<number>();
    await fc.assert(
      fc.asyncProperty(somePolicies(), async seeded => {
        await seedPolicies(server, seeded);
        const unknown = await ask(name, endpoint, { [field]: 999_999_999 });
        expect(await ask(name, endpoint, { [field]: foreign })).toEqual(unknown);
        if (unknown.status === 403) expect(unknown).toEqual(REFUSED);
        answers.add(unknown.status);
      }),
      { numRuns: RUNS, examples: [[[]], [EVERYTHING], [KNOWN]] },
    );
    expect([...answers].sort()).toEqual([403, OBJECTS[name]?.[field]?.missing]);
  },
);

it('say on the server what they say on the page, which knows everything', async () => {
  const endpoint = endpoints.getModerationRequest ?? expect.fail('no such call');
  const facts = await factsOfPaid();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(somePolicies(), async seeded => {
      await seedPolicies(server, seeded);
      const { decision, reason } = decide(seeded, facts, catalogue);
      const { status } = await ask('getModerationRequest', endpoint, { id: firm.paidId });
      expect([reason, status]).toEqual([reason, decision === 'allow' ? 200 : 403]);
      seen.add(reason);
    }),
    { numRuns: 4 * RUNS, examples: [[[]], [EVERYTHING], [NOTHING]] },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['noPolicyApplies', 'policyAllows', 'policyDenies']));
});

/** Everything that there is to know when the moderator opens the paid request. */
async function factsOfPaid(): Promise<Facts> {
  const { db, clock, users } = server;
  const [order] = await db.select().from(requests).where(eq(requests.id, firm.paidId));
  const [report] = await db.select().from(reports).where(eq(reports.id, firm.reportId));
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, firm.contactId));
  if (!order || !report || !contact) throw new Error('the firm has lost its paid request');
  const wall = (date: Date) => toWallClock(date.getTime(), 'Europe/Moscow');
  const { first_name, last_name, comment } = contact;
  // Everybody of the fixture came in the same moment.
  const person = ({ id, name, email }: TestUser, role: string) => ({
    id,
    name,
    email,
    role: [role],
    created_at: '2026-11-20 15:12:39',
    firm: { id: 1 },
  });
  const owner = person(users.promoter, 'promoter');
  return {
    user: person(users.moderator, 'moderator'),
    environment: { time: wall(new Date(clock())), ip: 'local', action: 'getModerationRequest' },
    request: {
      id: firm.paidId,
      code_number: firm.codeNumber,
      type: 'point',
      state: 'done',
      tofirm: 1500.5,
      percent: 450.15,
      paid: true,
      created_at: wall(order.created_at),
      promoter: owner,
      contact: {
        id: contact.id,
        first_name,
        last_name,
        comment,
        created_at: wall(contact.created_at),
        owner,
      },
      report: {
        id: report.id,
        number: 1,
        created_at: wall(report.created_at),
        user: owner,
        closed_at: report.closed_at && wall(report.closed_at),
      },
    },
  };
}
