import { useEffect, useId } from 'react';
import { success } from '#kit/result.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { PasswordField, TextField } from '#ui/form/text-field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Dialog } from '#ui/modal.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import type { Row } from './batch-rows.ts';

export type EditRowProps = { row: Row; onEdited: (account: Account) => void; onClose: () => void };

/** One row of the list to be put right; what is wrong with it is said at once. */
export function EditRow({ row, onEdited, onClose }: EditRowProps) {
  const { name, email, password } = row;
  const form = useForm(Account, { values: { name, email, password } });
  const formId = useId();
  const { trigger } = form;
  useEffect(() => {
    void trigger();
  }, [trigger]);
  const submit = form.submit(async account => success(account), onEdited);
  return (
    <Dialog
      open
      title={texts.batch.editTitle(row.line)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" form={formId} kind="primary">
            {texts.batch.ready}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.edit} noValidate onSubmit={submit}>
        <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
        {row.reason !== '' && <p className={styles.why}>{row.reason}</p>}
        <TextField {...form.field('name')} autoComplete="off" autoCapitalize="words" data-autofocus />
        <TextField
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} autoComplete="new-password" />
      </form>
    </Dialog>
  );
}
