import type { Trigger } from '#sync/runner.ts';
import type { Fault, Target } from './network.ts';
import type { PlannedKill } from './world.ts';

/**
 * One thing that happens to the phone. Numbers choose among what there is, so that every step makes sense anywhere:
 * `tab`, `thing` and `entry` count round. A list of steps is a whole story and can be written down as a test.
 */
export type Step =
  | { do: 'save'; tab: number; duplicate: boolean }
  /** A whole list of people at once, as from a file. */
  | { do: 'bring'; tab: number; people: number }
  | { do: 'edit' | 'delete' | 'order'; tab: number; thing: number }
  /** [S32] A second window whose form began before the thing was saved last: the same, another contact, another field. */
  | { do: 'second'; tab: number; thing: number; saves: 'same' | 'other' | 'field' }
  | { do: 'correct' | 'retry' | 'discard'; tab: number; entry: number }
  | { do: 'answer'; tab: number; entry: number; arrived: boolean }
  | { do: 'save-on-full-disk'; tab: number; times: number }
  | { do: 'wake'; tab: number; trigger: Trigger }
  | { do: 'watch' | 'pull' | 'drop-cache' | 'sign-out'; tab: number }
  | { do: 'sign-in'; tab: number; user: number }
  /** Whoever drains freezes for longer than a lease lasts, and another tab looks. */
  | { do: 'take-over' }
  | { do: 'sync' | 'open' | 'expire' | 'offline' | 'online' | 'flush' | 'crash-phone' }
  | { do: 'close' | 'freeze' | 'thaw'; tab: number }
  | { do: 'plannedKill'; what: PlannedKill; after: number }
  | { do: 'fault'; fault: Fault; target: Target; times: number }
  | { do: 'poison'; thing: number }
  | { do: 'happen'; picks: number[] }
  | { do: 'pass'; ms: number }
  | { do: 'turn-clock'; ms: number };
