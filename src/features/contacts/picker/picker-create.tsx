import { useState } from 'react';
import { newId } from '#kit/ids.ts';
import { success } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import { useDevice } from '#state/device.ts';
import { localContext } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { contactName } from '../contact-name.ts';
import styles from '../contacts.module.css';
import { ContactFields } from '../form/contact-fields.tsx';
import { emptyForm } from '../form/contact-form-values.ts';
import { DuplicateQuestion } from '../form/duplicate-notice.tsx';
import { prefill } from '../form/prefill.ts';
import { saveContactThen } from '../form/save-contact.ts';
import { useContactForm } from '../form/use-contact-form.ts';
import { useDuplicateGuard } from '../form/use-duplicate-guard.ts';
import { type ContactView, readContact } from '../offline/contact-book.ts';
import { texts } from '../texts.ts';

type PickerCreateProps = {
  /** What was searched for: a name, or a phone. */
  text: string;
  /** Made, or chosen instead because the phone was known already. */
  onCreated: (contact: ContactView) => void;
  onBack: () => void;
};

/** A new contact made while an order is being written: kept in the outbox, and picked at once. */
export function PickerCreate({ text, onCreated, onBack }: PickerCreateProps) {
  const device = useDevice();
  const { held } = useSession();
  const { enqueue } = useCommand();
  const [id] = useState(newId);
  const [start] = useState(() => (text === '' ? emptyForm : prefill(text)));
  const form = useContactForm({ values: start });
  const save = async (payload: unknown) => {
    const saved = await enqueue({ id, kind: 'contact.create', payload });
    return saved.ok ? success(null) : saved;
  };
  const guard = useDuplicateGuard(form, id);
  const submit = saveContactThen(form, { save, mayGoOn: guard.mayGoOn })(async () => {
    const context = localContext(device, held);
    const contact = context && (await readContact(context, id));
    if (!contact) throw new Error(`The contact ${id} was saved and is not there`);
    onCreated(contact);
  });
  return (
    <form className={styles.createForm} onSubmit={submit} noValidate aria-label={texts.newContact}>
      <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
      <ContactFields
        form={form}
        duplicates={guard.duplicates}
        actions={contact => (
          <Button aria-label={texts.pickNamed(contactName(contact))} onClick={() => onCreated(contact)}>
            {texts.pick}
          </Button>
        )}
      />
      <Button type="submit" kind="primary" size="large" wide busy={form.formState.isSubmitting}>
        {texts.create}
      </Button>
      <Button wide onClick={onBack}>
        {texts.backToSearch}
      </Button>
      {guard.asked && (
        <DuplicateQuestion
          found={guard.asked.found}
          open={contact => (
            <Button data-autofocus onClick={() => onCreated(contact)}>
              {texts.pickContact}
            </Button>
          )}
          saveAnyway={
            <Button kind="primary" onClick={guard.saveAnyway}>
              {texts.saveAnyway}
            </Button>
          }
          onClose={guard.close}
        />
      )}
    </form>
  );
}
