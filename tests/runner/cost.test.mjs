import { describe, expect, it } from 'vitest';
import { costOf, growth } from './cost.mjs';

const file = (path, seconds) => ({ path, seconds });
const written = costOf(10, [file('a.test.ts', 9.6), file('b.test.ts', 4), file('short.test.ts', 1.9)]);

describe('what the quick tier costs', () => {
  it('is written down with its longer files, the longest first', () => {
    expect(costOf(8, [file('b.test.ts', 4.4), file('short.test.ts', 1.9), file('a.test.ts', 9.6)])).toEqual({
      cpuMinutes: 8,
      seconds: { 'a.test.ts': 10, 'b.test.ts': 4 },
    });
  });

  it('may be a tenth more', () => {
    expect(growth(written, costOf(11, [file('a.test.ts', 20)]))).toEqual([]);
  });

  it('names the files that grew, most first, and those that are new', () => {
    const now = costOf(11.2, [file('b.test.ts', 9), file('a.test.ts', 10), file('new.test.ts', 30)]);
    expect(growth(written, now)).toEqual([
      '11.2 CPU-minutes, 10 are written down',
      '0 → 30 s new.test.ts',
      '4 → 9 s b.test.ts',
    ]);
  });
});
