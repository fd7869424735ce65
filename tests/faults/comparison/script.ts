import { type Random, seededRandom } from '#server/db/seed/random.ts';
import type { WireFault } from '../nemesis/wire/faults.ts';

/** What happens to a promoter's phone, or what the promoter does. */
export type Step =
  | { do: 'save contact' | 'save order' | 'offline' | 'online' | 'calm' | 'expire' }
  | { do: 'kill browser' | 'stop worker' | 'crash page' }
  | { do: 'trouble'; faults: readonly WireFault[] };

/** A step and when it is due, counted from the start. */
export type Planned = { atMs: number; step: Step };

const GAP_MS = 700;

/** Faults of the way to the server; each spell of trouble has one of these. */
const TROUBLES: readonly (readonly WireFault[])[] = [
  ['cut-before', 'cut-after', 'cut-body'],
  ['stall', 'hold', 'throttle', 'late'],
  ['html'],
  ['500', '503'],
  ['cut-after', 'hold', '500'],
];

/** The same seed gives the same plan, whoever is driven by it. */
export function planSteps(seed: number, minutes: number): Planned[] {
  const random = seededRandom(seed);
  const plan: Planned[] = [];
  const endMs = minutes * 60_000;
  for (let atMs = 0; atMs < endMs; atMs += GAP_MS * (0.5 + random.next())) {
    plan.push({ atMs, step: drawStep(random) });
  }
  return plan;
}

/** More saves than anything else, so that something is always under way. */
function drawStep(random: Random): Step {
  if (random.chance(0.4)) return { do: random.pick(['save contact', 'save order'] as const) };
  if (random.chance(0.25)) return { do: 'trouble', faults: random.pick(TROUBLES) };
  if (random.chance(0.6)) return { do: random.pick(['offline', 'online', 'online', 'calm'] as const) };
  if (random.chance(0.4)) return { do: 'expire' };
  return { do: random.pick(['kill browser', 'stop worker', 'crash page'] as const) };
}
