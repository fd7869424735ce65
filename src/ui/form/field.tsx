import { useId } from 'react';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { CircleAlert } from '../icons.ts';
import { firstLine, OriginalWords } from '../remote/server-words.tsx';
import styles from './field.module.css';

/** What every field takes beside the attributes of its control. `error` is shown beside the field. */
export type FieldDisplay = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Hides the label visually; readers still hear it. */
  labelHidden?: boolean;
};

/** What a control must carry to belong to its label, hint and error. */
export type ControlWiring = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldProps = FieldDisplay & {
  required?: boolean | undefined;
  children: (control: ControlWiring) => Elements;
};

/** Label above, control, hint, error below: wires the three by id and leaves the control to its caller. */
export function Field({ label, hint, error, labelHidden = false, required = false, children }: FieldProps) {
  const { id, remarks, describedBy } = useRemarks(hint, error);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        <span>{label}</span>
        {required && <Star />}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {remarks}
    </div>
  );
}

/** The mark of what must be filled in. */
export function Star() {
  return (
    <span aria-hidden="true" className={styles.star}>
      {' *'}
    </span>
  );
}

/** What is said below a control, and the ids by which the control is described. */
export function useRemarks(hint: string | undefined, error: string | undefined) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const remarks = (
    <>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <div className={styles.error}>
          <CircleAlert size={16} />
          <p id={errorId}>{firstLine(error)}</p>
        </div>
      )}
      {error && <OriginalWords words={error} />}
    </>
  );
  return {
    id,
    remarks,
    describedBy: classNames(error ? errorId : undefined, hint ? hintId : undefined) || undefined,
  };
}
