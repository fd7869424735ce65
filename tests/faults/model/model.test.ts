import { expect, it } from 'vitest';
import { attack, type Finding } from './attack.ts';
import { FIXED_SEEDS, freshSeed } from './seeds.ts';

const RUNS = 60;

/** All that is needed to see it again: put the story into found.test.ts. */
function tellFinding({ rule, message, keyed, seed, path, luck, story }: Finding): string {
  const steps = story.map(step => `  ${JSON.stringify(step)},`).join('\n');
  return `[${rule}] ${message}\nkeyed ${keyed}, seed ${seed}, path ${path}, luck ${luck}\n${steps}`;
}

const seeds = [...FIXED_SEEDS, freshSeed()];
const rounds = seeds.flatMap(seed => [true, false].map(keyed => ({ seed, keyed })));

it.each(rounds)('no story breaks a rule: seed $seed, keyed $keyed', async ({ seed, keyed }) => {
  const { figures, finding } = await attack({ seed, runs: RUNS, keyed });
  expect(finding && tellFinding(finding)).toBe(null);
  expect(figures.runs).toBe(RUNS);
  expect(Object.keys(figures.faults).length).toBeGreaterThan(5);
});
