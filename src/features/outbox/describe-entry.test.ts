import { expect, it } from 'vitest';
import { describeDraft } from './describe-draft.ts';
import { describeEntry, describeError } from './describe-entry.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const order = {
  type: 'point',
  contact: '7',
  contact_name: 'Анна Ёлкина',
  phones: ['0001234567'],
  district: { id: 1, name: 'Центр' },
  work: { id: 2, name: 'Ноутбук' },
  broken: 'Не включается',
  street: 'Лесная',
  house: '5к1',
  korp: '2',
  flat: '7',
};

it('tells an order in words, with the form it goes back to', () => {
  const told = describeEntry({ id: ID, kind: 'order.create', aggregate: `order:${ID}`, payload: order });
  expect(told.what).toBe('Доставка в мастерскую');
  expect(told.name).toBe('Анна Ёлкина');
  expect(told.lines).toContainEqual({ term: 'Адрес', value: 'Лесная, 5к1, корп. 2, кв. 7' });
  expect(told.lines).toContainEqual({ term: 'Телефоны', value: '+7 (000) 123-45-67' });
  expect(told.fixTo).toBe(`/promo/orders/add/point?entry=${ID}`);
});

it('tells contacts made, changed and deleted apart', () => {
  const person = { first_name: 'Анна', last_name: '', comment: '', phones: [] };
  const entry = { id: ID, aggregate: 'contact:7', payload: person };
  expect(describeEntry({ ...entry, kind: 'contact.create' }).what).toBe('Новый контакт');
  expect(describeEntry({ ...entry, kind: 'contact.update' }).fixTo).toBe(
    `/promo/contacts/edit/7?entry=${ID}`,
  );
  const removal = { ...entry, kind: 'contact.delete', payload: { contact: '7', name: 'Анна' } };
  expect(describeEntry(removal)).toMatchObject({ what: 'Удаление контакта', name: 'Анна', fixTo: null });
});

it('tells a receipt whose content was scrubbed', () => {
  const told = describeEntry({ id: ID, kind: 'order.create', aggregate: `order:${ID}`, payload: null });
  expect(told).toMatchObject({ what: 'Заявка', name: '', lines: [] });
});

it('shows all of what it cannot read', () => {
  const told = describeEntry({ id: ID, kind: 'loan.create', aggregate: 'loan:1', payload: { sum: 5 } });
  expect(told.what).toBe('Запись новой версии приложения');
  expect(told.lines[0]?.value).toContain('"sum": 5');
  expect(told.fixTo).toBeNull();
});

it("says why: a refusal in the server's words, a missing network in our own", () => {
  const error = { status: 0, message: 'timeout of 8000ms exceeded', fields: {} };
  expect(describeError({ ...error, kind: 'timeout' })).toBe('Сервер не ответил вовремя.');
  const refusal = {
    kind: 'refused',
    status: 422,
    message: 'Invalid',
    fields: { street: ['Слишком длинно'] },
  };
  expect(describeError(refusal)).toBe('Слишком длинно');
  expect(describeError({ ...refusal, fields: {}, message: '' })).toBe('Сервер отклонил запись.');
  expect(describeError(null)).toBe('');
});

it.each([
  ['contact.add', 'new', '/promo/contacts/add'],
  ['contact.edit', '7', '/promo/contacts/edit/7'],
  ['order.basa', 'new', '/promo/orders/add/basa'],
  ['order.point', 'contact:7', '/promo/orders/add/point?contact=7'],
  ['order.point', `entry:${ID}`, `/promo/orders/add/point?entry=${ID}`],
])('leads a draft of %s «%s» back to its form', (form, instance, to) => {
  const draft = { key: 'k', form, instance, savedAt: 0, value: { values: { street: 'Лесная' } } };
  expect(describeDraft(draft)).toMatchObject({ to, name: 'Лесная' });
});

it('keeps a draft of an unknown form in sight, without a way to it', () => {
  const draft = { key: 'k', form: 'loan', instance: 'new', savedAt: 0, value: 5 };
  expect(describeDraft(draft)).toEqual({ what: 'Черновик', name: '', to: null });
});
