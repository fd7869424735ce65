import { expect, it, vi } from 'vitest';
import { ALPHABET, generatePassword, PASSWORD_LENGTH } from './generate-password.ts';

it('invents another password each time', () => {
  const made = Array.from({ length: 500 }, generatePassword);
  expect(new Set(made).size).toBe(500);
});

it('uses letters and digits that nobody takes for others', () => {
  expect(ALPHABET).not.toMatch(/[il1o0A-Z]/);
  expect(new Set(ALPHABET).size).toBe(ALPHABET.length);
  for (const password of Array.from({ length: 200 }, generatePassword)) {
    expect(password).toHaveLength(PASSWORD_LENGTH);
    expect([...password].filter(letter => !ALPHABET.includes(letter))).toEqual([]);
  }
});

it('draws again for a byte that would favour the first letters', () => {
  const bytes = [255, 248, ...Array.from({ length: PASSWORD_LENGTH }, (_, at) => at)];
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
    (array as Uint8Array)[0] = bytes.shift() ?? 0; // asked for bytes only
    return array;
  });
  expect(generatePassword()).toBe(ALPHABET.slice(0, PASSWORD_LENGTH));
});
