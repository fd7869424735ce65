import { describe, expect, it } from 'vitest';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { attributeOf, catalogueOf, methodOf, takesValue, WITHOUT_VALUE } from './catalogue.ts';

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

const related = (relation?: string | null) => ({ name: 'owner', type: 'hasOne', relation });

const relationOf = (relation?: string | null, type = 'hasOne') => {
  const attributes = { contact: [{ ...related(relation), type }], user: [] };
  return catalogueOf({ user: 'Пользователь' }, attributes, {}).attributes.contact?.[0]?.relation;
};

describe('a relation', () => {
  it.each(['user', 'User', 'USER', 'App\\User', 'App\\Models\\User', '\\App\\User', 'app/user', 'app.User'])(
    '%s is the source user',
    relation => expect(relationOf(relation)).toBe('user'),
  );

  it.each(['', 'Users', 'App\\Person', 'App\\User\\', 'constructor', '__proto__', null, undefined])(
    '%s is no source',
    relation => expect(relationOf(relation)).toBeNull(),
  );

  it('is of hasOne attributes alone', () => {
    expect(relationOf('user', 'object')).toBeNull();
  });

  it('is the source of exactly that name before one that differs in its letters', () => {
    const owner = (relation: string) => [{ ...related(relation) }];
    const attributes = { user: owner('User'), User: owner('user') };
    const read = catalogueOf({}, attributes, {}).attributes;
    expect([read.user?.[0]?.relation, read.User?.[0]?.relation]).toEqual(['User', 'user']);
  });
});

describe('a title', () => {
  it('is the one of the server', () => {
    const attributes = { user: [{ name: 'email', title: 'Почта', type: 'string' }] };
    const comparisons = { string: [{ method: 'equal', title: 'равен', multiple: false }] };
    const read = catalogueOf({ user: 'Сотрудник' }, attributes, comparisons);
    expect(read).toMatchObject({ sources: { user: 'Сотрудник' }, attributes, comparisons });
  });

  it('that is missing is the Russian one of a well-known name, and the name of any other', () => {
    const tofirm = { name: 'tofirm', type: 'number' };
    const string = ['equal', 'sounds'].map(method => ({ method, title: '', multiple: false }));
    const request = [tofirm, { name: 'constructor', type: 'string', title: '' }];
    const read = catalogueOf({ user: '', shift: '' }, { request }, { string });
    expect(read.sources).toEqual({ user: 'Пользователь', shift: 'shift', request: 'Заявка' });
    expect(read.attributes.request?.map(({ title }) => title)).toEqual(['Сумма фирме', 'constructor']);
    expect(read.comparisons.string?.map(({ title }) => title)).toEqual(['равно', 'sounds']);
  });
});

it('has values of every attribute, none where the server names none', () => {
  const values = [{ id: 'basa', name: 'Линия' }];
  const state = { name: 'state', type: 'list' };
  const read = catalogueOf({}, { request: [{ ...state, values }, state] }, {}).attributes.request;
  expect(read?.map(attribute => attribute.values)).toEqual([values, []]);
});
