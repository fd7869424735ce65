import type { Step } from './steps.ts';
import type { PlannedKill } from './world.ts';

/** A day in the field, told step by step. `dependsOnKeys`: a backend without keys is met in another way. */
export type Script = { name: string; story: readonly Step[]; dependsOnKeys?: true };

const all: Step = { do: 'happen', picks: Array.from({ length: 40 }, () => 0) };
const wake: Step = { do: 'wake', tab: 0, trigger: 'button' };
const save: Step = { do: 'save', tab: 0, duplicate: false };
const newest = 99;

/** Between them these meet every kind of entry, every way out of an attempt, and every change of the session. */
export const SCRIPTS: readonly Script[] = [
  {
    name: 'a contact is made, changed and deleted',
    story: [
      save,
      wake,
      all,
      { do: 'edit', tab: 0, thing: newest },
      wake,
      all,
      ...[remove(newest), wake, all],
    ],
  },
  {
    name: 'an order for a contact that was made offline',
    dependsOnKeys: true,
    story: [{ do: 'offline' }, save, { do: 'order', tab: 0, thing: 1 }, { do: 'online' }, wake, all],
  },
  {
    name: 'a refused entry is corrected',
    story: [fault('422'), save, wake, all, { do: 'correct', tab: 0, entry: 0 }, wake, all],
  },
  {
    name: 'an answer is lost',
    dependsOnKeys: true,
    story: [fault('drop-after'), save, wake, all, { do: 'pass', ms: 150_000 }, wake, all],
  },
  { name: 'the token runs out in mid-pass', story: [save, save, { do: 'expire' }, wake, all, all] },
  {
    name: 'another user signs in in mid-pass',
    story: [
      save,
      wake,
      { do: 'happen', picks: [0, 0, 0] },
      { do: 'sign-in', tab: 0, user: 1 },
      all,
      save,
      wake,
      all,
    ],
  },
  {
    name: 'the worker and a second tab drain too',
    story: [{ do: 'open' }, save, wake, { do: 'sync' }, { do: 'wake', tab: 1, trigger: 'start' }, all, all],
  },
];

function fault(name: '422' | 'drop-after'): Step {
  return { do: 'fault', fault: name, target: 'write', times: 1 };
}

function remove(thing: number): Step {
  return { do: 'delete', tab: 0, thing };
}

/** The script with the n-th boundary as the last thing that its tab, or its phone, browserContexts to see. */
export function crashed({ story }: Script, what: PlannedKill, after: number): Step[] {
  return [{ do: 'plannedKill', what, after }, ...story];
}
