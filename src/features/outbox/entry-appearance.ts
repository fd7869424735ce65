import type { Entry } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import type { EntryAppearance } from '#ui/chip.tsx';
import { texts } from './texts.ts';

/** The chip of a status, and a better word than the chip's own where there is one; `why` explains it in the sheet. */
export type Appearance = { chip: EntryAppearance; text?: string; why?: string };

const APPEARANCES: Readonly<Record<EntryStatus, Appearance>> = {
  queued: { chip: 'pending' },
  sending: { chip: 'sending' },
  checking: { chip: 'checking', why: texts.checkingWhy },
  failed: { chip: 'failed' },
  held: { chip: 'held' },
  blocked: { chip: 'blocked', why: texts.blockedWhy },
  question: { chip: 'failed', text: texts.needsAnswer, why: texts.question },
  parked: { chip: 'pending', text: texts.needsUpdate, why: texts.parkedWhy },
  done: { chip: 'done' },
};

/** How an entry looks in its status. */
export function appearanceOf({ isGivenUp, earlier = [] }: Entry, status: EntryStatus): Appearance {
  const look = APPEARANCES[status];
  if (status === 'checking' && isGivenUp) return { ...look, text: texts.givenUp, why: texts.givenUpWhy };
  if (status === 'queued' && earlier.length > 0)
    return { ...look, text: texts.waitsForCheck, why: texts.correctedWhy };
  return look;
}

/** Why an entry is still here, where its state alone does not say that; '' for nothing. */
export function reasonOf(entry: Entry, status: EntryStatus): string {
  const { isGivenUp, earlier = [] } = entry;
  if (status === 'checking' && !isGivenUp && entry.attempts === 0)
    return earlier.length > 0 ? texts.correctedWhy : texts.importedWhy;
  if (status === 'question' && isGivenUp) return texts.givenUpQuestion;
  if (status === 'question' && earlier.length > 0) return texts.correctedQuestion;
  if (status === 'blocked' && entry.kind === 'contact.delete') return texts.deleteBlockedWhy;
  return appearanceOf(entry, status).why ?? '';
}
