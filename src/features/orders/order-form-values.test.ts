import * as v from 'valibot';
import { expect, it } from 'vitest';
import { describeIssue } from '#validation/messages.ts';
import {
  emptyOrder,
  findItem,
  formField,
  type OrderFormValues,
  orderSchema,
  toFormValues,
  toOrder,
} from './order-form-values.ts';
import { refusalText } from './refusal-text.ts';

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

it.each(['basa', 'point'] as const)('takes so many characters of a %s order, as people count them', type => {
  const most = { house: 10, korp: 10, flat: 10, broken: 255, street: 255 };
  for (const [name, length] of Object.entries(most)) {
    const typed = (count: number) => ({ ...filled, house: '5', [name]: '😀'.repeat(count) });
    expect(refusedFields(type, typed(length))).toEqual({});
    expect(refusedFields(type, typed(length + 1))).toEqual({ [name]: `Не длиннее ${length} символов` });
  }
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
  expect(refusalText({ reason: 'outdated' })).toContain('новая версия');
  expect(refusalText({ reason: 'unknown-outcome' })).toContain('уже отправляется');
});
