import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
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
  /** Grows with every refused submit; the first wrong field takes the focus each time. */
  attempt: number;
};

/** So many fields are more than one keeps in mind: they are listed together. */
const LISTED_FROM = 3;

/** More than anybody mends at a time; a list of lines that were pasted wrongly may have thousands. */
const SHOWN_MAX = 20;

/**
 * Leads to the first wrong field of the form around it, once that was to be sent. Says what belongs to no field, and of
 * several fields all refusals in one place, each leading to its field.
 */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // As it was at the last attempt: a box that comes and goes while somebody types would move the field under the finger.
  const [refusal, setRefusal] = useState<{ listsAll: boolean } | null>(null);
  const listsAll = refusal?.listsAll ?? false;
  const isOfForm = !errors.every(isAtField);
  const handleAttempt = useEffectEvent(() => {
    const atFields = errors.filter(isAtField);
    const hasControls = atFields.every(({ name, go }) => go || findControl(box.current, name));
    if (errors.length === 0 || (attempt === 0 && !isOfForm)) setRefusal(null);
    else setRefusal({ listsAll: atFields.length >= LISTED_FROM || !hasControls });
  });
  const handleRefusal = useEffectEvent(() => {
    const first = errors.find(isAtField);
    if (!first || !goTo(box.current, first)) box.current?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is refused between two attempts moves no focus
  useLayoutEffect(() => handleAttempt(), [attempt, isOfForm]);
  // Not before the box is drawn, which moves the fields.
  useLayoutEffect(() => {
    if (refusal) handleRefusal();
  }, [refusal]);
  const listed = listsAll ? errors : errors.filter(error => !isAtField(error));
  return (
    <div
      ref={box}
      className={styles.summary}
      role="alert"
      aria-labelledby={listsAll ? titleId : undefined}
      tabIndex={-1}
      // Not left out: it finds the form that it stands in.
      hidden={listed.length === 0}
    >
      {listsAll && (
        <h2 id={titleId} className={styles.title}>
          <CircleAlert size={20} />
          <span>{texts.errorCount(errors.length)}</span>
        </h2>
      )}
      <ul className={styles.list}>
        {listed.slice(0, SHOWN_MAX).map(error => (
          <li key={`${error.name}:${error.message}`}>
            {isAtField(error) ? (
              <button type="button" className={styles.link} onClick={() => goTo(box.current, error)}>
                {naming({ ...error, message: firstLine(error.message) })}
              </button>
            ) : (
              <ServerWords words={error.message} />
            )}
          </li>
        ))}
        {listed.length > SHOWN_MAX && <li>{texts.moreErrors(listed.length - SHOWN_MAX)}</li>}
      </ul>
    </div>
  );
}

const isAtField = ({ name }: FormError) => name !== '';

/** Away from its field a message must say which one it means. */
function naming({ label, message }: FormError): string {
  if (label === '' || message.includes(label)) return message;
  return `${label}: ${continueSentence(message)}`;
}

/** Brings the reader to the control of an error; false where it has none. */
function goTo(summary: HTMLElement | null, { name, go }: FormError): boolean {
  const control = go ? undefined : findControl(summary, name);
  go?.();
  control?.focus();
  control?.scrollIntoView?.({ block: 'center' });
  return Boolean(go ?? control);
}

/** The control of this name in the form; a list's own name finds its first one. */
function findControl(summary: HTMLElement | null, name: string): HTMLElement | undefined {
  const form = summary?.closest('form');
  const controls = [...(form?.querySelectorAll<HTMLElement>('input, select, textarea, button[name]') ?? [])];
  const nameOf = (control: HTMLElement) => control.getAttribute('name') ?? '';
  return (
    controls.find(control => nameOf(control) === name) ??
    controls.find(control => nameOf(control).startsWith(`${name}.`))
  );
}
