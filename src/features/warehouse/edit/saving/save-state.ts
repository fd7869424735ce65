import type { Receipt } from '#contract/warehouse.ts';
import type { Content } from './content.ts';

/**
 * Where the save of a receipt stands. `unknown`: no answer came, so nobody knows whether it was saved; `comparing`: the
 * server's version and this one are side by side.
 */
export type SaveState =
  | { readonly step: 'quiet' }
  | { readonly step: 'failed'; readonly words: string }
  | { readonly step: 'unknown'; readonly sent: Content; readonly isChecking: boolean }
  | { readonly step: 'comparing'; readonly theirs: Receipt };

export const IDLE: SaveState = { step: 'quiet' };
