import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Copy, Eye, EyeOff } from '#ui/icons-of-screens.ts';
import { copyText } from '#ui/share-text.ts';
import styles from './secret-text.module.css';
import { texts } from './texts.ts';

type SecretTextProps = {
  /** What it is and whose, e.g. «Секрет клиента Склад»: names the buttons for readers. */
  label: string;
  /** '' where there is none, or none is told: shown as '-'. */
  value: string;
  /** It is in sight from the start: what is told this once. */
  initiallyShown?: boolean;
  onCopied?: () => void;
  /** It has been on the screen. */
  onShown?: () => void;
};

/** Of the same length for every secret, which tells nobody how long it is. */
const MASK = '••••••••••••';

/** A secret that is nowhere in the document until it is asked for, and can be copied without being seen. */
export function SecretText({ label, value, initiallyShown = false, onCopied, onShown }: SecretTextProps) {
  // By value: another secret in the same place is hidden again.
  const [shown, setShown] = useState<string | null>(initiallyShown ? value : null);
  const [announcement, setAnnouncement] = useState<{ value: string; words: string } | null>(null);
  const text = useRef<HTMLElement>(null);
  const isShown = shown === value;
  const words = announcement?.value === value ? announcement.words : '';
  const isRefused = words === texts.copyRefused;
  useEffect(() => {
    if (isRefused && text.current) window.getSelection()?.selectAllChildren(text.current);
  }, [isRefused]);
  if (value === '') return <span>-</span>;
  const show = () => {
    setShown(value);
    onShown?.();
  };
  const handleCopy = async () => {
    setAnnouncement(null);
    const isCopied = (await copyText(value)) === 'copied';
    setAnnouncement({ value, words: isCopied ? texts.copied : texts.copyRefused });
    if (isCopied) onCopied?.();
    else show();
  };
  return (
    <div className={styles.secret}>
      {isShown ? (
        <code ref={text} className={styles.text} translate="no">
          {value}
        </code>
      ) : (
        <span className={styles.text}>
          <span aria-hidden="true">{MASK}</span>
          <span className="visually-hidden">{texts.masked}</span>
        </span>
      )}
      <div className={styles.actions}>
        <Button
          kind="quiet"
          icon={isShown ? <EyeOff size={20} /> : <Eye size={20} />}
          aria-label={texts.actionOn(isShown ? texts.hide : texts.show, label)}
          onClick={isShown ? () => setShown(null) : show}
        >
          {isShown ? texts.hide : texts.show}
        </Button>
        <Button
          kind="quiet"
          icon={<Copy size={20} />}
          aria-label={texts.actionOn(texts.copy, label)}
          onClick={() => void handleCopy()}
        >
          {texts.copy}
        </Button>
      </div>
      <p role="status" className={styles.announcement}>
        {words}
      </p>
    </div>
  );
}
