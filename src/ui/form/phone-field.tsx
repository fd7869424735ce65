import { type ChangeEvent, type ClipboardEvent, useState } from 'react';
import { formatPhone } from '#kit/phone.ts';
import type { ControlledInput } from './controlled-input.ts';
import styles from './field.module.css';
import { Field, type FieldDisplay } from './field.tsx';
import { maskPhone, phoneRemark, phonesIn } from './phone-text.ts';

/** `value` is the text as typed; read it with kit/phone's `phoneDigits`. */
type PhoneFieldProps = FieldDisplay &
  ControlledInput & {
    /** What the key of a phone's keyboard says: `done` in the last field. */
    enterKeyHint?: 'next' | 'done';
    /** Several numbers were pasted at once: each in the form of the mask. Without it the text is pasted as it is. */
    onPasteMany?: (phones: string[]) => void;
  };

/** A phone that puts itself into the mask while typed at its end and never drops what was typed. Use with Controller. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, hint, labelHidden = false, value, onChange, onPasteMany, required } = props;
  const [left, setLeft] = useState(false);
  const error = props.error ?? (left ? phoneRemark(value) : undefined);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.target;
    // In the middle of a number the caret would jump: the mask waits until the field is left.
    onChange(selectionStart === null || selectionStart === text.length ? maskPhone(text) : text);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const phones = phonesIn(event.clipboardData.getData('text'));
    if (phones.length < 2 || !onPasteMany) return;
    event.preventDefault();
    onPasteMany(phones.map(formatPhone));
  };
  const handleBlur = () => {
    setLeft(true);
    const masked = maskPhone(value);
    if (masked !== value) onChange(masked);
    props.onBlur?.();
  };
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden} required={required}>
      {control => (
        <input
          {...control}
          ref={props.ref}
          name={props.name}
          required={required}
          disabled={props.disabled}
          className={styles.control}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          enterKeyHint={props.enterKeyHint ?? 'next'}
          placeholder="+7 (___) ___-__-__"
          value={value}
          onChange={handleChange}
          onPaste={handlePaste}
          onFocus={() => setLeft(false)}
          onBlur={handleBlur}
        />
      )}
    </Field>
  );
}
