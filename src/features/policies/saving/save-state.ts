import type { Policy } from '#domain/policy/policy.ts';

/**
 * Where the save of one policy stands. `asking`: its differences are shown; `unknown`: no answer came, so nobody knows
 * whether it was saved; `comparing`: the server's version and this one are side by side.
 */
export type SaveState =
  | { readonly step: 'quiet' }
  | { readonly step: 'asking' }
  | { readonly step: 'sending' }
  | { readonly step: 'failed'; readonly words: readonly string[] }
  | { readonly step: 'unknown'; readonly sent: Policy; readonly isChecking: boolean }
  | { readonly step: 'comparing' };

export const IDLE: SaveState = { step: 'quiet' };
