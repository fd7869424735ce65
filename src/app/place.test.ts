import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

test('the pages of a list are one place, another list and a document are others', () => {
  const receipts = placeOf('/warehouse/enter/1');
  expect(['', '/', '/2', '/2/', '/abc'].map(page => placeOf(`/warehouse/enter${page}`))).toEqual(
    Array(5).fill(receipts),
  );
  const others = ['/warehouse/loss/1', '/warehouse/enter/edit/1', '/warehouse/move'].map(placeOf);
  expect(new Set([receipts, ...others]).size).toBe(4);
});

test('any other address is a place of its own', () => {
  expect(placeOf('/promo/contacts/edit/7')).toBe('/promo/contacts/edit/7');
});
