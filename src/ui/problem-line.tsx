import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CircleAlert, CloudOff } from './icons.ts';
import { ServerWords } from './remote/server-words.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { texts } from './texts.ts';
import styles from './trouble-line.module.css';

type ProblemLineProps = {
  /** What went wrong; nothing while nothing did. */
  children?: ReactNode;
  /** Nobody answered: there is nothing wrong but the connection. */
  unanswered?: boolean;
  /** Told when readers pause: nobody waits for it, as after a refresh that goes by itself. */
  polite?: boolean;
  /** Signing in is what helps. */
  signIn?: boolean;
  onRetry?: (() => void) | undefined;
  /** What `onRetry` does, where it is not the same again. */
  retryLabel?: string;
  busy?: boolean;
};

/**
 * One line about what went wrong, beside what still works. Keep it mounted: readers hear what appears in it. Where
 * nothing works, it is `ErrorState`.
 */
export function ProblemLine(props: ProblemLineProps) {
  const { children, unanswered = false, polite = false, signIn = false, onRetry, busy = false } = props;
  const { retryLabel = texts.retry } = props;
  return (
    <div role={polite ? 'status' : 'alert'} className={styles.place}>
      {children && (
        <div className={unanswered ? styles.unanswered : styles.refused}>
          {unanswered ? <CloudOff size={20} /> : <CircleAlert size={20} />}
          <div className={styles.words}>
            {typeof children === 'string' ? <ServerWords words={children} /> : children}
          </div>
          {signIn && <SignInLink kind="quiet" />}
          {onRetry && (
            <Button kind="quiet" busy={busy} focusableWhenDisabled onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
