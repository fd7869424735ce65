/** Whatever is sent as a policy is stored whole or refused in words, and what is stored stays what it was. */
import { beforeAll, describe, expect, it } from 'vitest';
import { updatePolicy } from '#contract/policies.ts';
import { emptyNode } from '#domain/policy/policy.ts';
import { type Called, post } from '#tests/support/calls.ts';
import { chain, fan, samplePolicy } from '#tests/support/policies.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { readAll } from './read-all.ts';

const server = serverForAll();
const headers = sessionForAll(server, 'admin');
beforeAll(async () => {
  expect((await save(samplePolicy(1))).status).toBe(200);
});

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
const nested = (levels: number, open: string, close: string) => {
  const deep = `${open.repeat(levels)}null${close.repeat(levels)}`;
  return JSON.stringify({ policyData: withTarget('?') }).replace('"?"', deep);
};

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
      id: at + 1,
      name: '',
      effect: 'allow',
      condition: emptyNode('allOf'),
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
    const elsewhere = { first_name: 'x'.repeat(64 * 1024 + 1 - '{"first_name":""}'.length) };
    expect((await post(server, '/api/promo/contacts/save', elsewhere, headers)).status).toBe(413);
  });
});

const leaf = { type: 'user', attribute: 'role', comparisonType: 'list', comparisonMethod: 'equal' };
const first = samplePolicy(1);
const inRule = (condition: object) => ({
  ...first,
  rules: [...first.rules, { id: 2, name: '', effect: 'deny', condition }],
});
const IN_RULE = 'rules[1].condition';

// What is a fault, and which, readPolicy shows (domain/policy/reading); here each is told by its place.
it.each<[string, object]>([
  [`${IN_RULE}.type`, inRule({ ...leaf, type: '__proto__' })],
  [`${IN_RULE}.type`, inRule({ type: ['allOf'] })],
  [`${IN_RULE}.attribute`, inRule({ ...leaf, attribute: 'shoe_size' })],
  [`${IN_RULE}.comparisonType`, inRule({ ...leaf, comparisonType: 'number' })],
  [`${IN_RULE}.comparisonMethod`, inRule({ ...leaf, comparisonMethod: 'regexp' })],
  [`${IN_RULE}.children`, inRule({ type: 'allOf', children: {} })],
  [`${IN_RULE}.children[0].type`, inRule({ type: 'allOf', children: [{ type: 'x' }] })],
  [`${IN_RULE}.relatedModel[0].type`, inRule({ ...leaf, relatedModel: [{ type: 'x' }] })],
  [`${IN_RULE}.compareValue[1]`, inRule({ ...leaf, compareValue: ['a', null] })],
  [`${IN_RULE}.compareValue`, inRule({ ...leaf, compareValue: '\ud800' })],
  ['id', { ...first, id: 2 ** 53 }],
  ['name', { ...first, name: 'a\u0000' }],
  ['ruleCombine', { ...first, ruleCombine: 'allowAll' }],
  ['target', { ...first, target: 'text' }],
  ['target', { ...first, target: [] }],
  ['rules', { ...first, rules: {} }],
  ['rules[1].id', { ...first, rules: [...first.rules, ...first.rules] }],
  ['rules.0.effect', { ...first, rules: [{ ...first.rules[0], effect: 'maybe' }] }],
])('a fault of %s is told by its place', async (place, policy) => {
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
