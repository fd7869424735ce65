import { useState } from 'react';
import { formatDate } from '#kit/date.ts';
import { useLocal } from '#state/local.ts';
import { useSendNow, useSyncSummary } from '#state/sync.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { CircleAlert, CircleCheck, Clock, CloudOff, KeyRound, SearchCheck } from '#ui/icons.ts';
import { Send } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './outbox.module.css';
import { summaryParts } from './summary-words.ts';
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
