import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/text-field.tsx';
import { KeyRound } from '#ui/icons.ts';
import styles from './add-screen.module.css';
import { CopyButton } from './cards/copy-button.tsx';
import { inventPassword } from './password.ts';
import { texts } from './texts.ts';
import type { AddFormApi } from './use-add-form.ts';

/** The password and its repetition, typed or invented; an invented one is shown. */
export function PasswordFields({ form }: { form: AddFormApi }) {
  const [invented, setInvented] = useState('');
  const password = useWatch({ control: form.control, name: 'password' });
  const handleInvent = () => {
    const next = inventPassword();
    const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    form.setValue('password', next, asTyped);
    form.setValue('password_confirmation', next, asTyped);
    setInvented(next);
  };
  const isInvented = invented !== '' && password === invented;
  return (
    <>
      <PasswordField {...form.field('password')} autoComplete="new-password" enterKeyHint="next" />
      <PasswordField
        {...form.field('password_confirmation')}
        autoComplete="new-password"
        enterKeyHint="done"
      />
      <div className={styles.passwords}>
        <Button icon={<KeyRound size={20} />} onClick={handleInvent}>
          {texts.invent}
        </Button>
        <div role="status">
          {isInvented && (
            <span className={styles.invented}>
              {texts.invented} <code>{invented}</code>
              <CopyButton label={texts.copyPassword} text={invented} />
            </span>
          )}
        </div>
      </div>
    </>
  );
}
