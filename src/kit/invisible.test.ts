import { expect, test } from 'vitest';
import { withoutInvisible } from './invisible.ts';

test.each([
  ['a direction mark', '\u202a+372 512 3456\u202c', '+372 512 3456'],
  ['a zero-width space', 'olya\u200b@firm.example', 'olya@firm.example'],
  ['a byte-order mark', '\ufeffОля', 'Оля'],
  ['a soft hyphen', 'Пет\u00adрова', 'Петрова'],
  ['an isolate around a number', '\u2068102\u2069', '102'],
])('%s goes, what is seen stays', (_what, text, seen) => {
  expect(withoutInvisible(text)).toBe(seen);
});
