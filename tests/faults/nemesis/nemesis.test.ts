import { afterAll, describe, expect, it } from 'vitest';
import { removeSecondBuild } from './build-second.ts';
import { fullPlan, missedBy } from './nemesis.ts';
import { makePlan, type Plan } from './plan.ts';
import { type RoundOutcome, runRound } from './round.ts';

/** Another one each day; a failing run is run again with NEMESIS_SEED=… of its print. */
const SEED = Number(process.env.NEMESIS_SEED ?? Math.floor(Date.now() / 86_400_000));

const SECOND_MS = 1000;

/** On two busy cores a start of Chromium takes ten times what it takes alone. */
const ROUND_PATIENCE_MS = 580 * SECOND_MS;

afterAll(removeSecondBuild);

describe.concurrent('the outbox in real browsers before a real server, under attack', () => {
  it(
    '[S13] with keys loses nothing, doubles nothing, confuses nobody, and ends empty',
    async () => {
      const plan = fullPlan({ seed: SEED, keyed: true, ms: 40 * SECOND_MS, clients: 2 });
      const outcome = await runRound(plan);
      print(outcome);
      expect(outcome.findings).toEqual([]);
      expect(outcome.figures).toMatchObject({ lost: 0, doubledKeyed: 0, wrongUser: 0, stuck: 0 });
      expect(outcome.figures).toMatchObject({ wrongOrder: 0, orphans: 0 });
      expect(outcome.figures.acknowledged).toBeGreaterThan(20);
      expect(missedBy(plan, outcome)).toEqual([]);
    },
    ROUND_PATIENCE_MS,
  );

  it(
    '[S13] without keys sends nothing twice by itself, and loses nothing',
    async () => {
      const plan = legacyPlan();
      const outcome = await runRound(plan);
      print(outcome);
      expect(outcome.findings).toEqual([]);
      expect(outcome.figures).toMatchObject({ lost: 0, doubledByUs: 0, wrongUser: 0, stuck: 0 });
      expect(outcome.figures).toMatchObject({ wrongOrder: 0, orphans: 0 });
      expect(missedBy(plan, outcome)).toEqual([]);
    },
    ROUND_PATIENCE_MS,
  );
});

/** Short, because two minutes of waiting follow. */
function legacyPlan(): Plan {
  const faults = ['cut-after', 'cut-body', 'cut-before', 'hold', 'html', '500'] as const;
  return makePlan({
    ...{ seed: SEED, keyed: false, ms: 12 * SECOND_MS, clients: 1, troubles: ['kill-browser'], faults },
  });
}

function print({ figures, findings, mishaps, plan }: RoundOutcome): void {
  const lines = [plan, JSON.stringify(figures), ...mishaps.map(words => `not done: ${words}`), ...findings];
  process.stdout.write(`${lines.join('\n')}\n`);
}
