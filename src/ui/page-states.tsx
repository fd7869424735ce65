import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Elements } from './elements.ts';
import { Clock, CloudOff, Inbox, TriangleAlert } from './icons.ts';
import styles from './page-states.module.css';
import { texts } from './texts.ts';

type EmptyStateProps = { children: ReactNode; icon?: ReactNode; action?: Elements };

/** Nothing is here: a glyph, one sentence, one button. */
export function EmptyState({ children, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <div className={styles.glyph}>{icon ?? <Inbox size={40} />}</div>
      <p>{children}</p>
      {action}
    </div>
  );
}

type ErrorStateProps = {
  title?: string;
  /** Why. */
  children: ReactNode;
  /** Nobody answered: there is nothing wrong but the connection. */
  unanswered?: boolean;
  /** What helps sooner than another try. */
  action?: Elements;
  onRetry?: () => void;
  busy?: boolean;
};

/** What failed, why, and what helps, where there is nothing else to show. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, unanswered = false, action, onRetry, busy = false } = props;
  return (
    <div className={styles.state} role="alert">
      <div className={styles.glyph}>{unanswered ? <CloudOff size={40} /> : <TriangleAlert size={40} />}</div>
      <h2>{title ?? (unanswered ? texts.noConnection : texts.loadFailed)}</h2>
      <p>{children}</p>
      {action}
      {onRetry && (
        <Button kind={action ? 'quiet' : 'primary'} busy={busy} focusableWhenDisabled onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

type StaleNoteProps = {
  /** «20 ноября, 09:05», already formatted. */
  when: string;
  onRefresh?: () => void;
  busy?: boolean;
};

/** How old the copy on the screen is: «Обновлено …». */
export function StaleNote({ when, onRefresh, busy = false }: StaleNoteProps) {
  return (
    <p className={styles.stale}>
      <span className={styles.when}>
        <Clock size={16} />
        <span>{texts.updatedAt(when)}</span>
      </span>
      {onRefresh && (
        <Button kind="quiet" busy={busy} focusableWhenDisabled onClick={onRefresh}>
          {texts.refresh}
        </Button>
      )}
    </p>
  );
}
