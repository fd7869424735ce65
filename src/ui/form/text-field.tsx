import '../styles/controls.css';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Eye, EyeOff } from '../icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './field.module.css';
import { Field, type FieldDisplay, useRemarks } from './field.tsx';

type Size = {
  /** `large` is 56 px, for the login screen. */
  controlSize?: 'normal' | 'large';
};

export type TextFieldProps = FieldDisplay & Size & ComponentProps<'input'>;

/** A one-line field. Takes the spread of react-hook-form's `register`. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, labelHidden, controlSize, ...input } = props;
  return (
    <Field {...props}>
      {control => <input type="text" {...input} {...control} className={controlClass(controlSize)} />}
    </Field>
  );
}

type TextAreaProps = FieldDisplay & ComponentProps<'textarea'>;

/** A field of three rows unless told otherwise. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, labelHidden, ...input } = props;
  return (
    <Field {...props}>
      {control => <textarea rows={3} {...input} {...control} className={styles.control} />}
    </Field>
  );
}

/** A password with a button that shows it. Give `autoComplete` current-password or new-password. */
export function PasswordField(props: TextFieldProps) {
  const { label, hint, error, labelHidden, controlSize, ...input } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...props}>
      {control => (
        <div className={styles.withButton}>
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={controlClass(controlSize)}
          />
          <IconButton
            label={shown ? texts.hidePassword : texts.showPassword}
            icon={shown ? <EyeOff size={20} /> : <Eye size={20} />}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}

type CheckboxFieldProps = ComponentProps<'input'> & Pick<FieldDisplay, 'label' | 'error'>;

/** A checkbox whose whole 48 px row can be pressed. */
export function CheckboxField({ label, error, ...input }: CheckboxFieldProps) {
  const { remarks, describedBy } = useRemarks(undefined, error);
  return (
    <>
      <label className={styles.check}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        <span>{label}</span>
      </label>
      {remarks}
    </>
  );
}

function controlClass(size: Size['controlSize']): string {
  return classNames(styles.control, size === 'large' && styles.large);
}
