import { useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Check, Copy } from '#ui/icons-of-screens.ts';
import { copyText } from '#ui/share-text.ts';
import { texts } from '../texts.ts';
import styles from './cards.module.css';

type CopyButtonProps = {
  label: string;
  text: string;
  /** With its words, not as an icon alone. */
  showsLabel?: boolean;
  onCopied?: () => void;
};

/** Puts a text on the clipboard and says what came of it. */
export function CopyButton({ label, text, showsLabel = false, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<{ text: string; result: 'copied' | 'failed' } | null>(null);
  const handleCopy = async () => {
    const result = await copyText(text);
    setState({ text, result });
    if (result === 'copied') onCopied?.();
  };
  // What was said of another text says nothing of this one.
  const result = state?.text === text ? state.result : null;
  const icon = result === 'copied' ? <Check size={20} /> : <Copy size={20} />;
  return (
    <span className={styles.copy}>
      {showsLabel ? (
        <Button icon={icon} onClick={() => void handleCopy()}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} icon={icon} onClick={() => void handleCopy()} />
      )}
      <span role="status" className={styles.copied}>
        {result === 'copied' && texts.copied}
        {result === 'failed' && texts.copyFailed}
      </span>
    </span>
  );
}
