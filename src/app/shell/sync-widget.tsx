import { Link } from 'react-router-dom';
import { syncTexts } from '#features/outbox/sync-texts.ts';
import type { SyncSummary } from '#state/sync.ts';
import { classNames } from '#ui/class-names.ts';
import { CircleAlert, CircleCheck, Clock, CloudOff, KeyRound, SearchCheck } from '#ui/icons.ts';
import { Spinner } from '#ui/spinner.tsx';
import { paths } from '../paths.ts';
import { describeSync } from './describe-sync.ts';
import styles from './sync-widget.module.css';
import { texts } from './texts.ts';
import { useDebouncedAnnouncement } from './use-debounced-announcement.ts';

const ICONS = {
  failed: <CircleAlert size={20} />,
  held: <KeyRound size={20} />,
  sending: <Spinner />,
  checking: <SearchCheck size={20} />,
  pending: <Clock size={20} />,
  idle: <CircleCheck size={20} />,
};

type SyncWidgetProps = { summary: SyncSummary; now: number };

/** What is not sent yet, on every screen; leads to the outbox. */
export function SyncWidget({ summary, now }: SyncWidgetProps) {
  const { state, text, count, tone, offline } = describeSync(summary, now);
  const words = offline ? [syncTexts.offline, text] : [text];
  const announcement = useDebouncedAnnouncement(
    words.length > 1 ? `offline ${state}` : state,
    words.join(', '),
    'idle',
  );
  const isSilent = offline && state === 'idle';
  return (
    <>
      <Link
        to={paths.outbox}
        className={classNames(
          styles.widget,
          styles[offline ? 'warn' : tone],
          state === 'idle' && styles.idle,
          offline && styles.offline,
        )}
        aria-label={`${texts.outbox}: ${words.join(', ')}`}
      >
        {offline && (
          <>
            <CloudOff size={20} />
            <span className={isSilent ? undefined : styles.wide}>{syncTexts.offline}</span>
          </>
        )}
        {!isSilent && (
          <span className={classNames(styles.part, styles[tone])}>
            {ICONS[state]}
            <span className={styles.text}>{text}</span>
            {count > 0 && <span className={styles.count}>{count}</span>}
          </span>
        )}
      </Link>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}
