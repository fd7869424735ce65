import { expect, test } from 'vitest';
import { screenPath } from './screen-path.ts';

test('the pages of a list are one place, another list and a document are others', () => {
  const receipts = screenPath('/warehouse/enter/1');
  expect(['', '/', '/2', '/2/', '/abc'].map(page => screenPath(`/warehouse/enter${page}`))).toEqual(
    Array(5).fill(receipts),
  );
  const others = ['/warehouse/loss/1', '/warehouse/enter/edit/1', '/warehouse/move'].map(screenPath);
  expect(new Set([receipts, ...others]).size).toBe(4);
});

test('any other address is a place of its own', () => {
  expect(screenPath('/promo/contacts/edit/7')).toBe('/promo/contacts/edit/7');
});
