import { expect, test } from 'vitest';
import { paths, pathTo } from './paths.ts';

test('fills a pattern and escapes what would change the address', () => {
  expect(pathTo(paths.contactEdit, { id: 7 })).toBe('/promo/contacts/edit/7');
  expect(pathTo(paths.request, { codeNumber: '10/1?x' })).toBe('/promo/request/10%2F1%3Fx');
});
