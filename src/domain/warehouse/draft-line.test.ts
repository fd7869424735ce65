import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromUnits } from '#kit/decimal.ts';
import { newDraftLine, toDraftLine, toSentNumber } from './draft-line.ts';
import { COUNT, type Limit, PERCENT, PRICE, parseWithin } from './limits.ts';

const STORED = {
  id: 5,
  nomenclature_id: 9,
  title: 'Кабель ВВГ 3×2,5',
  unit: 'м',
  count: 1.5,
  price: 99.9,
  tax: 0,
  discount: 2.25,
  reason: 'Бой',
};

it('a stored line is edited as texts with a comma', () => {
  expect(toDraftLine(STORED, 'k')).toEqual({
    key: 'k',
    id: 5,
    nomenclatureId: 9,
    title: 'Кабель ВВГ 3×2,5',
    unit: 'м',
    count: '1,5',
    price: '99,9',
    tax: '0',
    discount: '2,25',
    reason: 'Бой',
  });
});

it('a line of a backend that tells neither unit nor number has none', () => {
  const { unit: _, ...bare } = STORED;
  expect(toDraftLine({ ...bare, id: null }, 'k')).toMatchObject({ id: null, unit: '' });
});

it('what was found is added once, at its price, without tax and discount', () => {
  expect(newDraftLine({ id: 9, title: 'Кабель', price: 99.9, unit: 'м' }, 'k')).toEqual({
    key: 'k',
    id: null,
    nomenclatureId: 9,
    title: 'Кабель',
    unit: 'м',
    count: '1',
    price: '99,9',
    tax: '0',
    discount: '0',
    reason: '',
  });
});

it('no number that a document may have is changed by being edited', () => {
  const unitsOf = ({ min, max }: Limit) => fc.integer({ min, max });
  const numberOf = (units: number, { places }: Limit) => Number(fromUnits(units, places).replace(',', '.'));
  fc.assert(
    fc.property(unitsOf(COUNT), unitsOf(PRICE), unitsOf(PERCENT), (count, price, percent) => {
      const line = {
        ...STORED,
        count: numberOf(count, COUNT),
        price: numberOf(price, PRICE),
        tax: numberOf(percent, PERCENT),
        discount: numberOf(percent, PERCENT),
      };
      const draft = toDraftLine(line, 'k');
      expect(parseWithin(COUNT, draft.count)).toBe(count);
      expect(parseWithin(PRICE, draft.price)).toBe(price);
      expect(parseWithin(PERCENT, draft.tax)).toBe(percent);
      expect(parseWithin(PERCENT, draft.discount)).toBe(percent);
    }),
  );
});

it.each([
  ['1 500,250', 1500.25],
  ['-1', -1],
  ['', ''],
  [' ', ''],
  ['1e5', '1e5'],
  ['пять', 'пять'],
])('a number «%s» is sent as %s', (text, sent) => {
  expect(toSentNumber(text)).toBe(sent);
});
