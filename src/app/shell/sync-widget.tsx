import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { describeSync } from '#features/outbox/sync-status.tsx';
import { SECOND_MS } from '#kit/clock.ts';
import type { SyncSummary } from '#state/sync.ts';
import { classNames } from '#ui/class-names.ts';
import styles from './sync-widget.module.css';
import { texts } from './texts.ts';

/** Those that the user has to do something about are shown also while nothing could be sent. */
const ASKS_USER: readonly string[] = ['question', 'failed', 'held'];

/**
 * What is not sent yet, on every screen; leads to the queue. On a phone one icon with the number of all, on a desktop
 * with the words of the worst.
 */
export function SyncWidget({ summary, now }: { summary: SyncSummary; now: number }) {
  const { worst, obstacle, total, words } = describeSync(summary, now);
  const announcement = useDebouncedAnnouncement(
    [obstacle?.key, worst.key].join(' ').trim(),
    words,
    'allSent',
  );
  const shown =
    obstacle && !ASKS_USER.includes(worst.key) ? [obstacle] : [obstacle, worst].filter(part => part !== null);
  const tone = worst.tone === 'ok' && obstacle ? obstacle.tone : worst.tone;
  return (
    <>
      <Link
        to={paths.outbox}
        className={classNames(styles.widget, styles[tone])}
        aria-label={`${texts.outbox}: ${words}`}
      >
        {shown.map(({ key, icon }) => (
          <span key={key}>{icon}</span>
        ))}
        <span className={styles.text}>{total > 0 ? worst.text : (obstacle ?? worst).text}</span>
        {total > 0 && <span className={styles.count}>{total}</span>}
      </Link>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}

/** A state that lasts shorter than this is not announced. */
export const ANNOUNCE_AFTER_MS = 2 * SECOND_MS;

/**
 * The text that a screen reader announces for a state that may change many times a second: announced once the
 * state has lasted, not for each step of a count. Nothing is announced until the state has first left `idleState`.
 */
export function useDebouncedAnnouncement(state: string, words: string, idleState: string): string {
  const [announced, setAnnounced] = useState('');
  const announce = useEffectEvent(() => setAnnounced(words));
  const isResting = useRef(true);
  useEffect(() => {
    if (isResting.current && state === idleState) return;
    isResting.current = false;
    const timer = window.setTimeout(() => announce(), ANNOUNCE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state, idleState]);
  return announced;
}
