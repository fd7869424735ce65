import { useEffect, useId } from 'react';
import { success } from '#kit/result.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Sheet } from '#ui/modal.tsx';
import styles from '../contacts.module.css';
import { ContactFields } from '../form/contact-fields.tsx';
import type { ContactForm } from '../form/contact-form-values.ts';
import { useContactForm } from '../form/use-contact-form.ts';
import type { Person } from './person.ts';
import { texts } from './texts.ts';

type FixPersonProps = { person: Person; onFixed: (form: ContactForm) => void; onClose: () => void };

/** The fields of somebody who cannot be added as they were found, everything found still in them. */
export function FixPerson({ person, onFixed, onClose }: FixPersonProps) {
  const form = useContactForm({ values: person.form });
  const formId = useId();
  const { trigger } = form;
  useEffect(() => {
    // What is wrong is what this sheet was opened for: it is said at once.
    void trigger();
  }, [trigger]);
  return (
    <Sheet
      open
      title={texts.fixTitle(person.values.first_name || texts.unnamed)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.leaveOut}</Button>
          <Button type="submit" form={formId} kind="primary">
            {texts.fixed}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.createForm}
        noValidate
        onSubmit={form.submit(async valid => success(valid), onFixed)}
      >
        <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
        <ContactFields form={form} />
      </form>
    </Sheet>
  );
}
