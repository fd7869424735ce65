import type { EntryStatus } from '#sync/entry-status.ts';
import type { EntryAppearance } from '#ui/chip.tsx';

const APPEARANCES: Record<Exclude<EntryStatus, 'done'>, EntryAppearance> = {
  queued: 'pending',
  sending: 'sending',
  checking: 'checking',
  failed: 'failed',
  held: 'held',
  blocked: 'blocked',
  question: 'checking',
  parked: 'pending',
};

/** How a contact's state looks; null once there is nothing to say. */
export function appearanceOf(status: EntryStatus | null): EntryAppearance | null {
  return status === null || status === 'done' ? null : APPEARANCES[status];
}
