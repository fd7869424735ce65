import { type FormEventHandler, type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { PageTitle } from '../page-title.tsx';
import { ErrorSummary, type FormError } from './error-summary.tsx';
import styles from './form-shell.module.css';
import { useOpenFormMark } from './open-forms.ts';

export type FormShellProps = {
  title: string;
  subheading?: string;
  submitLabel: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** A save is under way: the button is disabled and turns. */
  busy?: boolean;
  /** Why nothing can be saved now; the button is disabled and this is said beside it. */
  blockedBecause?: string | undefined;
  /** Refusals of the form and of the server, in the order of the fields. */
  errors?: readonly FormError[];
  /** react-hook-form's `formState.submitCount`. */
  attempt?: number;
  /** One line above the actions, e.g. «Отправим, когда появится связь». */
  note?: ReactNode;
  /** Further buttons beside the main one. */
  secondary?: ReactNode;
  children: ReactNode;
};

/** The frame of every form: title, refusals, fields, actions that stay in thumb reach on a phone. */
export function FormShell(props: FormShellProps) {
  const { title, subheading, submitLabel, onSubmit, busy = false, blockedBecause, errors = [] } = props;
  const form = useRef<HTMLFormElement>(null);
  useOpenFormMark();
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-label={title}>
      <PageTitle>{title}</PageTitle>
      {subheading && <h2>{subheading}</h2>}
      <ErrorSummary
        errors={errors}
        attempt={props.attempt ?? 0}
        onGoTo={name => focusControl(form.current, name)}
      />
      <div className={styles.fields}>{props.children}</div>
      <div className={styles.actions}>
        {(blockedBecause || props.note) && <p className={styles.note}>{blockedBecause ?? props.note}</p>}
        <Button type="submit" kind="primary" size="large" busy={busy} disabled={blockedBecause !== undefined}>
          {submitLabel}
        </Button>
        {props.secondary}
      </div>
    </form>
  );
}

/** Brings the reader to the control of this name; a list's own name leads to its first control. */
function focusControl(form: HTMLFormElement | null, name: string): void {
  const controls = [...(form?.querySelectorAll<HTMLElement>('input, select, textarea, button[name]') ?? [])];
  const nameOf = (control: HTMLElement) => control.getAttribute('name') ?? '';
  const target =
    controls.find(control => nameOf(control) === name) ??
    controls.find(control => nameOf(control).startsWith(`${name}.`));
  target?.focus();
  target?.scrollIntoView?.({ block: 'center' });
}
