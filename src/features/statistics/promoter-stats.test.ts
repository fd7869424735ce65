import { describe, expect, it } from 'vitest';
import type { StatsRow } from '#contract/moderation.ts';
import { barsOf, changeOf, toPromoterStats, totalsOf } from './promoter-stats.ts';

function rowOf(row: Partial<StatsRow>): StatsRow {
  return { id: 1, name: 'Оля', count: 0, done: 0, avg: 0, sum: 0, ...row };
}

const sums = (...values: number[]) => values.map((sum, at) => rowOf({ id: at + 1, name: `П${at + 1}`, sum }));

it('whoever had something before and is left out now is a row with nothing, so that the column before adds up', () => {
  const row = (id: number, sum: number) => ({ id, name: `${id}`, count: 1, done: 1, avg: sum, sum });
  const stats = toPromoterStats([row(1, 100)], [row(1, 50), row(2, 30), row(3, 0)]);
  expect(stats.map(({ id, sum, sumBefore }) => [id, sum, sumBefore])).toEqual([
    [1, 100, 50],
    [2, 0, 30],
  ]);
});

describe('the figures of a promoter', () => {
  it('have the bonus of the specification, half a kopeck rounded up', () => {
    const [one, two, three] = toPromoterStats(sums(1500, 0.05, 33.33), null);
    expect([one?.bonus, two?.bonus, three?.bonus]).toEqual([450, 0.02, 10]);
  });

  it('are ordered by id, without one by the place in the answer, and names that come twice stay', () => {
    const rows = [{ ...rowOf({ name: 'Яна' }), id: undefined }, rowOf({ id: 9 }), rowOf({ id: undefined })];
    const stats = toPromoterStats([...rows, rowOf({ id: undefined })] as StatsRow[], null); // a backend's rows may lack it
    expect(stats.map(({ order, name }) => `${order} ${name}`)).toEqual(['1 Яна', '9 Оля', '3 Оля', '4 Оля']);
    expect(new Set(stats.map(({ key }) => key)).size).toBe(4);
  });

  it('have a part of the whole, or none of nothing', () => {
    expect(toPromoterStats(sums(750, 250, 0), null).map(({ percentOfSum }) => percentOfSum)).toEqual([
      75, 25, 0,
    ]);
    expect(toPromoterStats(sums(0, 0), null).map(({ percentOfSum }) => percentOfSum)).toEqual([null, null]);
  });

  it('are compared by who it is; who was not told of had nothing', () => {
    const [one, two] = toPromoterStats(sums(150, 80), [rowOf({ id: 1, sum: 100, name: 'Прежнее имя' })]);
    expect(one?.change).toEqual({ difference: 50, percent: 50 });
    expect(two?.change).toEqual({ difference: 80, percent: null });
    expect(toPromoterStats(sums(150), null)[0]?.change).toBeNull();
  });
});

describe('the totals', () => {
  it('add up to the kopeck, and the bonus is that of its column', () => {
    const stats = toPromoterStats(sums(0.1, 0.2, 33.35), null);
    expect(totalsOf(stats)).toEqual({
      count: 0,
      done: 0,
      sum: 33.65,
      avg: 0,
      percentDone: null,
      bonus: 10.1,
    });
    // 30 percent of 33.65 would be 10.10 as well; of three times 0.05 it would be 0.05 and not 0.06.
    expect(totalsOf(toPromoterStats(sums(0.05, 0.05, 0.05), null)).bonus).toBe(0.06);
  });

  it('have the average of all that is done, not of the averages', () => {
    const rows = [
      rowOf({ id: 1, count: 3, done: 2, sum: 100, avg: 50 }),
      rowOf({ id: 2, count: 1, done: 1, sum: 1000, avg: 1000 }),
    ];
    expect(totalsOf(toPromoterStats(rows, null))).toEqual({
      count: 4,
      done: 3,
      sum: 1100,
      avg: 366.67,
      percentDone: 75,
      bonus: 330,
    });
  });

  it('of nobody are nothing', () => {
    expect(totalsOf([])).toEqual({ count: 0, done: 0, sum: 0, avg: 0, percentDone: null, bonus: 0 });
  });
});

it.each([
  [150, 100, { difference: 50, percent: 50 }],
  [50, 100, { difference: -50, percent: -50 }],
  [100, 100, { difference: 0, percent: 0 }],
  [10, 0, { difference: 10, percent: null }],
  [0, 0, { difference: 0, percent: null }],
  [0.3, 0.1, { difference: 0.2, percent: 200 }],
])('a change from %s to %s', (now, previous, expected) => {
  expect(changeOf(now, previous)).toEqual(expected);
});

describe('the bars', () => {
  it('are the ten who have brought most, and the others together', () => {
    const stats = toPromoterStats(sums(...Array.from({ length: 12 }, (_, at) => (at + 1) * 10)), null);
    const { bars, others } = barsOf(stats, 10);
    expect(bars.map(({ name }) => name)).toEqual([
      ...['П12', 'П11', 'П10', 'П9', 'П8', 'П7', 'П6', 'П5', 'П4', 'П3'],
    ]);
    expect(others).toEqual({ count: 2, sum: 30 });
  });

  it('leave out who has brought nothing', () => {
    const { bars, others } = barsOf(toPromoterStats(sums(5, 0), null), 10);
    expect([bars.map(({ name }) => name), others]).toEqual([['П1'], null]);
  });
});
