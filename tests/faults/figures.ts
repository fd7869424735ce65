import type { Generation } from '#tests/support/laravel/call.ts';

/** What the attacks count. Everything is a sum, so that rounds and parts add up. */

/** How often each kind of fault was met. */
export type FaultCounts = Record<string, number>;

/** The model's runs: fast-check commands over the real engine, and the sweep over every crash point. */
export type ModelFigures = {
  runs: number;
  steps: number;
  /** Kept by the outbox, so that the user was told so. */
  entries: number;
  crashPoints: number;
  faults: FaultCounts;
};

/** One mutant: what was taken out of the outbox, the rule it broke, and how it was found. '' = it lived. */
export type MutantVerdict = { name: string; rule: string; killedBy: string };

/** What a nemesis round did to real browsers and a real server, and what came of it. */
export type NemesisFigures = {
  /** Entries of which the user was told that they are kept. */
  acknowledged: number;
  faults: FaultCounts;
  lost: number;
  doubledKeyed: number;
  /** On a backend without keys: made twice by a second attempt of ours, or by the browser below us. */
  doubledByUs: number;
  doubledByBrowser: number;
  /** Of all doubled ones, how many the app has found and shown. */
  detected: number;
  wrongOrder: number;
  /** Orders whose contact is not on the server. */
  orphans: number;
  wrongUser: number;
  /** Neither sent, nor refused, nor a question after everything was healed. */
  stuck: number;
  /** From the healing to an empty outbox, one number for each client. */
  toEmptyMs: number[];
  expiries: number;
  refreshes: number;
};

/** Nothing counted yet. */
export const NO_NEMESIS: NemesisFigures = {
  acknowledged: 0,
  faults: {},
  lost: 0,
  doubledKeyed: 0,
  doubledByUs: 0,
  doubledByBrowser: 0,
  detected: 0,
  wrongOrder: 0,
  orphans: 0,
  wrongUser: 0,
  stuck: 0,
  toEmptyMs: [],
  expiries: 0,
  refreshes: 0,
};

/** The attacks that can be run by themselves. */
export const PARTS = [
  'nemesis',
  'laravel-5.4',
  'laravel-8',
  'model',
  'mutants',
  'tests',
  'comparison',
] as const;
export type Part = (typeof PARTS)[number];

/** When, where and by which command a part was run last, so that it can be run again. */
export type Run = { command: string; at: string; machine: string };

/** What became of so many entries that met a fault once each. `kept`: still on the device, where the user sees it. */
export type Outcome = { arrived: number; kept: number; doubled: number; lost: number };

export type Compared = { fault: string; ours: Outcome; readyMade: Outcome };

/** Everything that the attacks have counted, each in its last run. */
export type AllFigures = {
  runs: Partial<Record<Part, Run>>;
  model: ModelFigures;
  mutants: readonly MutantVerdict[];
  nemesis: NemesisFigures;
  /** The nemesis again, with a Laravel of that generation before the server. */
  laravel: Record<Generation, NemesisFigures>;
  /** What the same faults make of our entries and of a ready-made queue's. */
  comparison: readonly Compared[];
  /** What tests of other projects have attacked (tests/support/attacks.ts). */
  tests: FaultCounts;
};

/** Adds up how often each kind of fault was met. */
export function addFaults(one: FaultCounts, other: FaultCounts): FaultCounts {
  const sum = { ...one };
  for (const [name, times] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + times;
  return sum;
}

/** Nothing played yet. */
export const NO_MODEL: ModelFigures = { runs: 0, steps: 0, entries: 0, crashPoints: 0, faults: {} };

/** Before anything has been run. */
export const NO_FIGURES: AllFigures = {
  runs: {},
  model: NO_MODEL,
  mutants: [],
  nemesis: NO_NEMESIS,
  laravel: { '5.4': NO_NEMESIS, '8': NO_NEMESIS },
  tests: {},
  comparison: [],
};
