import { expect, test } from 'vitest';
import { decodeFile } from './encoding.ts';

const TEXT = 'Имя;E-mail\nАнна Осипова;anna@example.test\n';

/** A text in an old charset: every byte is tried until it gives the wanted letter. */
function bytesIn(charset: string): Uint8Array {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const table = new Map(bytes.map(byte => [new TextDecoder(charset).decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(TEXT, letter => table.get(letter) ?? 63);
}

const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', utf16],
  ['UTF-16 of the other byte order', Buffer.from(utf16).swap16()],
  ['windows-1251', bytesIn('windows-1251')],
  ['koi8-r', bytesIn('koi8-r')],
])('a file in %s is read', (_, file) => {
  expect(decodeFile(file)).toBe(TEXT);
});

test('UTF-8 with a broken byte loses one letter', () => {
  const file = Buffer.from(TEXT);
  file[file.indexOf('Осипова') + 1] = 0x20;
  expect(decodeFile(file)).toBe(TEXT.replace('О', '\ufffd '));
});
