import { expect, it } from 'vitest';
import { attack, type Finding, sweepCrashPoints } from './attack.ts';

/** Seeds that the suite always plays: the same stories on every machine. */
const FIXED_SEEDS: readonly number[] = [1, 20_261_120];

/** Another one each time; a failure prints it. */
function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

const RUNS = 40;

/** All that is needed to see it again: put the story into found.test.ts. */
function reportFinding({ rule, message, keyed, seed, path, randomness, story }: Finding): string {
  const steps = story.map(step => `  ${JSON.stringify(step)},`).join('\n');
  return `[${rule}] ${message}\nkeyed ${keyed}, seed ${seed}, path ${path}, randomness ${randomness}\n${steps}`;
}

const seeds = [...FIXED_SEEDS, freshSeed()];
const met = new Set<string>();
const rounds = seeds.flatMap(seed => [true, false].map(keyed => ({ seed, keyed })));

it.each(rounds)('no story breaks a rule: seed $seed, keyed $keyed', async ({ seed, keyed }) => {
  const { figures, finding } = await attack({ seed, runs: RUNS, keyed });
  expect(finding && reportFinding(finding)).toBe(null);
  expect(figures.runs).toBe(RUNS);
  for (const fault of Object.keys(figures.faults)) met.add(fault);
});

it('the stories met most kinds of faults', () => {
  // Of all seeds together: a single one may be lucky.
  expect(met.size).toBeGreaterThan(5);
});

it.each([true, false])(
  '[S10] a crash at any boundary loses nothing and doubles nothing: keyed %s',
  async keyed => {
    const { figures, finding } = await sweepCrashPoints({ keyed });
    expect(finding).toBe(null);
    expect(figures.crashPoints).toBeGreaterThan(50);
  },
);
