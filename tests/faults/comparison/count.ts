import { counterOf } from '#tests/support/server-count.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Compared } from '../figures.ts';
import type { Thing } from '../nemesis/contender.ts';

/** What came of one contender's saves; what was not acknowledged, the user knows is not kept. */
export type Counted = Compared & { saves: number };

/** What the driver knows at the end. */
export type Outcome = {
  name: string;
  tried: readonly Thing[];
  told: readonly Thing[];
  waiting: number;
};

/** How often each marker stands on the server, by kind. */
export type Times = Record<Thing['kind'], Map<string, number>>;

/** Counts on the server, where each marker stands in one thing, or in none, or in too many. */
export function countOutcome(times: Times, { name, tried, told, waiting }: Outcome): Counted {
  const missing = told.filter(thing => timesOf(times, thing) === 0).length;
  return {
    ...{ name, saves: tried.length, acknowledged: told.length, waiting },
    lost: Math.max(0, missing - waiting),
    doubled: tried.filter(thing => timesOf(times, thing) > 1).length,
  };
}

/** How often the server has this thing. */
export function timesOf(times: Times, { kind, marker }: Thing): number {
  return times[kind].get(marker) ?? 0;
}

/** What the promoter has on the server. */
export async function countThings(origin: string): Promise<Times> {
  const counter = await counterOf(origin, DEMO.promoter);
  return {
    'contact.create': countWords((await counter.contacts()).map(contact => contact.first_name)),
    'order.create': countWords((await counter.requests()).map(request => request.broken ?? '')),
  };
}

function countWords(words: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, 1 + (times.get(word) ?? 0));
  return times;
}
