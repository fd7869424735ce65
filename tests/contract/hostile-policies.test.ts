/** Whatever is sent as a policy is stored whole or refused in words, and what is stored stays what it was. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULE_COMBINES, updatePolicy } from '#contract/policies.ts';
import { emptyNode } from '#domain/policy/policy.ts';
import { type Called, post } from '#tests/support/calls.ts';
import { chain, fan, samplePolicy } from '#tests/support/sample-policy.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { readAll } from './read-all.ts';

let server: TestServer;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await createTestServer();
  headers = await server.signIn(server.users.admin);
  expect((await save(samplePolicy(1))).status).toBe(200);
});
afterAll(() => server.close());

const save = (policyData: unknown) => post(server, updatePolicy.path, { policyData }, headers);

const sendText = async (body: string) => {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  const answer = await server.fetch(updatePolicy.path, init);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

/** What was said, by field; nothing may have changed. */
const refused = async (send: () => Promise<Pick<Called, 'status' | 'body'>>) => {
  const before = await readAll(server);
  const { status, body } = await send();
  expect(await readAll(server)).toEqual(before);
  expect([status, typeof body.message]).toEqual([422, 'string']);
  for (const said of Object.values(body.errors).flat()) expect(said).toMatch(/[а-я]/i);
  return body.errors;
};

const withTarget = (target: unknown) => ({ ...samplePolicy(1), target });
const nested = (levels: number, open: string, close: string) =>
  JSON.stringify({ policyData: withTarget('?') }).replace(
    '"?"',
    `${open.repeat(levels)}null${close.repeat(levels)}`,
  );

