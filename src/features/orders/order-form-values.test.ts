import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeIssue } from '#validation/messages.ts';
import type { LastOrder } from './offline/last-order.ts';
import {
  describeLastOrder,
  emptyOrder,
  findItem,
  firstMissing,
  formField,
  type OrderFormValues,
  orderSchema,
  overwrittenBy,
  prefillOf,
  refusalText,
  repeatOf,
  toFormValues,
  toOrder,
} from './order-form-values.ts';

const references = {
  districts: [{ id: 1, name: 'Центр', children: [{ id: 11, name: 'Старый город' }] }],
  works: [{ id: 2, name: 'Ноутбук' }],
};

const filled: OrderFormValues = {
  ...emptyOrder,
  contact: { key: '7', name: 'Анна', phones: ['0001234567'] },
  district: '11',
  work: '2',
  street: 'Лесная',
};

function refusedFields(type: 'basa' | 'point', values: OrderFormValues) {
  const read = v.safeParse(orderSchema(type, references), values, { message: describeIssue });
  const received = read.success ? [] : read.issues;
  return Object.fromEntries(received.map(issue => [v.getDotPath(issue), issue.message]));
}

it('asks of a home order only the street of its address', () => {
  expect(refusedFields('basa', filled)).toEqual({});
  expect(refusedFields('basa', { ...filled, street: '  ' })).toEqual({ street: 'Заполните поле' });
});

it('asks of a workshop order the house too', () => {
  expect(refusedFields('point', filled)).toEqual({ house: 'Заполните поле' });
  expect(refusedFields('point', { ...filled, house: '5к1' })).toEqual({});
});

it.each([
  ['basa', { broken: 255, street: 255 }],
  ['point', { house: 10, korp: 10, flat: 10, broken: 255, street: 255 }],
] as const)('takes so many characters of a %s order, as people count them', (type, most) => {
  for (const [name, length] of Object.entries(most)) {
    const typed = (count: number) => ({ ...filled, house: '5', [name]: '😀'.repeat(count) });
    expect(refusedFields(type, typed(length))).toEqual({});
    expect(refusedFields(type, typed(length + 1))).toEqual({ [name]: `Не длиннее ${length} символов` });
  }
});

it('has no limit of its own for house, korp and flat of a home order', () => {
  const long = 'вл. 12 стр. 34'.repeat(20);
  expect(refusedFields('basa', { ...filled, house: long, korp: long, flat: long })).toEqual({});
});

it('counts what is left after the spaces around it', () => {
  const spaced = { ...filled, street: `  ${'я'.repeat(255)}  `, house: ' 1234567890 ' };
  expect(refusedFields('point', spaced)).toEqual({});
  expect(refusedFields('point', { ...spaced, house: '   ' })).toEqual({ house: 'Заполните поле' });
});

it.each(['basa', 'point'] as const)('refuses choices of a %s order that left the lists', type => {
  expect(refusedFields(type, { ...filled, house: '5', district: '12', work: '3' })).toEqual({
    district: 'Выберите из списка',
    work: 'Выберите из списка',
  });
});

it('asks for contact, district and kind of work', () => {
  expect(refusedFields('basa', { ...emptyOrder, street: 'Лесная' })).toEqual({
    contact: 'Выберите контакт',
    district: 'Выберите из списка',
    work: 'Выберите из списка',
  });
});

it('does not take a heading of the list for a district', () => {
  expect(findItem(references.districts, '1')).toBeNull();
  expect(findItem(references.districts, '11')).toEqual({ id: 11, name: 'Старый город' });
});

it('brings a kept order back into its form unchanged', () => {
  const order = toOrder('point', { ...filled, house: '5к1' }, references);
  expect(order).toMatchObject({ contact: '7', district: { id: 11, name: 'Старый город' }, work: { id: 2 } });
  expect(order && toFormValues(order)).toEqual({ ...filled, house: '5к1' });
});

it.each([
  ['contact_id', 'contact'],
  ['district_id', 'district'],
  ['work_id.0', 'work'],
  ['street', 'street'],
])("knows the server's %s as %s", (path, name) => {
  expect(formField(path)).toBe(name);
});

it('[S6] [S7] says what to do when the device refuses', () => {
  expect(refusalText({ reason: 'full' })).toContain('нет места');
  expect(refusalText({ reason: 'orphaned' })).toBe('Этого контакта больше нет. Выберите другой.');
  expect(refusalText({ reason: 'outdated' })).toContain('новая версия');
  expect(refusalText({ reason: 'unknown-outcome' })).toContain('уже отправляется');
});

describe('the last order as an offer', () => {
  const last: LastOrder = {
    district: { id: 1, name: 'Центр' },
    work: { id: 2, name: 'Ноутбук' },
    street: 'Лесная',
    house: '5',
    korp: '',
    flat: '7',
    broken: 'Шумит',
  };
  const whole = { district: '1', work: '2', street: 'Лесная', house: '5', flat: '7' };

  it('fills an empty form and takes nothing away', () => {
    const filling = prefillOf(last, emptyOrder);
    expect(filling).toEqual(whole);
    expect(overwrittenBy(filling, emptyOrder)).toEqual([]);
  });

  it('is repeated with what was wrong, and leaves to be typed what it does not know', () => {
    const repeated = repeatOf({ ...last, district: null }, emptyOrder);
    expect(repeated).toEqual({ ...emptyOrder, ...whole, district: '', broken: 'Шумит' });
    const forAnna = { ...repeated, contact: filled.contact };
    expect(firstMissing('basa', forAnna)).toBe('district');
    expect(firstMissing('basa', { ...forAnna, district: '1' })).toBeNull();
    expect(firstMissing('point', { ...forAnna, district: '1', house: '' })).toBe('house');
  });

  it('has nothing to fill where everything is there already', () => {
    expect(prefillOf(last, { ...emptyOrder, ...whole })).toEqual({});
  });

  it('names what it would overwrite, a house typed for another street too', () => {
    const typed = { ...emptyOrder, work: '3', house: '8', korp: '2' };
    expect(overwrittenBy(prefillOf(last, typed), typed)).toEqual(['work', 'house', 'korp']);
  });

  it('leaves alone what the last order does not know', () => {
    const typed = { ...emptyOrder, district: '9', street: 'Полевая', house: '3' };
    const nowhere = { ...last, district: null, street: '', house: '', flat: '' };
    expect(prefillOf(nowhere, typed)).toEqual({ work: '2' });
  });

  it('says in one line what it is', () => {
    expect(describeLastOrder(last)).toBe('Центр, Ноутбук, Лесная 5, кв. 7');
    expect(describeLastOrder({ ...last, district: null, house: '', flat: '' })).toBe('Ноутбук, Лесная');
  });
});
