import type { SyncSummary } from '#state/sync.ts';

/** What the queue says while nothing waits and the server can be reached. */
export const nothingUnsent: SyncSummary = {
  pending: 0,
  sending: 0,
  checking: 0,
  failed: 0,
  question: 0,
  held: 0,
  total: 0,
  oldestAt: null,
  lastSyncAt: null,
  reachable: true,
  passProblem: null,
};
