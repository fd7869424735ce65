import { expect, it } from 'vitest';
import { takeApartAddress } from './take-apart-address.ts';

it.each([
  ['Лесная, д. 5, корп. 2, кв. 7', { street: 'Лесная', house: '5', korp: '2', flat: '7' }],
  ['Лесная, д. 5к1', { street: 'Лесная', house: '5к1', korp: '', flat: '' }],
  ['Лесная, кв. 7', { street: 'Лесная', house: '', korp: '', flat: '7' }],
  ['ул. Лесная, дом 5, квартира 7', { street: 'ул. Лесная', house: '5', korp: '', flat: '7' }],
  ['г. Тула, ул. Лесная, д.5', { street: 'г. Тула, ул. Лесная', house: '5', korp: '', flat: '' }],
  ['д. Петровка, Лесная, д. 5', { street: 'д. Петровка, Лесная', house: '5', korp: '', flat: '' }],
  ['Лесная', { street: 'Лесная', house: '', korp: '', flat: '' }],
])('takes «%s» apart', (address, parts) => {
  expect(takeApartAddress(address)).toEqual(parts);
});

it.each([
  ['Лесная, 5'],
  ['Лесная 5-7'],
  ['Лесная, д. 5, подъезд 2'],
  ['Лесная, д. 5, 7'],
  ['Лесная, кв. 7, д. 5'],
  ['Лесная, д. 5, д. 6'],
  ['д. 5, Лесная'],
  ['Лесная, д. '],
  ['Лесная, дом быта'],
  ['Лесная, д. 5 строение 12 литера А'],
  ['Дом быта, 3'],
])('leaves «%s» whole, because it is not certain', address => {
  expect(takeApartAddress(address)).toEqual({ street: address.trim(), house: '', korp: '', flat: '' });
});
