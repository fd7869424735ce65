import fc from 'fast-check';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { FAULTS } from './network.ts';
import { play } from './play.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** Runs are short: what goes wrong goes wrong within few steps. */
const MOST_STEPS = 25;

const tab = fc.nat(2);
const thing = fc.nat(5);
const entry = fc.nat(5);

const TRIGGERS = ['start', 'saved', 'online', 'visible', 'timer', 'button'] as const;

/** How often each kind of step is drawn. Most of all, what is on its way happens. */
const steps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 6, arbitrary: fc.record({ do: fc.constant('save'), tab, duplicate: rarely() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('bring'), tab, people: fc.integer({ min: 2, max: 80 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit'), tab, thing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), tab, thing }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('second'),
      tab,
      thing,
      saves: fc.constantFrom('same', 'other', 'field'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('order'), tab, thing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('correct', 'retry', 'discard'), tab, entry }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer'), tab, entry, arrived: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('save-on-full-disk'),
      tab,
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constant('wake'), tab, trigger: fc.constantFrom(...TRIGGERS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('watch', 'pull'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('drop-cache', 'sign-out'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign-in'), tab, user: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('sync', 'open', 'expire', 'offline', 'online', 'flush', 'crash-phone'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('close', 'freeze', 'thaw'), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take-over') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('plannedKill'),
      what: fc.constantFrom('tab', 'phone', 'freeze'),
      after: fc.nat(20),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      fault: fc.constantFrom(...FAULTS),
      target: fc.constantFrom('write', 'write', 'write', 'write', 'read', 'token'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('poison'), thing }) },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('happen'),
      picks: fc.array(fc.nat(3), { minLength: 4, maxLength: 20 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      ms: fc.constantFrom(SECOND_MS, 35 * SECOND_MS, 1.7 * MINUTE_MS, 2.5 * MINUTE_MS, 16 * MINUTE_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('turn-clock'),
      ms: fc.constantFrom(-3 * DAY_MS, -10 * MINUTE_MS, 5 * MINUTE_MS, 3 * DAY_MS),
    }),
  },
];

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(9).map(number => number === 9);
}

/** What a run knows beside the world: nothing, the world keeps what the user meant. */
type Model = Record<string, never>;

/** A step as fast-check runs it. */
type Command = fc.AsyncCommand<Model, World>;

function commandOf(step: Step): Command {
  return {
    check: () => true,
    run: (_, world) => play(world, step),
    toString: () => JSON.stringify(step),
  };
}

/** Stories of up to 25 steps. */
export const stories = fc.commands(
  steps.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary.map(commandOf))),
  { maxCommands: MOST_STEPS, size: 'max' },
);
