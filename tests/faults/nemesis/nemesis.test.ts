import { afterAll, describe, expect, it } from 'vitest';
import { removeSecondBuild } from './builds.ts';
import { fullPlan, missedBy } from './nemesis.ts';
import { DISRUPTIONS, makePlan, type Plan } from './plan.ts';
import { type RoundOutcome, runRound } from './round.ts';

/** Always the same here: the soak draws others. NEMESIS_SEED=… plays one of those again. */
const SEED = Number(process.env.NEMESIS_SEED ?? 20778);

/** So many disruptions of the browser may find no time on a busy machine, e.g. an update that waits for a pass. */
const UNTIMELY_AT_MOST = 2;

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
      expect(outcome.figures.acknowledged).toBeGreaterThan(13);
      const missed = reportMissed(plan, outcome);
      const untimely = missed.filter(words => DISRUPTIONS.some(disruption => words.startsWith(disruption)));
      expect(missed.filter(words => !untimely.includes(words))).toEqual([]);
      expect(untimely.length).toBeLessThanOrEqual(UNTIMELY_AT_MOST);
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
      expect(reportMissed(plan, outcome)).toEqual([]);
    },
    ROUND_PATIENCE_MS,
  );
});

/** Short, because two minutes of waiting follow. */
function legacyPlan(): Plan {
  const faults = ['cut-after', 'cut-body', 'cut-before', 'hold', 'html', '500'] as const;
  return makePlan({
    seed: SEED,
    keyed: false,
    ms: 12 * SECOND_MS,
    clients: 1,
    disruptions: ['kill-browser'],
    faults,
  });
}

function reportMissed(plan: Plan, outcome: RoundOutcome): string[] {
  const missed = missedBy(plan, outcome);
  for (const words of missed) process.stdout.write(`never happened: ${words}\n`);
  return missed;
}

function print({ figures, findings, failedSteps, plan }: RoundOutcome): void {
  const lines = [
    plan,
    JSON.stringify(figures),
    ...failedSteps.map(words => `not done: ${words}`),
    ...findings,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