describe('too much of it', () => {
  it.each([17, 18])('is a tree of %i levels, which is refused by where it is', async levels => {
    const errors = await refused(() => save(withTarget(chain(levels))));
    expect(Object.keys(errors)).toEqual([`policyData.target${'.children[0]'.repeat(15)}.children`]);
    expect(Object.values(errors)[0]).toEqual([expect.stringContaining('16 уровней')]);
  });

  it('is not a tree of 16 levels, nor one of 1,000 nodes', async () => {
    expect((await save(samplePolicy(2, { target: chain(16), rules: [] }))).status).toBe(200);
    const deepest = { ...samplePolicy(2).rules[0], condition: chain(16) };
    expect((await save({ ...samplePolicy(2), rules: [deepest] })).status).toBe(200);
    expect((await save(samplePolicy(3, { target: fan(1000), rules: [] }))).status).toBe(200);
  });

  it('is 1,001 nodes, wherever they are', async () => {
    expect(await refused(() => save(samplePolicy(1, { target: fan(1001), rules: [] })))).toMatchObject({
      'policyData.target.children': [expect.stringContaining('1000 узлов')],
    });
    const rules = Array.from({ length: 1000 }, (_, at) => ({
      ...{ id: at + 1, name: '', effect: 'allow', condition: emptyNode('allOf') },
    }));
    expect(await refused(() => save({ ...samplePolicy(1), rules }))).toMatchObject({
      'policyData.rules[999].condition': [expect.stringContaining('1000 узлов')],
    });
  });

  it.each([
    ['lists', '[', ']'],
    ['nodes', '{"type":"allOf","children":[', ']}'],
    ['values', '{"compareValue":', '}'],
    ['unknown fields', '{"x":', '}'],
  ])('is a depth of 10,000 %s', async (_what, open, close) => {
    const body = nested(10_000, open, close);
    // What is not too deep for the reading of JSON is too large for it, or the other way round.
    if (body.length > 256 * 1024) expect((await sendText(body)).status).toBe(413);
    else expect(await refused(() => sendText(body))).toHaveProperty('policyData');
  });

  it('is more than 256 KB, but not more than others may send', async () => {
    const before = await readAll(server);
    const large = (bytes: number) => ({ ...samplePolicy(1), name: 'x'.repeat(bytes) });
    const refusal = { message: 'The request body is too large.' };
    for (const bytes of [256 * 1024, 10_000_000]) {
      expect(await save(large(bytes))).toMatchObject({ status: 413, body: refusal });
    }
    expect(await readAll(server)).toEqual(before);
    expect((await save({ ...large(200_000), id: 4 })).status).toBe(200);
    const elsewhere = { first_name: 'x'.repeat(70_000) };
    expect((await post(server, '/api/promo/contacts/save', elsewhere, headers)).status).toBe(413);
  });

  it('is 10 MB in pieces without a length', async () => {
    const piece = new TextEncoder().encode('x'.repeat(64 * 1024));
    let left = 160;
    const body = new ReadableStream({
      pull(controller) {
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(piece);
      },
    });
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    // `duplex` is asked for by Node and not yet known to the types.
    const answer = await server.fetch(updatePolicy.path, { ...init, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(left).toBeGreaterThan(100);
  });
});

const leaf = { type: 'user', attribute: 'role', comparisonType: 'list', comparisonMethod: 'equal' };
const inRule = (condition: unknown) => ({
  ...samplePolicy(1),
  rules: [...samplePolicy(1).rules, { id: 2, name: '', effect: 'deny', condition }],
});

it.each([
  ['type', { ...leaf, type: 'planet' }],
  ['type', { ...leaf, type: '__proto__' }],
  ['type', { ...leaf, type: 'constructor' }],
  ['attribute', { ...leaf, attribute: 'shoe_size' }],
  ['attribute', { ...leaf, attribute: 'toString' }],
  ['comparisonType', { ...leaf, comparisonType: 'number' }],
  ['comparisonMethod', { ...leaf, comparisonMethod: 'regexp' }],
  ['type', { type: 5 }],
  ['type', { type: ['allOf'] }],
  ['children', { type: 'allOf', children: {} }],
  ['children', { type: 'allOf', children: 'все' }],
  ['children[1]', { type: 'allOf', children: [{}, 7] }],
  ['children[0].type', { type: 'allOf', children: [{ type: 'x' }] }],
  ['relatedModel[0].type', { ...leaf, relatedModel: [{ type: 'x' }] }],
  ['compareValue', { ...leaf, compareValue: { a: 1 } }],
  ['compareValue[1]', { ...leaf, compareValue: ['a', null] }],
  ['compareValue', { ...leaf, compareValue: '\ud800' }],
])('a wrong %s of a condition is told by its place', async (place, condition) => {
  const errors = await refused(() => save(inRule(condition)));
  expect(Object.keys(errors)).toEqual([`policyData.rules[1].condition.${place}`]);
});

it.each([
  ['id', { ...samplePolicy(1), id: 0 }],
  ['id', { ...samplePolicy(1), id: '1' }],
  ['id', { ...samplePolicy(1), id: 2 ** 53 }],
  ['name', { ...samplePolicy(1), name: null }],
  ['name', { ...samplePolicy(1), name: 'a\u0000' }],
  ['name', { ...samplePolicy(1), name: '\udfff' }],
  ['ruleCombine', { ...samplePolicy(1), ruleCombine: 'allowAll' }],
  ['target', { ...samplePolicy(1), target: 'text' }],
  ['target', { ...samplePolicy(1), target: [] }],
  ['rules', { ...samplePolicy(1), rules: {} }],
  ['rules[1].id', { ...samplePolicy(1), rules: [...samplePolicy(1).rules, ...samplePolicy(1).rules] }],
  ['rules.0.effect', { ...samplePolicy(1), rules: [{ ...samplePolicy(1).rules[0], effect: 'maybe' }] }],
])('a wrong %s is told by its name', async (place, policy) => {
  expect(Object.keys(await refused(() => save(policy)))).toEqual([`policyData.${place}`]);
});

it('tells of twenty faults at most', async () => {
  const children = Array.from({ length: 50 }, () => ({ type: 'planet' }));
  expect(Object.keys(await refused(() => save(withTarget({ type: 'allOf', children }))))).toHaveLength(20);
});

it.each([[{}], [{ policyData: null }], [{ policyData: [] }], [{ policyData: 'x' }], [{ policyData: {} }]])(
  '%j is no policy',
  async body => {
    await refused(() => post(server, updatePolicy.path, body, headers));
  },
);

/** Something near a policy: right names, values of any kind. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('allOf', 'user', 'role', 'list', 'equal'),
);
const node = fc.letrec(tie => ({
  node: fc.record(
    {
      ...{ type: anything, attribute: anything, comparisonType: anything, comparisonMethod: anything },
      compareValue: anything,
      relatedModel: fc.oneof({ maxDepth: 4 }, anything, fc.array(tie('node'), { maxLength: 3 })),
      children: fc.oneof({ maxDepth: 4 }, anything, fc.array(tie('node'), { maxLength: 3 })),
    },
    { requiredKeys: [] },
  ),
})).node;
const rule = fc.record({
  ...{
    id: fc.oneof(fc.integer({ min: -1, max: 3 }), anything),
    name: fc.oneof(fc.string({ unit: 'binary' }), anything),
  },
  ...{ effect: fc.oneof(fc.constantFrom('allow', 'deny'), anything), condition: fc.oneof(node, anything) },
});
const policy = fc.record({
  ...{
    id: fc.constant(9),
    name: fc.string({ unit: 'binary' }),
    ruleCombine: fc.constantFrom(...RULE_COMBINES),
  },
  ...{ target: fc.oneof(node, anything), rules: fc.oneof(fc.array(rule, { maxLength: 3 }), anything) },
});

it('anything near a policy is stored or refused in words, and never fails', async () => {
  await fc.assert(
    fc.asyncProperty(policy, async sent => {
      const { status, body } = await save(sent);
      expect([200, 422]).toContain(status);
      if (status === 422) expect(Object.keys(body.errors).length).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});
