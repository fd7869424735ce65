import { describe, expect, it } from 'vitest';
import { catalogueOf } from './catalogue-of.ts';

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
    '%s is no source: any may be chosen then',
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
    expect(read).toMatchObject({ sources: { user: 'Сотрудник' }, ...{ attributes, comparisons } });
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
