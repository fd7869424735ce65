import { expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { findMisfits } from './build-mutant.ts';
import { killAll } from './kill-all.ts';
import { mutants } from './mutants.ts';

/** A minute on two idle cores; a machine that is busy with something else may take its time. */
const PATIENCE_MS = 40 * MINUTE_MS;

it('every mutant still fits the outbox', () => {
  expect(findMisfits(mutants)).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

it(
  'every mutant is found, and by the name of the rule that it breaks',
  async () => {
    const verdicts = await killAll();
    const lives = verdicts.filter(({ killedBy }) => killedBy === '');
    const lines = verdicts.map(({ name, rule, killedBy }) => `${name} | ${rule} | ${killedBy || 'LIVES'}`);
    process.stdout.write(
      `${[...lines, `mutants killed: ${verdicts.length - lives.length}/${verdicts.length}`].join('\n')}\n`,
    );
    expect(lives.map(({ name }) => name)).toEqual([]);
  },
  PATIENCE_MS,
);
