import { describe, expect, it } from 'vitest';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { attributeOf, methodOf, takesValue, WITHOUT_VALUE } from './catalogue.ts';
import { relatedType } from './related-type.ts';

describe('a compare value', () => {
  it('is hidden while no method is chosen', () => {
    for (const type of Object.keys(sampleCatalogue.comparisons)) expect(takesValue(type, null)).toBe(false);
  });

  it('is hidden for objects and related things, whatever the method', () => {
    for (const { method } of Object.values(sampleCatalogue.comparisons).flat()) {
      expect(['object', 'hasOne'].map(type => takesValue(type, method))).toEqual([false, false]);
    }
  });

  it.each(WITHOUT_VALUE)('is hidden for %s, which says it all', method => {
    expect(takesValue('bool', method)).toBe(false);
  });

  it.each([
    ['string', 'contains'],
    ['number', 'between'],
    ['datetime', 'before'],
    ['list', 'in'],
  ])('is asked for by %s %s', (type, method) => expect(takesValue(type, method)).toBe(true));
});

describe('a name from outside', () => {
  it.each(['constructor', '__proto__', 'toString'])('%s finds nothing', name => {
    expect(attributeOf(sampleCatalogue, name, 'name')).toBeUndefined();
    expect(attributeOf(sampleCatalogue, 'user', name)).toBeUndefined();
    expect(methodOf(sampleCatalogue, name, 'name')).toBeUndefined();
  });
});

describe('the related thing', () => {
  const typeOf = (relation: string | null) => {
    const request = [{ name: 'x', title: 'X', type: 'hasOne', relation, values: [] }];
    return relatedType({ ...sampleCatalogue, attributes: { request } }, { type: 'request', attribute: 'x' });
  };

  it.each([
    ['user', 'user'],
    ['App\\User', 'user'],
    ['App\\Models\\Contact', 'contact'],
    ['app.Report', 'report'],
    ['App\\Firm', null],
    ['', null],
    ['constructor', null],
    ['App\\', null],
    [null, null],
  ])('of the relation %j is %j', (relation, type) => expect(typeOf(relation)).toBe(type));
});
