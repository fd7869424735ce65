import { expect, it } from 'vitest';
import { type NemesisFigures, NO_FIGURES, NO_NEMESIS } from './figures.ts';
import { figuresPage } from './figures-page.ts';

it('the generations of the firm’s own backend stand beside each other, without what only keys can show', () => {
  const old: NemesisFigures = { ...NO_NEMESIS, acknowledged: 5, toEmptyMs: [9_000, 3_000, 4_000] };
  const laravel = { '5.4': old, '8': { ...NO_NEMESIS, acknowledged: 7, lost: 1 } };
  const page = figuresPage({ ...NO_FIGURES, nemesis: { ...NO_NEMESIS, acknowledged: 11 }, laravel });
  const [, table = ''] = page.split("## On the firm's own backend, a Laravel");
  const rows = (table.split('##')[0] ?? '').split('\n').map(line => line.split('|').map(cell => cell.trim()));
  const rowOf = (name: string) => rows.find(([, figure]) => figure === name)?.slice(2, 4);
  expect(rowOf('figure')).toEqual(['5.4', '8']);
  expect(rowOf('entries acknowledged in real browsers')).toEqual(['5', '7']);
  expect(rowOf('lost')).toEqual(['0', '1']);
  expect(rowOf('from healing to an empty outbox, median, s')).toEqual(['4.0', '0.0']);
  expect(rowOf('from healing to an empty outbox, slowest, s')).toEqual(['9.0', '0.0']);
  expect(rowOf('doubled, on a backend that honours keys')).toBeUndefined();
});
