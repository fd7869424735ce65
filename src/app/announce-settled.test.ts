import { expect, test } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import { noticesOf } from './announce-settled.ts';

function entry(rest: Partial<Entry>): Entry {
  return {
    seq: 1,
    id: 'a',
    ownerKey: '|3',
    owner: { apiOrigin: '', userId: 3 },
    kind: 'order.create',
    v: 1,
    aggregate: 'order:a',
    refs: [],
    payload: null,
    base: null,
    key: 'k',
    hash: 'h',
    state: 'done',
    attempts: 1,
    attemptId: 't',
    firstAt: 0,
    lastAt: 0,
    nextAt: 0,
    question: null,
    absentAt: 0,
    error: null,
    doneAt: 1,
    settledTick: 1,
    serverId: 7,
    code: '',
    ...rest,
  };
}

const refused = (status: number) => ({ kind: 'refused', status, message: '', fields: {} });

test('a confirmed order is told with its code', () => {
  expect(noticesOf([entry({ code: 'Б-101' })])).toEqual([
    { type: 'success', title: 'Заявка Б-101', message: 'успешно оформлена' },
  ]);
});

test('contacts are told by what was done to them', () => {
  const told = noticesOf([
    entry({ kind: 'contact.create' }),
    entry({ kind: 'contact.update' }),
    entry({ kind: 'contact.delete' }),
  ]);
  expect(told.map(({ title, message }) => `${title} ${message}`)).toEqual([
    'Контакт успешно добавлен',
    'Контакт успешно изменен',
    'Контакт успешно удален',
  ]);
});

test('more than three of a kind are told as a number', () => {
  const four = Array.from({ length: 4 }, () => entry({ kind: 'contact.create' }));
  expect(noticesOf(four)).toEqual([{ type: 'success', title: 'Контакт', message: 'успешно добавлены: 4' }]);
});

test.each([
  ['contact.create', 422, 'Не все обязательные поля заполнены'],
  ['contact.create', 200, 'сохранения контакта'],
  ['contact.delete', 404, 'удаления контакта'],
  ['order.create', 200, 'оформления заявки'],
])('a refused %s with status %i says «%s»', (kind, status, message) => {
  expect(noticesOf([entry({ kind, state: 'rejected', error: refused(status) })])).toEqual([
    { type: 'error', title: 'Ошибка', message },
  ]);
});

test('what this version does not know is left to a newer one', () => {
  expect(noticesOf([entry({ kind: 'report.create' })])).toEqual([]);
});
