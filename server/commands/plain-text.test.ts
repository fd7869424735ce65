import { expect, it } from 'vitest';
import { searchReadings } from './plain-text.ts';

it('reads an e-mail as one word', () => {
  expect(searchReadings(' A.B@mail.ru ')).toEqual([['a.b@mail.ru']]);
});

it('reads words as they stand too, with an accent that the rows may have', () => {
  expect(searchReadings('Зо\u0301я')).toEqual(expect.arrayContaining([['зоя'], ['зо\u0301я']]));
});

it('looks for nothing where nothing stands, and for signs as they stand', () => {
  expect(searchReadings(' № ')).toEqual([]);
  expect(searchReadings('%')).toEqual([['%']]);
});
