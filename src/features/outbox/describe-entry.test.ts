import { expect, it } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { orderValues } from '#tests/support/cached-rows.ts';
import { describeDraft, describeEntry, describeError, reasonOf } from './describe-entry.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const order = orderValues({ type: 'point', house: '5к1', korp: '2', flat: '7' });

it('tells an order in words, with the form it goes back to', () => {
  const received = describeEntry({ id: ID, kind: 'order.create', aggregate: `order:${ID}`, payload: order });
  expect(received.what).toBe('Доставка в мастерскую');
  expect(received.name).toBe('Анна Ёлкина');
  expect(received.lines).toContainEqual({ term: 'Адрес', value: 'Лесная, 5к1, корп. 2, кв. 7' });
  expect(received.lines).toContainEqual({ term: 'Телефоны', value: '+7 (000) 123‑45‑67' });
  expect(received.fixTo).toBe(`/promo/orders/add/point?entry=${ID}`);
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
  const received = describeEntry({ id: ID, kind: 'order.create', aggregate: `order:${ID}`, payload: null });
  expect(received).toMatchObject({ what: 'Заявка', name: '', lines: [] });
});

it('shows all of what it cannot read', () => {
  const received = describeEntry({ id: ID, kind: 'loan.create', aggregate: 'loan:1', payload: { sum: 5 } });
  expect(received.what).toBe('Запись новой версии приложения');
  expect(received.lines[0]?.value).toContain('"sum": 5');
  expect(received.fixTo).toBeNull();
});

it("says why: a refusal in the server's words, a missing network in our own", () => {
  const error = { status: 0, message: 'timeout of 8000ms exceeded', fields: {} };
  const timeout = { ...error, kind: 'timeout' };
  expect(describeError({ state: 'unsure', error: timeout })).toBe('Нет связи.');
  const fields = { street: ['Слишком длинно'] };
  const refusal = { kind: 'refused', status: 422, message: 'Invalid', fields };
  const empty = { ...refusal, fields: {}, message: '' };
  expect(describeError({ state: 'rejected', error: refusal })).toBe('Слишком длинно');
  expect(describeError({ state: 'rejected', error: empty })).toBe('Сервер не принял данные.');
  expect(describeError({ state: 'rejected', error: null })).toBe('');
  expect(describeError({ state: 'unsure', error: refusal })).toBe('');
  const unreadable = { ...error, kind: 'unreadable', status: 200, place: 'контакт, поле id' };
  expect(describeError({ state: 'unsure', error: unreadable })).toBe(
    'Ответ сервера не прочитать: контакт, поле id.',
  );
});

const anna = { values: { first_name: 'Анна', last_name: '' } };
const forest = { values: { street: 'Лесная' } };

it.each([
  ['contact.add', 'new', anna, 'Контакт', 'Анна', '/promo/contacts/add'],
  ['contact.edit', '7', forest, 'Контакт', 'Лесная', '/promo/contacts/edit/7'],
  ['order.basa', 'new', forest, 'Заявка на дом', 'Лесная', '/promo/orders/add/basa'],
  ['order.point', 'contact:7', {}, 'Доставка в мастерскую', '', '/promo/orders/add/point?contact=7'],
  ['order.point', `entry:${ID}`, {}, 'Доставка в мастерскую', '', `/promo/orders/add/point?entry=${ID}`],
  ['promoter.add', 'new', { name: 'Вера', email: '' }, 'Новый промоутер', 'Вера', '/promo/moderation/add'],
  ['policy', 'new', { name: 'Ночь', policy: {} }, 'Политика доступа', 'Ночь', '/abac?policy=new'],
  ['from.later', 'new', { name: 'Вера' }, 'Черновик', 'Вера', null],
  ['from.later', 'new', 7, 'Черновик', '', null],
])(
  'tells a draft of %s «%s», and leads back to its form where there is one',
  (form, instance, value, what, name, to) => {
    expect(describeDraft({ key: `owner|${form}|${instance}`, form, instance, value, savedAt: 0 })).toEqual({
      what,
      name,
      to,
    });
  },
);

const untried: Partial<Entry> = { kind: 'contact.create', attempts: 0 };
const corrected: Partial<Entry> = { ...untried, earlier: [{ v: 1, payload: {} }] };
const asGivenUp: Partial<Entry> = { ...corrected, isGivenUp: true };
const deletion: Partial<Entry> = { ...untried, kind: 'contact.delete' };

it.each<[string, EntryStatus, Partial<Entry>, RegExp]>([
  ['untried, from a file', 'checking', untried, /^Запись загружена из файла/],
  ['corrected', 'checking', corrected, /^До исправления запись могла дойти/],
  ['given up', 'checking', asGivenUp, /^Сначала узнаем, не дошла ли запись/],
  ['lost answer', 'question', untried, /^Ответ сервера потерялся/],
  ['corrected', 'question', corrected, /^Запись исправлена/],
  ['given up', 'question', asGivenUp, /^Здесь запись удалена, а на сервере нашлась похожая/],
  ['waiting for its contact', 'blocked', untried, /^Уйдет после контакта, когда тот будет/],
  [
    'deletion that waits for its contact',
    'blocked',
    deletion,
    /^Уйдет после контакта, когда станет известно/,
  ],
])('says of what is %s (%s) why it is still here', (_, status, entry, why) => {
  expect(reasonOf(entry as Entry, status)).toMatch(why);
});
