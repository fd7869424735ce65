import { expect, test } from 'vitest';
import { expiryOf } from './expiry.ts';

const NOW = '2026-11-20 12:00:00';

test.each([
  ['2025-01-01 00:00:00', 'expired'],
  ['2026-11-20 11:59:59', 'expired'],
  [NOW, 'expired'],
  ['2026-11-20 12:00:01', 'soon'],
  ['2026-11-27 11:59:59', 'soon'],
  ['2026-11-27 12:00:00', null],
  ['2027-11-20 12:00:00', null],
  ['', null],
  ['скоро', null],
  [undefined, null],
])('what is good until %s is told to be %s', (until, received) => {
  expect(expiryOf(until, NOW)).toBe(received);
});
