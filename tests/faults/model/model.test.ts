import { expect, it } from 'vitest';
import { attack, type Finding } from './attack.ts';
import { FIXED_SEEDS, freshSeed } from './seeds.ts';

const RUNS = 40;

/** All that is needed to see it again: put the story into found.test.ts. */
function tellFinding({ rule, message, keyed, seed, path, luck, story }: Finding): string {
  const steps = story.map(step => `  ${JSON.stringify(step)},`).join('\n');
  return `[${rule}] ${message}\nkeyed ${keyed}, seed ${seed}, path ${path}, luck ${luck}\n${steps}`;
}

const seeds = [...FIXED_SEEDS, freshSeed()];
const met = new Set<string>();
const rounds = seeds.flatMap(seed => [true, false].map(keyed => ({ seed, keyed })));

it.each(rounds)('no story breaks a rule: seed $seed, keyed $keyed', async ({ seed, keyed }) => {
  const { figures, finding } = await attack({ seed, runs: RUNS, keyed });
  expect(finding && tellFinding(finding)).toBe(null);
  expect(figures.runs).toBe(RUNS);
  for (const fault of Object.keys(figures.faults)) met.add(fault);
});

it('the stories met most kinds of faults', () => {
  // Of all seeds together: a single one may be lucky.
  expect(met.size).toBeGreaterThan(5);
});
