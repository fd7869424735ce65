import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/text-field.tsx';
import { KeyRound } from '#ui/icons.ts';
import styles from './add-screen.module.css';
import { CopyButton } from './cards/copy-button.tsx';
import { generatePassword } from './generate-password.ts';
import { texts } from './texts.ts';
import type { AddFormApi } from './use-add-form.ts';

/** The password and its repetition, typed or invented; an invented one is shown. */
export function PasswordFields({ form }: { form: AddFormApi }) {
  const [generated, setGenerated] = useState('');
  const password = useWatch({ control: form.control, name: 'password' });
  const handleGenerate = () => {
    const next = generatePassword();
    const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    form.setValue('password', next, asTyped);
    form.setValue('password_confirmation', next, asTyped);
    setGenerated(next);
  };
  const isGenerated = generated !== '' && password === generated;
  return (
    <>
      <PasswordField {...form.field('password')} autoComplete="new-password" enterKeyHint="next" />
      <PasswordField
        {...form.field('password_confirmation')}
        autoComplete="new-password"
        enterKeyHint="done"
      />
      <div className={styles.passwords}>
        <Button icon={<KeyRound size={20} />} onClick={handleGenerate}>
          {texts.generate}
        </Button>
        <div role="status">
          {isGenerated && (
            <span className={styles.generated}>
              {texts.generated} <code>{generated}</code>
              <CopyButton label={texts.copyPassword} text={generated} />
            </span>
          )}
        </div>
      </div>
    </>
  );
}
