import { afterEach, expect, test, vi } from 'vitest';
import { LOST, type PaydayEntry } from './payday-entry.ts';
import { noteAnswered, noteSent, readSent } from './sent-payments.ts';

afterEach(() => vi.unstubAllGlobals());

const entry: PaydayEntry = {
  ...{ id: 5, name: 'Вера Ким', agreed: { count: 1, share: 300 }, lastPaidAt: null, key: 'a-key' },
  ...{ ...LOST, payment: null, earlier: [], run: 1 },
};

test('a browser that keeps nothing loses no payment while the page lives', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  expect(readSent(1)).toEqual([]);
  noteSent(1, entry);
  expect(readSent(1)).toMatchObject([{ id: 5, key: 'a-key' }]);
  noteAnswered(1, 5);
  expect(readSent(1)).toEqual([]);
});

test.each(['[{', '{}', '[{"owner":1}]'])('what was cut off or is no longer understood (%s) is none', kept => {
  vi.stubGlobal('sessionStorage', { getItem: () => kept, setItem: () => undefined });
  noteAnswered(1, 5);
  expect(readSent(1)).toEqual([]);
});
