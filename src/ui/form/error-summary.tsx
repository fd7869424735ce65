import { useId, useLayoutEffect, useRef } from 'react';
import { continueSentence } from '#kit/continue-sentence.ts';
import { CircleAlert } from '../icons.ts';
import { firstLine, ServerWords } from '../remote/server-words.tsx';
import styles from './error-summary.module.css';
import { texts } from './texts.ts';

/**
 * One refusal: `name` and `label` are those of the control in the form, '' when it belongs to none. `go` brings the reader
 * to a control that may not be drawn now, such as one in a long table.
 */
export type FormError = { name: string; label: string; message: string; go?: (() => void) | undefined };

type ErrorSummaryProps = {
  errors: readonly FormError[];
  /** Grows with every refused submit; the summary takes the focus each time. */
  attempt: number;
};

/** More than anybody mends at a time; a list of lines that were pasted wrongly may have thousands. */
const SHOWN_MAX = 20;

/**
 * All refusals of the form around it in one place, once it was to be sent, each leading to its field. Takes the focus
 * then.
 */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const any = errors.length > 0;
  useLayoutEffect(() => {
    if (any && attempt > 0) box.current?.focus();
  }, [any, attempt]);
  // Before that each stands at its field: a box that comes with a blur would move the button under the finger.
  if (!any || attempt === 0) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId} className={styles.title}>
        <CircleAlert size={20} />
        {texts.errorCount(errors.length)}
      </h2>
      <ul className={styles.list}>
        {errors.slice(0, SHOWN_MAX).map(error => (
          <li key={`${error.name}:${error.message}`}>
            {error.name === '' ? (
              <ServerWords words={error.message} />
            ) : (
              <button
                type="button"
                className={styles.link}
                onClick={() => (error.go ? error.go() : goTo(box.current, error.name))}
              >
                {naming({ ...error, message: firstLine(error.message) })}
              </button>
            )}
          </li>
        ))}
        {errors.length > SHOWN_MAX && <li>{texts.moreErrors(errors.length - SHOWN_MAX)}</li>}
      </ul>
    </div>
  );
}

/** Away from its field a message must say which one it means. */
function naming({ label, message }: FormError): string {
  if (label === '' || message.includes(label)) return message;
  return `${label}: ${continueSentence(message)}`;
}

/** Brings the reader to the control of this name; a list's own name leads to its first control. */
function goTo(summary: HTMLElement | null, name: string): void {
  const form = summary?.closest('form');
  const controls = [...(form?.querySelectorAll<HTMLElement>('input, select, textarea, button[name]') ?? [])];
  const nameOf = (control: HTMLElement) => control.getAttribute('name') ?? '';
  const target =
    controls.find(control => nameOf(control) === name) ??
    controls.find(control => nameOf(control).startsWith(`${name}.`));
  target?.focus();
  target?.scrollIntoView?.({ block: 'center' });
}
