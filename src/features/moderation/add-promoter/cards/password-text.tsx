import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import styles from './cards.module.css';
import { CopyButton } from './copy-button.tsx';

type PasswordTextProps = {
  password: string;
  /** Whose it is, where several stand on one screen. */
  ownerName?: string;
  /** It was shown or copied. */
  onSeen: () => void;
};

/** A password that is hidden until it is asked for, and can be hidden again. */
export function PasswordText({ password, ownerName = '', onSeen }: PasswordTextProps) {
  const [isShown, setShown] = useState(false);
  const named = (label: string) => (ownerName === '' ? label : `${label}: ${ownerName}`);
  const toggleLabel = isShown ? texts.hidePassword : texts.showPassword;
  const handleToggle = () => {
    setShown(!isShown);
    if (!isShown) onSeen();
  };
  return (
    <span className={styles.secret}>
      {isShown && <code className={styles.password}>{password}</code>}
      <Button kind="quiet" className={styles.toggle} aria-label={named(toggleLabel)} onClick={handleToggle}>
        {toggleLabel}
      </Button>
      <CopyButton label={named(texts.copyPassword)} text={password} onCopied={onSeen} />
    </span>
  );
}
