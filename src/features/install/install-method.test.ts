import { expect, test } from 'vitest';
import { installMethod } from './install-method.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15';
const SAMSUNG = 'Mozilla/5.0 (Linux; Android 13) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36';
const YANDEX = 'Mozilla/5.0 (Linux; Android 12) Chrome/120.0 YaBrowser/24.1 Mobile Safari/537.36';

test.each([
  ['Chrome that has offered', { userAgent: CHROME, hasPrompt: true }, 'prompt'],
  ['Chrome that has not (yet)', { userAgent: CHROME }, 'none'],
  ['an iPhone', { userAgent: IPHONE, maxTouchPoints: 5 }, 'ios'],
  ['an iPad that says Mac', { userAgent: MAC, maxTouchPoints: 5 }, 'ios'],
  ['a Mac', { userAgent: MAC }, 'none'],
  ['Samsung Internet without an offer', { userAgent: SAMSUNG }, 'samsung'],
  ['Samsung Internet with one', { userAgent: SAMSUNG, hasPrompt: true }, 'prompt'],
  ['Yandex on a phone', { userAgent: YANDEX }, 'yandex'],
  ['the installed app', { userAgent: IPHONE, hasPrompt: true, isStandalone: true }, 'none'],
])('%s', (_browser, traits, way) => {
  expect(installMethod({ maxTouchPoints: 0, hasPrompt: false, isStandalone: false, ...traits })).toBe(way);
});
