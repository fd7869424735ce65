import { type Random, seededRandom } from '#server/db/seed/random.ts';
import type { Generation } from '#tests/support/laravel/call.ts';
import type { ProxyFault } from './proxy/faults.ts';

/** What the user does. */
export const USER_ACTIONS = [
  'contact',
  'import',
  'order',
  'edit',
  'delete',
  'refused',
  'correct',
  'form',
] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

/** What happens to the browser. Those of PAIRS end after a while, with their own step. */
export const DISRUPTIONS = [
  'kill-browser',
  'crash-tab',
  'stop-worker',
  'stop-worker-in-pass',
  'freeze',
  'offline',
  'browser-offline',
  'full-disk',
  'close-pages',
  'sync-event',
  'switch-user',
  'expire',
  'upgrade',
] as const;
export type Disruption = (typeof DISRUPTIONS)[number];

/** What ends a disruption that lasts. */
const ENDS = {
  freeze: 'thaw',
  offline: 'online',
  'browser-offline': 'browser-online',
  'close-pages': 'open-pages',
} as const satisfies Partial<Record<Disruption, string>>;
export type Recovery = (typeof ENDS)[keyof typeof ENDS];

/** What ends that disruption; null for one that is over at once. */
export function recoveryOf(disruption: Disruption): Recovery | null {
  return disruption in ENDS ? ENDS[disruption as keyof typeof ENDS] : null; // the line asks for just that
}

/** Whether this is something that happens to the browser. */
export function isDisruption(act: string): act is Disruption {
  return (DISRUPTIONS as readonly string[]).includes(act);
}

/** One thing that happens. `pick` chooses among what there is then: a tab, a contact. */
export type Step = { at: number; client: number; pick: number } & (
  | { act: UserAction | Disruption | Recovery }
  | { act: 'spoil'; fault: ProxyFault }
);

export type Plan = {
  seed: number;
  keyed: boolean;
  /** The Laravel that stands before our server, if one does; it knows no keys. */
  generation?: Generation | undefined;
  /** How long the disruption lasts. */
  ms: number;
  /** The share of all requests that meet a random fault of the proxy. */
  share: number;
  clients: { tabs: number }[];
  /** So many contacts an import saves at a time. */
  burst: number;
  steps: Step[];
};

export type PlanOptions = {
  seed: number;
  keyed: boolean;
  generation?: Generation | undefined;
  ms: number;
  clients: number;
  burst?: number;
  disruptions: readonly Disruption[];
  faults: readonly ProxyFault[];
};

const SECOND_MS = 1000;

/** Between two things that a user saves, about. */
const WORK_EVERY_MS = 900;

/** In a round that is longer than this a tab may be frozen for so long that another one takes the lock from it. */
const LONG_MS = 240 * SECOND_MS;
const BEYOND_LEASE_MS = 125 * SECOND_MS;

/** The first seconds without disruption: there must be something to lose. */
const NO_FAULTS_MS = 1500;

/**
 * Everything that will happen in a round, from one seed: each disruption and each fault at least once where the time is
 * enough. What the seed does not decide is the clock: which request is on its way when a step comes.
 */
export function makePlan({ seed, keyed, generation, ms, clients, burst = 1, ...what }: PlanOptions): Plan {
  const random = seededRandom(seed);
  const people = Array.from({ length: clients }, () => ({ tabs: 1 + Math.floor(random.next() * 3) }));
  const steps = [
    ...people.flatMap((_, client) => workOf(random, client, ms)),
    ...dealt(random, what.disruptions, clients, ms).flatMap(step => withRecovery(random, step, ms > LONG_MS)),
    ...dealt(random, what.faults, clients, ms).map(({ what: fault, ...step }) => ({
      ...step,
      act: 'spoil' as const,
      fault,
    })),
  ];
  steps.sort((one, other) => one.at - other.at);
  return { seed, keyed, generation, ms, share: 0.08, clients: people, burst, steps };
}

function workOf(random: Random, client: number, ms: number): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < ms; at += WORK_EVERY_MS * (0.5 + random.next())) {
    steps.push({
      at: Math.round(at),
      client,
      pick: random.next(),
      act: at < NO_FAULTS_MS ? 'contact' : work(random),
    });
  }
  return steps;
}

/** More than half of what is saved are new contacts: everything else needs some. */
function work(random: Random): UserAction {
  if (random.chance(0.4)) return 'contact';
  return random.chance(0.2) ? 'import' : random.pick(USER_ACTIONS);
}

type Dealt<What> = { at: number; client: number; pick: number; what: What };

/** Deals them out in a random order, one client after the other, and again until the time is full. */
function dealt<What>(random: Random, all: readonly What[], clients: number, ms: number): Dealt<What>[] {
  if (all.length === 0) return [];
  const rounds = Math.max(1, Math.floor(ms / (all.length * 5 * SECOND_MS)));
  const cards = Array.from({ length: rounds }, () => shuffled(random, all)).flat();
  const every = (ms - NO_FAULTS_MS) / Math.ceil(cards.length / clients);
  return cards.map((what, index) => ({
    at: Math.round(NO_FAULTS_MS + Math.floor(index / clients) * every + random.next() * every * 0.5),
    client: index % clients,
    pick: random.next(),
    what,
  }));
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map(item => ({ item, order: random.next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

function withRecovery(random: Random, { what, ...step }: Dealt<Disruption>, isLong: boolean): Step[] {
  const recovery = recoveryOf(what);
  const lasts =
    what === 'freeze' && isLong && random.chance(0.5)
      ? BEYOND_LEASE_MS
      : Math.round((2 + 3 * random.next()) * SECOND_MS);
  const begin: Step = { ...step, act: what };
  return recovery ? [begin, { ...step, at: step.at + lasts, act: recovery }] : [begin];
}

/** The plan as one can read it, and run it again. */
export function printPlan({ seed, keyed, generation, ms, clients, steps }: Plan): string {
  const ours = keyed ? 'keyed' : 'legacy';
  const backend = generation ? `Laravel ${generation}` : ours;
  const tabs = clients.map(client => client.tabs).join(', ');
  const head = `seed ${seed}, ${backend}, ${ms / SECOND_MS} s, tabs: ${tabs}`;
  const lines = steps.map(step => {
    const what = step.act === 'spoil' ? step.fault : step.act;
    return `${(step.at / SECOND_MS).toFixed(1).padStart(7)} client ${step.client}: ${what}`;
  });
  return [head, ...lines].join('\n');
}
