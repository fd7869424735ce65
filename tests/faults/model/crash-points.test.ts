import { expect, it } from 'vitest';
import { sweepCrashPoints } from './attack.ts';

it.each([true, false])(
  '[S10] a crash at any boundary loses nothing and doubles nothing: keyed %s',
  async keyed => {
    const { figures, finding } = await sweepCrashPoints({ keyed });
    expect(finding).toBe(null);
    expect(figures.crashPoints).toBeGreaterThan(50);
  },
);
