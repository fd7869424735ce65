import { expect, test } from 'vitest';
import { addRows, rangeOf, removeRows, stateOf, toggleRow } from './use-selection.ts';

test('selecting adds the id, deselecting removes it by id', () => {
  expect(toggleRow([3, 1], 2)).toEqual([3, 1, 2]);
  expect(toggleRow([3, 1, 2], 1)).toEqual([3, 2]);
});

test('adding many keeps those that are selected already, each once', () => {
  expect(addRows([3, 1], [1, 2])).toEqual([3, 1, 2]);
});

test('removing the rows that are shown leaves those of other pages', () => {
  expect(removeRows([3, 1, 2], [1, 2, 9])).toEqual([3]);
});

test('the header says all, some or none of the rows that are shown', () => {
  expect([stateOf(2, 2), stateOf(1, 2), stateOf(0, 2), stateOf(0, 0)]).toEqual([
    'all',
    'some',
    'none',
    'none',
  ]);
});

test('a range has both of its ends, whichever comes first', () => {
  expect(rangeOf(['а', 'б', 'в', 'г'], 1, 2)).toEqual(['б', 'в']);
  expect(rangeOf(['а', 'б', 'в', 'г'], 3, 1)).toEqual(['б', 'в', 'г']);
});
