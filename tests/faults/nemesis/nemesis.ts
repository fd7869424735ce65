import type { Generation } from '#tests/support/laravel/call.ts';
import { type NemesisFigures, NO_NEMESIS } from '../figures.ts';
import { DISRUPTIONS, makePlan, type Plan, type PlanOptions, type Step } from './plan.ts';
import { KILLS, PROXY_FAULTS } from './proxy/faults.ts';
import { type RoundOutcome, runRound } from './round.ts';
import { addFigures } from './verdict.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A round of a soak: long enough for a tab to be frozen until another one takes the lock from it. */
const ROUND_MS = 5 * MINUTE_MS;

/** Without keys a round ends with two minutes of waiting ([S13]); what is asked is asked in the minute before. */
const LEGACY_MS = MINUTE_MS;

/** What is lost once in thousands of times needs thousands. */
const BURST = 30;

export type NemesisOutcome = { figures: NemesisFigures; findings: string[]; rounds: RoundOutcome[] };

/** Everything that there is, on a backend with keys or without. */
export function fullPlan(options: Omit<PlanOptions, 'disruptions' | 'faults'>): Plan {
  return makePlan({ ...options, disruptions: DISRUPTIONS, faults: [...PROXY_FAULTS, ...KILLS] });
}

/**
 * Rounds with new devices and a new server until the time is over, two with keys and one without in turn; behind a
 * Laravel, where one is named, all are without. Each has a seed of its own, made of the given one; `report` hears of
 * each when it is over.
 */
export async function runNemesis(
  { seed, minutes, generation }: { seed: number; minutes: number; generation?: Generation },
  report: (outcome: RoundOutcome) => void = () => {},
): Promise<NemesisOutcome> {
  const end = Date.now() + minutes * MINUTE_MS;
  const rounds: RoundOutcome[] = [];
  for (let number = 0; Date.now() < end; number += 1) {
    const keyed = generation === undefined && number % 3 !== 1;
    const ms = Math.min(keyed ? ROUND_MS : LEGACY_MS, Math.max(MINUTE_MS, end - Date.now()));
    const options = { seed: seed + number, keyed, generation, ms, clients: 2, burst: BURST };
    const outcome = await runRound(fullPlan(options));
    rounds.push(outcome);
    report(outcome);
  }
  return {
    figures: rounds.reduce((sum, { figures }) => addFigures(sum, figures), NO_NEMESIS),
    findings: rounds.flatMap(({ findings, plan }) => findings.map(words => `${firstLine(plan)}: ${words}`)),
    rounds,
  };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** What the plan ordered and what never came, with what hindered it: a fault that was not met has proven nothing. */
export function missedBy(
  { steps }: Plan,
  { figures, failedSteps }: Pick<RoundOutcome, 'figures' | 'failedSteps'>,
): string[] {
  const named = (step: Step) => (step.act === 'spoil' ? step.fault : step.act);
  const ordered = [...DISRUPTIONS, ...PROXY_FAULTS, ...KILLS].filter(fault =>
    steps.some(step => named(step) === fault),
  );
  const missed = ordered.filter(fault => (figures.faults[fault] ?? 0) === 0);
  return missed.map(fault =>
    [fault, ...failedSteps.filter(words => words.includes(`, ${fault}, `))].join(' | '),
  );
}
