import { expect, test } from 'vitest';
import { contentId } from './content-id.ts';
import { isLocalId, newId } from './ids.ts';

test('ids made on a device are told from numbers of the server', () => {
  expect([newId(), contentId(''), contentId('Иван|9161234567')].every(isLocalId)).toBe(true);
  expect(['7', '', 'undefined', newId().toUpperCase()].some(isLocalId)).toBe(false);
});

test('a content has one id, another content another one', () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `Иван ${index}|916${1_000_000 + index}`);
  expect(contentId(texts[7] ?? '')).toBe(contentId('Иван 7|9161000007'));
  expect(new Set(texts.map(contentId)).size).toBe(5000);
});
