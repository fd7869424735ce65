import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import type { Elements } from '../elements.ts';
import { AskBeforeLeaving } from '../form/ask-before-leaving.tsx';
import type { LeaveWords } from '../form/open-forms.ts';
import { Copy } from '../icons-of-screens.ts';
import { Dialog } from '../modal.tsx';
import { copyText } from '../share-text.ts';
import { texts as shared } from '../texts.ts';
import styles from './secret.module.css';
import { texts } from './texts.ts';

type SecretDialogProps = {
  title: string;
  /** What it is and whose, e.g. «Секрет клиента Склад»: names the button for readers. */
  label: string;
  value: string;
  onDone: () => void;
  /**
   * The server sends the secret only once: then only the button `done` closes the dialog, and leaving the screen asks first.
   * Undefined where it can be shown again.
   */
  once?: { done: string; leave: LeaveWords };
  /** The clipboard has refused it already. */
  isRefused?: boolean;
  children?: Elements;
};

/** Shows a secret with a button that copies it. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, label, value, onDone, once, isRefused = false, children } = props;
  return (
    <Dialog
      open
      title={title}
      onClose={once ? undefined : onDone}
      actions={
        <Button kind={once ? 'primary' : 'secondary'} onClick={onDone}>
          {once ? once.done : shared.close}
        </Button>
      }
    >
      {once && <AskBeforeLeaving words={once.leave} />}
      <div className={styles.dialog}>
        {children}
        <SecretText label={label} value={value} isRefused={isRefused} />
      </div>
    </Dialog>
  );
}

type SecretTextProps = { label: string; value: string; isRefused: boolean };

function SecretText({ label, value, isRefused }: SecretTextProps) {
  const [result, setResult] = useState<CopyResult | null>(isRefused ? 'refused' : null);
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    if (result === 'refused' && text.current) window.getSelection()?.selectAllChildren(text.current);
  }, [result]);
  return (
    <div className={styles.secret}>
      <code ref={text} className={styles.text} translate="no">
        {value}
      </code>
      <div className={styles.actions}>
        <CopySecret label={label} value={value} onResult={setResult} />
      </div>
      <CopyWords result={result} />
    </div>
  );
}

type CopyResult = 'copied' | 'refused';

type CopySecretProps = { label: string; value: string; onResult: (result: CopyResult) => void };

/** Puts a secret on the clipboard. */
function CopySecret({ label, value, onResult }: CopySecretProps) {
  const handleCopy = async () => onResult((await copyText(value)) === 'copied' ? 'copied' : 'refused');
  return (
    <Button
      kind="quiet"
      icon={<Copy size={20} />}
      aria-label={texts.actionOn(texts.copy, label)}
      onClick={() => void handleCopy()}
    >
      {texts.copy}
    </Button>
  );
}

const COPY_WORDS: Readonly<Record<CopyResult, string>> = {
  copied: texts.copied,
  refused: texts.copyRefused,
};

function CopyWords({ result }: { result: CopyResult | null }) {
  return (
    <p role="status" className={styles.announcement}>
      {result && COPY_WORDS[result]}
    </p>
  );
}

/** Of the same length for every secret, so that it does not tell how long one is. */
const MASK = '••••••••••••';

type HiddenSecretProps = {
  label: string;
  /** '' where the server sent none: shown as '-'. */
  value: string;
};

/** A secret that is nowhere in the document until it is asked for, and can be copied without being seen. */
export function HiddenSecret({ label, value }: HiddenSecretProps) {
  const [open, setOpen] = useState<CopyResult | 'asked' | null>(null);
  if (value === '') return <span>-</span>;
  const isOpen = open === 'asked' || open === 'refused';
  return (
    <div className={styles.secret}>
      <span className={styles.text}>
        <span aria-hidden="true">{MASK}</span>
        <span className="visually-hidden">{texts.masked}</span>
      </span>
      <div className={styles.actions}>
        <Button kind="quiet" aria-label={texts.actionOn(texts.show, label)} onClick={() => setOpen('asked')}>
          {texts.show}
        </Button>
        <CopySecret label={label} value={value} onResult={setOpen} />
      </div>
      <CopyWords result={open === 'copied' ? open : null} />
      {isOpen && (
        <SecretDialog
          title={label}
          label={label}
          value={value}
          isRefused={open === 'refused'}
          onDone={() => setOpen(null)}
        />
      )}
    </div>
  );
}
