import type { EntryError } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import type { EntryAppearance } from '#ui/chip.tsx';
import { texts } from './texts.ts';

/** How a queued order looks in the list: the chip, and a better word than the chip's own where there is one. */
export type OrderAppearance = { chip: EntryAppearance; text?: string };

const APPEARANCES: Readonly<Record<EntryStatus, OrderAppearance>> = {
  queued: { chip: 'pending' },
  sending: { chip: 'sending' },
  checking: { chip: 'checking' },
  failed: { chip: 'failed' },
  held: { chip: 'held' },
  blocked: { chip: 'blocked' },
  question: { chip: 'failed', text: texts.needsAnswer },
  parked: { chip: 'pending', text: texts.needsUpdate },
  done: { chip: 'done' },
};

/** The look of a status. */
export function appearanceOf(status: EntryStatus): OrderAppearance {
  return APPEARANCES[status];
}

/** Why the server refused, in its own words as far as it gave any. */
export function reasonOf(error: EntryError | null): string {
  const messages = Object.values(error?.fields ?? {}).flat();
  return messages.join(' ') || error?.message || texts.refusedWithoutWords;
}
