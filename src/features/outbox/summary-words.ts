import { DAY_MS } from '#kit/clock.ts';
import type { SyncSummary } from '#state/sync.ts';
import type { Tone } from '#ui/chip.tsx';
import { texts } from './texts.ts';

export type SummaryPart = { key: string; text: string; tone: Tone };

/** Everything that the big line says; the shell's widget has room for one of them only. */
export function summaryParts(summary: SyncSummary, now: number): SummaryPart[] {
  const { failed, held, sending, checking, pending, total, oldestAt, reachable } = summary;
  const isOld = oldestAt !== null && now - oldestAt > DAY_MS;
  const waits: Tone = isOld ? 'err' : 'warn';
  const all: (SummaryPart & { said: boolean })[] = [
    { key: 'offline', said: !reachable, text: texts.offline, tone: 'warn' },
    { key: 'failed', said: failed > 0, text: texts.failed(failed), tone: 'err' },
    { key: 'held', said: held > 0, text: texts.held(held), tone: 'warn' },
    { key: 'sending', said: sending > 0, text: texts.sending(sending, total), tone: 'info' },
    { key: 'pending', said: pending > 0, text: texts.pending(pending), tone: waits },
    { key: 'checking', said: checking > 0, text: texts.checking(checking), tone: 'info' },
    { key: 'idle', said: total === 0, text: texts.allSent, tone: 'ok' },
  ];
  return all.filter(part => part.said);
}
