import { useEffect, useId, useRef } from 'react';
import { CircleAlert } from '../icons.ts';
import { texts } from '../texts.ts';
import styles from './error-summary.module.css';

/** One refusal: `name` is the control's name in the form, '' when it belongs to none. */
export type FormError = { name: string; message: string };

export type ErrorSummaryProps = {
  errors: readonly FormError[];
  /** Grows with every refused submit; the summary takes the focus each time. */
  attempt: number;
  /** Called to bring the reader to a field. */
  onGoTo: (name: string) => void;
};

/** All refusals of a form in one place, each leading to its field. Takes the focus when they appear. */
export function ErrorSummary({ errors, attempt, onGoTo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const any = errors.length > 0;
  useEffect(() => {
    if (any && attempt > 0) box.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId} className={styles.title}>
        <CircleAlert size={20} />
        {texts.errorCount(errors.length)}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ name, message }) => (
          <li key={`${name}:${message}`}>
            {name === '' ? (
              <span>{message}</span>
            ) : (
              <button type="button" className={styles.link} onClick={() => onGoTo(name)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
