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
  const told = read.success ? [] : read.issues;
  return Object.fromEntries(told.map(issue => [v.getDotPath(issue), issue.message]));
}

it('asks of a home order only the street of its address', () => {
  expect(refusedFields('basa', filled)).toEqual({});
  expect(refusedFields('basa', { ...filled, street: '  ' })).toEqual({ street: 'Заполните поле' });
});

it('asks of a workshop order the house too', () => {
  expect(refusedFields('point', filled)).toEqual({ house: 'Заполните поле' });
  expect(refusedFields('point', { ...filled, house: '5к1' })).toEqual({});
});

it.each(['house', 'korp', 'flat'] as const)('takes ten characters of %s of a workshop order too', name => {
  const point = { ...filled, house: '5' };
  expect(refusedFields('point', { ...point, [name]: '1'.repeat(10) })).toEqual({});
  expect(refusedFields('point', { ...point, [name]: '1'.repeat(11) })).toEqual({
    [name]: 'Не длиннее 10 символов',
  });
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

it.each(['house', 'korp', 'flat'] as const)(
  'takes ten characters of %s, counted as people count them',
  name => {
    expect(refusedFields('basa', { ...filled, [name]: '😀'.repeat(10) })).toEqual({});
    expect(refusedFields('basa', { ...filled, [name]: '😀'.repeat(11) })).toEqual({
      [name]: 'Не длиннее 10 символов',
    });
  },
);

it.each(['broken', 'street'] as const)('takes 255 characters of %s', name => {
  expect(refusedFields('basa', { ...filled, [name]: '😀'.repeat(255) })).toEqual({});
  expect(refusedFields('basa', { ...filled, [name]: '😀'.repeat(256) })).toEqual({
    [name]: 'Не длиннее 255 символов',
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
