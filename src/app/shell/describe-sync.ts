import { syncTexts as texts } from '#features/outbox/sync-texts.ts';
import { DAY_MS } from '#kit/clock.ts';
import type { SyncSummary } from '#state/sync.ts';

type SyncDescription = {
  state: 'failed' | 'held' | 'sending' | 'checking' | 'pending' | 'idle';
  text: string;
  /** The count for where there is no room for words; 0 where nothing is counted. */
  count: number;
  tone: 'err' | 'warn' | 'info' | 'ok';
  /** «Нет связи» is shown beside any other state. */
  offline: boolean;
};

/** What the widget says: the one thing that matters most, in the order in which the user can do something. */
export function describeSync(summary: SyncSummary, now: number): SyncDescription {
  const offline = !summary.reachable;
  const description = (
    state: SyncDescription['state'],
    tone: SyncDescription['tone'],
    text: string,
    count: number,
  ): SyncDescription => ({
    state,
    tone,
    text,
    count,
    offline,
  });
  const { failed, held, sending, checking, pending, total, oldestAt } = summary;
  if (failed > 0) return description('failed', 'err', texts.failed(failed), failed);
  if (held > 0) return description('held', 'warn', texts.held(held), held);
  if (sending > 0) return description('sending', 'info', texts.sending(sending, total), total);
  if (pending > 0) {
    const isOld = oldestAt !== null && now - oldestAt > DAY_MS;
    return description('pending', isOld ? 'err' : 'warn', texts.pending(pending), pending);
  }
  if (checking > 0) return description('checking', 'info', texts.checking(checking), checking);
  return description('idle', 'ok', texts.allSent, 0);
}
