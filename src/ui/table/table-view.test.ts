import { expect, test } from 'vitest';
import { parseView, shownColumns } from './table-view.ts';

const idsOf = (view: { hidden?: string[]; pinned?: string[] }) => {
  const columns = ['a', 'b', 'c', 'd'].map(id => ({ id, title: id, value: () => id }));
  return shownColumns(columns, { hidden: [], pinned: [], ...view })
    .map(({ id }) => id)
    .join('');
};

test('pinned columns stand beside the first, in their order; the first can be neither hidden nor moved', () => {
  expect(idsOf({})).toBe('abcd');
  expect(idsOf({ pinned: ['d', 'b'] })).toBe('abdc');
  expect(idsOf({ hidden: ['a', 'b'], pinned: ['b', 'd'] })).toBe('adc');
});

test('a kept view is read as far as it can be', () => {
  const plain = { hidden: [], density: 'normal', widths: {}, pinned: [] };
  expect(parseView({ hidden: ['a', 1], dense: true })).toEqual({ ...plain, hidden: ['a'], density: 'dense' });
  const odd = { density: 'wild', widths: { a: 'x', b: 3, c: 9e9, d: 120.4, e: null }, pinned: 'a' };
  expect(parseView(odd)).toEqual({ ...plain, widths: { b: 56, c: 800, d: 120 } });
  expect(parseView({ pinned: ['a', 'b', 'c', 'd'] })?.pinned).toEqual(['a', 'b', 'c']);
  expect([parseView('x'), parseView(null)]).toEqual([undefined, undefined]);
});
