import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test.each([
  ['/promo/contacts', '/promo/contacts'],
  ['/promo/request/101?from=list#top', '/promo/request/101?from=list#top'],
  ['/application/promo', '/promo'],
  ['/promo/../users', '/users'],
])('a path of the app is kept: %s', (wanted, target) => {
  expect(safeRedirect(wanted)).toBe(target);
});

test.each([
  [null],
  [''],
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/application//evil.example'],
  ['/.//evil.example'],
  ['/\t/evil.example'],
  ['https://evil.example'],
  ['https:evil.example'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['promo'],
  ['/login'],
  ['/logout'],
  ['/application/logout/'],
])('anything else leads to the dashboard: %s', wanted => {
  expect(safeRedirect(wanted)).toBe('/dashboard');
});
