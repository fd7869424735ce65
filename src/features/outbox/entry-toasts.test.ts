import { expect, it } from 'vitest';
import type { EntryError } from '#storage/outbox-db.ts';
import { announcementOf } from './entry-toasts.ts';

const done = (kind: string, code = '') => ({ id: 'e1', kind, state: 'done' as const, code, error: null });
const refused = (kind: string, status: number) => {
  const error: EntryError = { kind: 'refused', status, message: '', fields: {} };
  return { id: 'e1', kind, state: 'rejected' as const, code: '', error };
};
const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

it.each([
  ['contact.create', 'успешно добавлен', 'успешно добавлены: 5'],
  ['contact.update', 'успешно изменен', 'успешно изменены: 5'],
  ['contact.delete', 'успешно удален', 'успешно удалены: 5'],
])('tells a confirmed %s in the words of the specification, several as a number', (kind, one, five) => {
  expect(announcementOf([done(kind)])).toMatchObject([{ type: 'success', title: 'Контакт', message: one }]);
  expect(announcementOf(many(5, done(kind)))).toMatchObject([
    { type: 'success', title: 'Контакты', message: five },
  ]);
});

it('tells each order with its code, many of them as a number', () => {
  expect(announcementOf([done('order.create', 'М-000201'), done('order.create', 'Л-000202')])).toMatchObject([
    { type: 'success', title: 'Заявка М-000201', message: 'успешно оформлена' },
    { type: 'success', title: 'Заявка Л-000202', message: 'успешно оформлена' },
  ]);
  expect(announcementOf(many(4, done('order.create', 'М-000201')))).toMatchObject([
    { type: 'success', title: 'Заявки', message: 'успешно оформлены: 4' },
  ]);
});

it.each([
  ['contact.create', 200, 'сохранения контакта'],
  ['contact.update', 200, 'сохранения контакта'],
  ['order.create', 200, 'оформления заявки'],
  ['contact.create', 422, 'Не все обязательные поля заполнены'],
  ['order.create', 400, 'Не все обязательные поля заполнены'],
  ['contact.delete', 200, 'удаления контакта'],
  ['contact.delete', 404, 'удаления контакта'],
])('tells a refused %s with status %i as «%s»', (kind, status, message) => {
  expect(announcementOf([refused(kind, status)])).toMatchObject([
    { type: 'error', title: 'Ошибка', message },
  ]);
});

it('tells equal refusals once, with their number', () => {
  expect(announcementOf([refused('order.create', 422), refused('order.create', 422)])).toMatchObject([
    { type: 'error', title: 'Ошибка', message: 'Не все обязательные поля заполнены: 2' },
  ]);
});

it('tells successes and refusals of different kinds apart, and says nothing of kinds it does not know', () => {
  const received = announcementOf([
    done('order.create', 'М-1'),
    refused('contact.create', 422),
    done('loan.create'),
    done('contact.create'),
  ]);
  expect(received.map(({ title, message }) => `${title} / ${message}`)).toMatchObject([
    'Заявка М-1 / успешно оформлена',
    'Контакт / успешно добавлен',
    'Ошибка / Не все обязательные поля заполнены',
  ]);
});
