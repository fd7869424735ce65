import { useState } from 'react';
import { DAY_MS } from '#kit/clock.ts';
import { formatDate } from '#kit/date.ts';
import { useLocal } from '#state/local.ts';
import type { SyncSummary } from '#state/sync.ts';
import { useSendNow, useSyncSummary } from '#state/sync.ts';
import { Button } from '#ui/button.tsx';
import type { Tone } from '#ui/chip.tsx';
import { Chip } from '#ui/chip.tsx';
import { CircleAlert, CircleCheck, Clock, CloudOff, KeyRound, SearchCheck } from '#ui/icons.ts';
import { Send } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './outbox.module.css';
import { texts } from './texts.ts';

const ICONS: Readonly<Record<string, React.ReactNode>> = {
  offline: <CloudOff size={20} />,
  failed: <CircleAlert size={20} />,
  held: <KeyRound size={20} />,
  sending: <Spinner />,
  pending: <Clock size={20} />,
  checking: <SearchCheck size={20} />,
  idle: <CircleCheck size={20} />,
};

/**
 * The state of the whole queue, and the button that sends whatever back-off says. `hasLost`: a queue was lost, so that
 * an empty one does not mean that all is sent.
 */
export function SummaryLine({ hasLost }: { hasLost: boolean }) {
  const summary = useSyncSummary();
  const clock = useLocal(async ({ now, wallClock }) => ({ now: now(), wallClock }), []);
  const sendNow = useSendNow();
  const [isSending, setIsSending] = useState(false);
  if (!clock) return null;
  const handleSend = () => {
    setIsSending(true);
    void sendNow().finally(() => setIsSending(false));
  };
  const { lastSyncAt } = summary;
  const parts = summaryParts(summary, clock.now).filter(({ key }) => key !== 'idle' || !hasLost);
  return (
    <Panel aria-label={texts.title}>
      <p className={styles.states}>
        {parts.map(part => (
          <Chip key={part.key} tone={part.tone} icon={ICONS[part.key]}>
            {part.text}
          </Chip>
        ))}
      </p>
      <p className={styles.meta}>
        {lastSyncAt === null
          ? texts.neverSynced
          : texts.lastSync(formatDate(clock.wallClock(lastSyncAt), true))}
      </p>
      <Button
        kind="primary"
        size="large"
        icon={<Send size={20} />}
        busy={isSending}
        disabled={summary.total === 0}
        onClick={handleSend}
      >
        {texts.sendNow}
      </Button>
    </Panel>
  );
}

type SummaryPart = { key: string; text: string; tone: Tone };

/** Everything that the big line says; the shell's widget has room for one of them only. */
function summaryParts(summary: SyncSummary, now: number): SummaryPart[] {
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
