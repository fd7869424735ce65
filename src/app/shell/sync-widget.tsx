import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { syncTexts } from '#features/outbox/sync-texts.ts';
import { DAY_MS, SECOND_MS } from '#kit/clock.ts';
import type { SyncSummary } from '#state/sync.ts';
import { classNames } from '#ui/class-names.ts';
import {
  CircleAlert,
  CircleCheck,
  Clock,
  CloudOff,
  KeyRound,
  SearchCheck,
  TriangleAlert,
} from '#ui/icons.ts';
import { whyWaiting } from '#ui/remote/answer-fault.ts';
import { Spinner } from '#ui/spinner.tsx';
import styles from './sync-widget.module.css';
import { texts } from './texts.ts';

const ICONS = {
  failed: <CircleAlert size={20} />,
  held: <KeyRound size={20} />,
  sending: <Spinner />,
  checking: <SearchCheck size={20} />,
  pending: <Clock size={20} />,
  idle: <CircleCheck size={20} />,
};

/** What is not sent yet, on every screen; leads to the outbox. */
export function SyncWidget({ summary, now }: { summary: SyncSummary; now: number }) {
  const { state, text, count, tone, offline, fault } = describeSync(summary, now);
  const trouble = offline ? syncTexts.offline : fault;
  const spoken = trouble ? `${trouble}, ${text}` : text;
  const announcement = useDebouncedAnnouncement([trouble, state].join(' ').trim(), spoken, 'idle');
  const isSilent = offline && state === 'idle';
  return (
    <>
      <Link
        to={paths.outbox}
        className={classNames(
          styles.widget,
          styles[trouble ? 'warn' : tone],
          state === 'idle' && styles.idle,
          trouble && styles.offline,
        )}
        aria-label={`${texts.outbox}: ${spoken}`}
      >
        {trouble && (
          <>
            {offline ? <CloudOff size={20} /> : <TriangleAlert size={20} />}
            <span className={isSilent ? undefined : styles.wide}>
              {offline ? syncTexts.offline : syncTexts.fault}
            </span>
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

type State = keyof typeof ICONS;
type Tone = 'err' | 'warn' | 'info' | 'ok';

/**
 * What the widget says: the one thing that matters most, in the order in which the user can do something. `count` is
 * for where there is no room for words, 0 where nothing is counted. «Нет связи» is shown beside any other state, and so is
 * `fault`: what was wrong with the answer that ended the last pass, '' for nothing.
 */
export function describeSync(summary: SyncSummary, now: number) {
  const { failed, held, sending, checking, pending, total, oldestAt, passProblem } = summary;
  const description = (state: State, tone: Tone, text: string, count: number) => ({
    state,
    tone,
    text,
    count,
    offline: !summary.reachable,
    fault: total > 0 && passProblem ? whyWaiting(passProblem) : '',
  });
  if (failed > 0) return description('failed', 'err', syncTexts.failed(failed), failed);
  if (held > 0) return description('held', 'warn', syncTexts.held(held), held);
  if (sending > 0) return description('sending', 'info', syncTexts.sending(sending, total), total);
  if (pending > 0) {
    const isOld = oldestAt !== null && now - oldestAt > DAY_MS;
    return description('pending', isOld ? 'err' : 'warn', syncTexts.pending(pending), pending);
  }
  if (checking > 0) return description('checking', 'info', syncTexts.checking(checking), checking);
  return description('idle', 'ok', syncTexts.allSent, 0);
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
