import { expect, it } from 'vitest';
import { describeLastOrder, overwrittenBy, prefillOf } from './last-order-prefill.ts';
import type { LastOrder } from './offline/last-order.ts';
import { emptyOrder } from './order-form-values.ts';

const last: LastOrder = {
  district: { id: 1, name: 'Центр' },
  work: { id: 2, name: 'Ноутбук' },
  street: 'Лесная',
  house: '5',
  korp: '',
  flat: '7',
};
const whole = { district: '1', work: '2', street: 'Лесная', house: '5', flat: '7' };

it('fills an empty form and takes nothing away', () => {
  const filling = prefillOf(last, emptyOrder);
  expect(filling).toEqual(whole);
  expect(overwrittenBy(filling, emptyOrder)).toEqual([]);
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
