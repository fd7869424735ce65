import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { attributeOf, type Catalogue, methodOf, takesValue } from '#domain/policy/catalogue.ts';
import { evaluatePolicy } from '#domain/policy/evaluation/evaluate.ts';
import { emptyNode, newPolicy } from '#domain/policy/policy.ts';
import { serverForAll } from '#tests/support/server.ts';
import { requestStates, roles } from '../db/schema.ts';
import { readCatalogue } from './policy-catalogue.ts';

const server = serverForAll();
let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await readCatalogue(server.db);
});

const valuesOf = (source: string, attribute: string) => attributeOf(catalogue, source, attribute)?.values;

describe('the catalogue', () => {
  it('names five sources, and titles everything in Russian', () => {
    expect(Object.keys(catalogue.sources)).toEqual(['user', 'request', 'contact', 'report', 'environment']);
    expect(Object.keys(catalogue.attributes)).toEqual(Object.keys(catalogue.sources));
    const attributes = Object.values(catalogue.attributes).flat();
    const methods = Object.values(catalogue.comparisons).flat();
    const things = [...attributes, ...methods, ...attributes.flatMap(({ values }) => values)];
    const titles = things.map(thing => ('title' in thing ? thing.title : thing.name));
    for (const title of [...titles, ...Object.values(catalogue.sources)])
      expect(title).toMatch(/[а-я]|^ID$|^Email$/i);
  });

  it('takes roles and states from this firm', async () => {
    const at = { created_at: new Date(), updated_at: new Date() };
    await server.db.insert(roles).values({ name: 'driver', display_name: 'Водитель', ...at });
    await server.db
      .insert(requestStates)
      .values({ code: 'lost', name: 'Потеряна', is_done: false, sort: 99, ...at });
    catalogue = await readCatalogue(server.db);
    expect(valuesOf('user', 'role')).toEqual([
      { id: 'promoter', name: 'Промоутер' },
      { id: 'moderator', name: 'Модератор' },
      { id: 'admin', name: 'Администратор' },
      { id: 'driver', name: 'Водитель' },
    ]);
    expect(valuesOf('request', 'state')?.at(-1)).toEqual({ id: 'lost', name: 'Потеряна' });
  });

  it('names as an action every call that can be refused by a policy', () => {
    const asked = Object.entries(endpoints).filter(([, { guard, path }]) => {
      const isOpen = guard === 'public' || guard === 'client';
      return !isOpen && !/^\/(abac|oauth)\//.test(path) && path !== endpoints.getUser?.path;
    });
    const named = valuesOf('environment', 'action')?.map(({ id }) => id);
    expect(named?.sort()).toEqual(asked.map(([name]) => name).sort());
  });

  it('leads from every hasOne to a source, and compares every attribute', () => {
    for (const { type, relation } of Object.values(catalogue.attributes).flat()) {
      expect(catalogue.comparisons[type]?.length).toBeGreaterThan(0);
      expect(relation === null || Object.hasOwn(catalogue.sources, relation)).toBe(true);
      expect(relation !== null).toBe(type === 'hasOne');
    }
  });
});

/** Something that each type of attribute can be compared with. */
const SAMPLES: Readonly<Record<string, string>> = {
  number: '5',
  datetime: '2026-11-20',
  string: 'а',
  list: 'а',
};

it('offers no method that the evaluator does not know', () => {
  const methods = Object.entries(catalogue.comparisons).flatMap(([type, all]) =>
    all.map(each => ({ type, ...each })),
  );
  expect(methods.length).toBeGreaterThan(20);
  const source = { things: Object.keys(catalogue.comparisons).map(type => attribute(type)) };
  const all = { ...catalogue, attributes: source, sources: { things: 'Вещи' } };
  for (const { type, method, multiple } of methods) {
    const values = Array<string>(multiple ? 2 : 1).fill(SAMPLES[type] ?? '');
    const compareValue = takesValue(type, method) ? values : null;
    const claim = { attribute: type, comparisonType: type, comparisonMethod: method, compareValue };
    const policy = { ...newPolicy([]), target: { ...emptyNode('things'), ...claim } };
    // What is not known is asked of nobody: only the comparison itself can be wrong.
    const { target } = evaluatePolicy(policy, { things: {} }, all);
    expect([type, method, target.answer, target.reason]).toEqual([type, method, 'unknown', 'notKnown']);
  }
  const unknown = {
    attribute: 'string',
    comparisonType: 'string',
    comparisonMethod: 'sounds',
    compareValue: 'а',
  };
  const policy = { ...newPolicy([]), target: { ...emptyNode('things'), ...unknown } };
  expect(evaluatePolicy(policy, { things: {} }, all).target.answer).toBe('error');
  expect(methodOf(catalogue, 'string', 'sounds')).toBeUndefined();
});

function attribute(type: string) {
  return { name: type, title: type, type, relation: type === 'hasOne' ? 'things' : null, values: [] };
}
