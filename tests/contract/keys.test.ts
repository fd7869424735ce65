/**
 * What is asked twice under one Idempotency-Key is done once and told again; what tells a secret is kept under none.
 * What is asked under another version than there is (If-Match) is not done.
 */
import { beforeEach, expect, it } from 'vitest';
import { successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { newId } from '#kit/ids.ts';
import { idempotencyKeys } from '#server/db/schema.ts';
import { serverForAll } from '#tests/support/server.ts';
import { changesNothing } from './read-all.ts';
import { callWhole, type Firm, type Input, inputsOf, seedFirm } from './successes.ts';

const server = serverForAll();
let firm: Firm | undefined;
let inputs: Record<string, Input>;
beforeEach(async () => {
  firm ??= await seedFirm(server);
  inputs = await inputsOf(server, firm);
});

const KEYLESS = ['createClient', 'replaceClientSecret', 'createPersonalToken', 'loginAs'];
const READING = [
  'getUser',
  'listRequests',
  'findTakenEmails',
  'readStats',
  'readStatsDays',
  'obtainToken',
  'revokeToken',
];
const changing = Object.entries(endpoints).filter(
  ([name, { method }]) => method !== 'GET' && ![...KEYLESS, ...READING].includes(name),
);
const STATUS = 'idempotency-status';

/** Asks for a success as often as that, under one key. */
function asking(
  name: string,
  more: Record<string, string> = { 'idempotency-key': newId() },
  change: Input = {},
) {
  const endpoint = endpoints[name] ?? expect.fail(name);
  const headers = { ...firm?.headersFor(endpoint), ...more };
  return () => callWhole(server, { endpoint, input: { ...inputs[name], ...change }, headers });
}

it.each(changing)(
  '%s is told again under its key word for word, and nothing is done twice',
  async (name, endpoint) => {
    const key = newId();
    const ask = asking(name, { 'idempotency-key': key });
    const { status, raw, head } = await ask();
    expect([status, head[STATUS]]).toEqual([successStatus(endpoint), 'stored']);
    expect(head['idempotency-key']).toBe(key);
    // Reports say so where they have done nothing.
    expect(raw).not.toMatchObject({ status: 'error' });
    const again = await changesNothing(server, ask);
    expect([again.status, JSON.stringify(again.raw)]).toEqual([status, JSON.stringify(raw)]);
    expect(again.head).toEqual({ ...head, [STATUS]: 'replayed' });
    if (status === 204) expect(head).not.toHaveProperty('content-type');
  },
);

it.each([
  ['saveReceipt', { description: 'Другое' }],
  ['tellRequest', { state: 'new' }],
])('%s with another payload under the same key is refused, and does nothing', async (name, change) => {
  const key = { 'idempotency-key': newId() };
  await asking(name, key)();
  const { status, raw } = await changesNothing(server, asking(name, key, change));
  expect([status, raw]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
});

it.each(KEYLESS)(
  '%s, which tells a secret, is done each time, and nothing is kept under a key',
  async name => {
    const kept = await server.db.$count(idempotencyKeys);
    const ask = asking(name);
    const [first, again] = [await ask(), await ask()];
    expect(JSON.stringify(again.raw)).not.toBe(JSON.stringify(first.raw));
    expect([first.head, again.head].filter(head => STATUS in head)).toEqual([]);
    expect(await server.db.$count(idempotencyKeys)).toBe(kept);
  },
);

const conditional = changing.filter(([, { conditional }]) => conditional);
const UNREADABLE = ['1', 'W/"1"', '"a"', '"x"', '""', '"-1"', '"1","2"', '"1", "2"', `"${'9'.repeat(16)}"`];
/** Wrong for every one of them. */
const WRONG = { policyData: 'x', nomenclature: 'x', report_id: 'x' };

it.each(conditional)(
  '%s under another version than there is, or one that cannot be read, does nothing',
  async name => {
    for (const version of [0, 999]) {
      const { status, raw } = await changesNothing(server, asking(name, { 'if-match': `"${version}"` }));
      expect([version, status, raw]).toEqual([version, 412, { message: 'It was changed meanwhile.' }]);
    }
    for (const version of UNREADABLE) {
      const { status, raw } = await changesNothing(server, asking(name, { 'if-match': version }, WRONG));
      expect([version, status, Object.keys(Object(raw))]).toEqual([version, 400, ['message']]);
    }
  },
);

it.each(conditional)('%s under any version is done, and under none', async (name, endpoint) => {
  expect((await asking(name, { 'if-match': '*' })()).status).toBe(successStatus(endpoint));
  inputs = await inputsOf(server, firm ?? expect.fail());
  expect((await asking(name, {})()).status).toBe(successStatus(endpoint));
});
