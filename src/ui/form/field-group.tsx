import type { FocusEvent } from 'react';
import type { Elements } from '../elements.ts';
import styles from './field.module.css';
import { type FieldDisplay, Star, useRemarks } from './field.tsx';

type FieldGroupProps = FieldDisplay & {
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The focus has left all of its controls. */
  onLeave?: () => void;
  onEnter?: () => void;
  children: Elements;
};

/** Several controls that together are one field, each with a name of its own: the label is the legend of them all. */
export function FieldGroup({ label, hint, error, labelHidden = false, ...group }: FieldGroupProps) {
  const { remarks, describedBy } = useRemarks(hint, error);
  const handleBlur = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) group.onLeave?.();
  };
  return (
    <fieldset
      className={styles.field}
      disabled={group.disabled}
      aria-describedby={describedBy}
      onBlur={handleBlur}
      onFocus={group.onEnter}
    >
      <legend className={labelHidden ? 'visually-hidden' : styles.legend}>
        <span>{label}</span>
        {group.required && <Star />}
      </legend>
      {group.children}
      {remarks}
    </fieldset>
  );
}
