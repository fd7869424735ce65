import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedElsewhere } from './compare-versions.ts';
import type { ContactValues } from './contact-kinds.ts';

const base: ContactValues = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Подъезд 3',
  phones: ['0001112233', '0004445566'],
};

describe('what the server changed', () => {
  test('is told field by field, in the order of the form', () => {
    const mine = { ...base, last_name: 'Ель' };
    const server = { ...base, phones: ['0009998877'], last_name: 'Сосна' };
    expect(changedElsewhere([base], mine, server)).toEqual(['last_name', 'phones']);
  });

  test('is nothing while it still has what was seen', () => {
    expect(changedElsewhere([base], { ...base, comment: 'Новый' }, base)).toEqual([]);
  });

  test('is nothing when both made the same change', () => {
    const both = { ...base, last_name: 'Ель' };
    expect(changedElsewhere([base], both, both)).toEqual([]);
  });

  test('is told although this device left that field alone: saving would undo it', () => {
    const server = { ...base, comment: 'Подъезд 4' };
    expect(changedElsewhere([base], base, server)).toEqual(['comment']);
  });

  test('is not what this device itself had saved meanwhile', () => {
    const saved = { ...base, last_name: 'Ель' };
    expect(changedElsewhere([base, saved], { ...base, last_name: 'Пихта' }, saved)).toEqual([]);
  });

  test('is not what the user has settled, until it changes again', () => {
    const mine = { ...base, last_name: 'Ель' };
    const settled = { last_name: 'Сосна' };
    expect(changedElsewhere([base, settled], mine, { ...base, last_name: 'Сосна' })).toEqual([]);
    expect(changedElsewhere([base, settled], mine, { ...base, last_name: 'Пихта' })).toEqual(['last_name']);
  });

  test('is not another spelling of the same: order of numbers, blanks around, line ends', () => {
    const server = { ...base, comment: ' Подъезд 3 ', phones: [...base.phones].reverse() };
    expect(changedElsewhere([base], { ...base, first_name: 'Аня' }, server)).toEqual([]);
    const lines = { ...base, comment: 'Раз\r\nДва' };
    expect(changedElsewhere([{ ...base, comment: 'Раз\nДва' }], base, lines)).toEqual([]);
  });

  test('is nothing where a backend tells no numbers at all', () => {
    expect(changedElsewhere([base], { ...base, first_name: 'Аня' }, { ...base, phones: [] })).toEqual([]);
  });

  test('never includes a field whose value is mine already', () => {
    const values = fc.record({
      first_name: fc.constantFrom('а', 'б', 'в'),
      last_name: fc.constantFrom('', 'г'),
      comment: fc.constantFrom('', 'д', ' д'),
      phones: fc.subarray(['0001112233', '0004445566']),
    });
    fc.assert(
      fc.property(values, values, values, (seen, mine, server) => {
        const told = changedElsewhere([seen], mine, server);
        const taken = { ...mine, ...Object.fromEntries(told.map(field => [field, server[field]])) };
        expect(changedElsewhere([seen], taken, server)).toEqual([]);
        expect(changedElsewhere([server], mine, server)).toEqual([]);
      }),
    );
  });
});
