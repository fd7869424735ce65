import { expect, it } from 'vitest';
import { composeTexts } from './compose-texts.ts';

const TWO = 'Андрей Ёлкин'.normalize('NFD');
const ONE = 'Андрей Ёлкин';

it('composes every text at any depth, and leaves what is no text', () => {
  const at = new Date(0);
  expect(composeTexts({ name: TWO, list: [{ note: TWO }, null, 1], at })).toEqual({
    name: ONE,
    list: [{ note: ONE }, null, 1],
    at,
  });
});

it('leaves the fields that are to be kept', () => {
  const value = { name: TWO, password: TWO };
  expect(composeTexts(value, name => name === 'password')).toEqual({ name: ONE, password: TWO });
});
