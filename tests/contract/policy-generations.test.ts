/** What other backends may answer to the calls of the policy editor, and what the client makes of it (CONTRACT.md). */
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  listAttributes,
  listComparisons,
  listPolicies,
  listSources,
  updatePolicy,
} from '#contract/policies.ts';
import { catalogueOf } from '#domain/policy/catalogue-of.ts';
import { emptyNode } from '#domain/policy/policy.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { hasRole, samplePolicy } from '#tests/support/sample-policy.ts';
import { receiving } from './recording.ts';

const receive = (endpoint: Endpoint, body: string, type = 'application/json', status = 200) =>
  receiving({ status, headers: { 'content-type': type }, body })(endpoint, { policyData: samplePolicy(1) });

const read = async <E extends Endpoint>(endpoint: E, body: unknown) => {
  const answer = await receiving({
    ...{ status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  })(endpoint, {});
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value.value;
};

const one = samplePolicy(1);
const other = samplePolicy(2, { target: hasRole('admin'), rules: [] });
const texts = <Thing extends object>(thing: Thing, ...fields: (keyof Thing)[]) => ({
  ...thing,
  ...Object.fromEntries(fields.map(field => [field, JSON.stringify(thing[field])])),
});

describe('the list of policies', () => {
  it.each([
    ['a list', [one, other]],
    ['wrapped in list', { list: [one, other] }],
    ['wrapped in data', { data: [one, other] }],
    ['wrapped in policies', { policies: [one, other] }],
    ['keyed', { '1': one, '2': other }],
    ['keyed in policies', { policies: { '1': one, '2': other } }],
    ['a page', { list: { data: [one, other], current_page: 1, last_page: 1 } }],
    ['with trees as JSON text', [texts(one, 'target', 'rules'), texts(other, 'target', 'rules')]],
    [
      'with conditions as JSON text',
      [{ ...one, rules: one.rules.map(rule => texts(rule, 'condition')) }, other],
    ],
    [
      'with numbers as text',
      [
        { ...one, id: '1', rules: [{ ...one.rules[0], id: '1' }] },
        { ...other, id: '2' },
      ],
    ],
    ['with keyed rules', [{ ...one, rules: { '4': one.rules[0] } }, other]],
    ['with more than is known', [{ ...one, created_at: '2026-11-20 15:12:39', pivot: {} }, other]],
  ])('is read when it is %s', async (_name, body) => {
    const { list } = await read(listPolicies, body);
    expect(list.map(each => readPolicy(each))).toEqual([
      { ok: true, value: one },
      { ok: true, value: other },
    ]);
  });

  it.each([
    ['missing', {}],
    ['null', { target: null, rules: null }],
    ['an empty list', { target: [], rules: [] }],
    ['an empty text', { target: '', rules: '' }],
    ['an empty list as text', { target: '[]', rules: '[]' }],
    ['null as text', { target: 'null', rules: 'null' }],
  ])('takes a tree that is %s for one in which nothing is chosen', async (_name, trees) => {
    const { target: _target, rules: _rules, ...rest } = one;
    const { list } = await read(listPolicies, [{ ...rest, ...trees }]);
    expect(readPolicy(list[0])).toEqual({ ok: true, value: { ...rest, target: emptyNode(null), rules: [] } });
  });

  it.each([[[]], [{ list: [] }], [{ policies: [] }], [{ data: [] }]])('of %j is empty', async body => {
    expect((await read(listPolicies, body)).list).toEqual([]);
  });

  it.each([
    ['a tree that is no JSON', { target: '{"type":' }],
    ['a tree that is a list', { target: [hasRole('admin')] }],
    ['a tree that is a number', { target: 7 }],
    ['rules that are none', { rules: 'нет' }],
    ['another combination', { ruleCombine: 'firstApplicable' }],
  ])('with %s is not read as something else', async (_name, change) => {
    expect(await receive(listPolicies, JSON.stringify([{ ...one, ...change }]))).toMatchObject({ ok: false });
  });
});

describe('the catalogue', () => {
  const bare = { name: 'type', type: 'list' };
  const chosen = (values: unknown) => ({ request: [{ ...bare, values }] });

  it.each([
    ['titled', [{ id: 'basa', name: 'Линия' }], [{ id: 'basa', name: 'Линия' }]],
    [
      'bare',
      ['basa', 5],
      [
        { id: 'basa', name: 'basa' },
        { id: '5', name: '5' },
      ],
    ],
    [
      'a map',
      { basa: 'Линия', 7: 'Семь' },
      [
        { id: '7', name: 'Семь' },
        { id: 'basa', name: 'Линия' },
      ],
    ],
    ['numbered', [{ id: 1, name: 'Первая' }], [{ id: '1', name: 'Первая' }]],
    ['nameless', [{ id: 1 }], [{ id: '1', name: '1' }]],
    ['none', null, []],
    ['an empty map', [], []],
  ])('has values that came %s', async (_name, values, expected) => {
    const catalogue = catalogueOf({}, await read(listAttributes, chosen(values)), {});
    expect(catalogue.attributes.request?.[0]?.values).toEqual(expected);
  });

  it('leads to the sources that classes are named after', async () => {
    const owners = ['App\\User', 'App\\Models\\user', 'user', 'App\\Person', null, undefined];
    const rows = owners.map((relation, at) => ({ name: `owner${at}`, type: 'hasOne', relation }));
    const sources = await read(listSources, { user: 'Пользователь', contact: 'Контакт' });
    const catalogue = catalogueOf(sources, await read(listAttributes, { contact: rows }), {});
    const relations = catalogue.attributes.contact?.map(({ relation }) => relation);
    expect(relations).toEqual(['user', 'user', 'user', null, null, null]);
  });

  it('is read where attributes and methods are keyed, untitled and flagged in other words', async () => {
    const attributes = await read(listAttributes, {
      user: { '0': { name: 'email', type: 'string' } },
      firm: [],
    });
    const comparisons = await read(listComparisons, {
      list: { '1': { method: 'in', title: 'входит в', multiple: '1' } },
      string: [{ method: 'equal', title: 'равно', multiple: null }],
    });
    const catalogue = catalogueOf(await read(listSources, { user: 'Кто' }), attributes, comparisons);
    expect(catalogue).toMatchObject({
      sources: { user: 'Кто', firm: 'firm' },
      attributes: { user: [{ name: 'email', title: 'Email' }], firm: [] },
      comparisons: {
        list: [{ method: 'in', multiple: true }],
        string: [{ method: 'equal', multiple: false }],
      },
    });
  });

  it('of PHP without entries is empty', async () => {
    const nothing = [
      await read(listSources, []),
      await read(listAttributes, []),
      await read(listComparisons, []),
    ];
    expect(nothing).toEqual([{}, {}, {}]);
  });
});

describe('a save', () => {
  it.each([
    ['nothing', '', 'text/html; charset=UTF-8'],
    ['1', '1', 'text/html; charset=UTF-8'],
    ['null', 'null', 'application/json'],
    ['an empty list', '[]', 'application/json'],
    ['the policy', JSON.stringify(one), 'application/json'],
    ['the status alone', '{"status":"success"}', 'application/json'],
  ])('has happened when the answer is %s', async (_name, body, type) => {
    expect(await receive(updatePolicy, body, type)).toMatchObject({ ok: true });
  });

  it.each([
    ['an error', '{"status":"error","message":"Нельзя"}', 'application/json'],
    ['a page of somebody else', '<!doctype html><title>Вход</title>', 'text/html; charset=UTF-8'],
  ])('has not happened when the answer is %s', async (_name, body, type) => {
    expect(await receive(updatePolicy, body, type)).toMatchObject({ ok: false });
  });

  it('that is refused names its faults by their places', async () => {
    const errors = { 'policyData.rules[2].condition': ['Правило 3: глубже, чем 16 уровней'] };
    const answer = await receive(
      updatePolicy,
      JSON.stringify({ message: '', errors }),
      'application/json',
      422,
    );
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'refused', status: 422 } });
    expect(JSON.stringify(answer)).toContain('Правило 3: глубже, чем 16 уровней');
  });
});
