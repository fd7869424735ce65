/** What other backends may answer to the calls of the policy editor, and what the client makes of it (CONTRACT.md). */
import { describe, expect, it } from 'vitest';
import { listAttributes, listComparisons, listPolicies, listSources } from '#contract/policies.ts';
import { catalogueOf } from '#domain/policy/catalogue.ts';
import { emptyNode } from '#domain/policy/policy.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { hasRole, samplePolicy } from '#tests/support/policies.ts';
import { read, receive } from './recording.ts';

const one = samplePolicy(1);
const other = samplePolicy(2, { target: hasRole('admin'), rules: [] });
const texts = (thing: object, ...fields: string[]) => ({
  ...thing,
  ...Object.fromEntries(fields.map(field => [field, JSON.stringify(Object(thing)[field])])),
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
    ['with conditions as JSON text', [{ ...one, rules: [texts(one.rules[0] ?? {}, 'condition')] }, other]],
    ['with its numbers as text', [{ ...one, id: '1', rules: [{ ...one.rules[0], id: '1' }] }, other]],
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
  it.each<[string, unknown, string[]]>([
    ['titled', [{ id: 'basa', name: 'Линия' }], ['basa Линия']],
    ['bare', ['basa', 5], ['basa basa', '5 5']],
    ['a map', { basa: 'Линия', 7: 'Семь' }, ['7 Семь', 'basa Линия']],
    ['numbered', [{ id: 1, name: 'Первая' }], ['1 Первая']],
    ['nameless', [{ id: 1 }], ['1 1']],
    ['none', null, []],
    ['an empty map', [], []],
  ])('has values that came %s', async (_name, values, expected) => {
    const attributes = await read(listAttributes, { request: [{ name: 'type', type: 'list', values }] });
    const [first] = catalogueOf({}, attributes, {}).attributes.request ?? [];
    expect(first?.values).toEqual(
      expected.map(text => ({ id: text.split(' ')[0], name: text.split(' ')[1] })),
    );
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
    for (const endpoint of [listSources, listAttributes, listComparisons]) {
      expect(await read(endpoint, [])).toEqual({});
    }
  });
});
