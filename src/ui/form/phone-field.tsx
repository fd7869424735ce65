import { type ClipboardEvent, useState } from 'react';
import styles from './field.module.css';
import { Field, type FieldDisplay } from './field.tsx';
import { maskPhone, phoneRemark, phonesIn, showPhone, tidyPhone } from './phone-text.ts';
import { type ControlledInput, type InputMask, useMaskedInput } from './use-masked-input.ts';

/** `value` is the text as typed; read it with `phoneOf`. */
type PhoneFieldProps = FieldDisplay &
  ControlledInput & {
    /** What the key of a phone's keyboard says: `done` in the last field. */
    enterKeyHint?: 'next' | 'done';
    /** Several numbers were pasted at once: each in the form of the mask, with its extension. Without it the text is pasted as it is. */
    onPasteMany?: (phones: string[]) => void;
  };

/** Takes everything. In the middle of a number the caret would jump: there the mask waits until the field is left. */
const PHONE_MASK: InputMask = {
  edit(_, after) {
    const value = after.selection[0] === after.value.length ? maskPhone(after.value) : after.value;
    return value === after.value ? after : { value, selection: [value.length, value.length] };
  },
  toText: value => value,
  toValue: text => text,
  show: text => text,
};

/** A phone that puts itself into the mask while typed at its end and never drops what was typed. Use with Controller. */
export function PhoneField(props: PhoneFieldProps) {
  const { value, onChange, onPasteMany, required } = props;
  const [left, setLeft] = useState(false);
  const error = props.error ?? (left ? phoneRemark(value) : undefined);
  const { input } = useMaskedInput(PHONE_MASK, props);
  const handlePaste = (event: ClipboardEvent) => {
    const phones = phonesIn(event.clipboardData.getData('text'));
    if (phones.length < 2 || !onPasteMany) return;
    event.preventDefault();
    onPasteMany(phones.map(showPhone));
  };
  const handleBlur = () => {
    setLeft(true);
    const tidy = tidyPhone(value);
    if (tidy !== value) onChange(tidy);
    props.onBlur?.();
  };
  return (
    <Field {...props} error={error}>
      {control => (
        <input
          {...control}
          {...input}
          name={props.name}
          required={required}
          disabled={props.disabled}
          className={styles.control}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          enterKeyHint={props.enterKeyHint ?? 'next'}
          placeholder="+7 (___) ___-__-__"
          onPaste={handlePaste}
          onFocus={() => setLeft(false)}
          onBlur={handleBlur}
        />
      )}
    </Field>
  );
}
