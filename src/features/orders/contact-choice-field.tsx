import { useState } from 'react';
import { ContactPicker, type ContactView } from '#features/contacts/index.ts';
import { formatPhone } from '#kit/phone.ts';
import { Field } from '#ui/form/field.tsx';
import { ChevronRight, User } from '#ui/icons.ts';
import styles from './order-form.module.css';
import { type ContactChoice, toChoice } from './order-form-values.ts';
import { texts } from './texts.ts';

type ContactChoiceFieldProps = {
  value: ContactChoice | null;
  error: string | undefined;
  onChange: (choice: ContactChoice) => void;
};

/** Whom the order is for: opens the picker over the whole screen. */
export function ContactChoiceField({ value, error, onChange }: ContactChoiceFieldProps) {
  const [open, setOpen] = useState(false);
  const handlePick = (contact: ContactView) => {
    setOpen(false);
    onChange(toChoice(contact));
  };
  return (
    <>
      <Field label={texts.contact} error={error} required>
        {({ id, 'aria-describedby': describedBy }) => (
          // No aria-invalid: a button may not carry it, the description says what is wrong.
          <button
            id={id}
            type="button"
            name="contact"
            className={error ? styles.wrongContact : styles.contact}
            aria-label={`${texts.contact}: ${value?.name ?? texts.pickContact}`}
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <User size={24} />
            <span className={styles.who}>
              <span className={value ? undefined : styles.nobody}>{value?.name ?? texts.pickContact}</span>
              {value?.phones[0] && <span className={styles.phone}>{formatPhone(value.phones[0])}</span>}
            </span>
            <ChevronRight size={20} />
          </button>
        )}
      </Field>
      <ContactPicker open={open} onPick={handlePick} onClose={() => setOpen(false)} />
    </>
  );
}
