import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/modal.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { entries } from './held-texts.ts';
import styles from './sign-in.module.css';

const texts = {
  title: 'Есть неотправленное',
  sending: 'Пробуем отправить перед выходом…',
  unsent: (count: number) =>
    `Еще не отправлено: ${entries(count)}. Останется на устройстве и отправится, когда вы снова войдете.`,
  stay: 'Остаться',
  returnToSelf: 'Вернуться к себе',
  keep: 'Выйти и сохранить на устройстве',
  exportUnsent: 'Сохранить файлом',
  removeUnsent: 'Удалить неотправленное',
  exportFailed: 'Не удалось сохранить файл. Записи останутся на устройстве.',
  removeTitle: (count: number) => `Удалить ${entries(count)} без отправки?`,
  removeWhy: 'Вернуть их будет нельзя.',
  removeWord: 'удалить',
  removeAndLeave: 'Удалить и выйти',
} as const;

/** How long the last pass before leaving may take. */
export const LAST_PASS_MS = 10_000;

export type SignOutDialogProps = {
  /** Live: when it reaches 0 there is nothing left to ask. */
  unsent: number;
  sendNow: () => Promise<void>;
  /** Resolves with what to tell of it. */
  onExport: () => Promise<string>;
  onStay: () => void;
  /** Who works as another need not sign out to be oneself again. */
  onReturn?: (() => void) | undefined;
  onLeave: (unsent: 'keep' | 'delete') => void;
};

/** [S29] Leaving with unsent work: one pass of at most 10 s, then the user decides. Keeping is the default. */
export function SignOutDialog({ unsent, sendNow, onExport, onStay, onReturn, onLeave }: SignOutDialogProps) {
  const [step, setStep] = useState<'sending' | 'asking' | 'removing'>('sending');
  const [message, setMessage] = useState('');
  const handleExport = () => {
    onExport().then(setMessage, () => setMessage(texts.exportFailed));
  };
  useEffect(() => {
    const ask = () => setStep(current => (current === 'sending' ? 'asking' : current));
    const timer = setTimeout(ask, LAST_PASS_MS);
    // A pass that fails is reported elsewhere; here it only ends the waiting.
    sendNow().then(ask, ask);
    return () => clearTimeout(timer);
  }, [sendNow]);
  useEffect(() => {
    if (unsent === 0) onLeave('keep');
  }, [unsent, onLeave]);
  if (step === 'removing') {
    return (
      <ConfirmDialog
        open
        title={texts.removeTitle(unsent)}
        confirmLabel={texts.removeAndLeave}
        kind="danger"
        typed={texts.removeWord}
        onConfirm={() => onLeave('delete')}
        onCancel={() => setStep('asking')}
      >
        <p>{texts.removeWhy}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog open title={texts.title} onClose={onStay}>
      <div className={styles.stack}>
        <p role="status">
          <span>{step === 'sending' ? texts.sending : texts.unsent(unsent)}</span>
          {step === 'sending' && <Spinner />}
        </p>
        <p role="status">{message}</p>
        <div className={styles.choices}>
          {step === 'asking' && (
            <Button kind="primary" onClick={() => onLeave('keep')}>
              {texts.keep}
            </Button>
          )}
          {onReturn && <Button onClick={onReturn}>{texts.returnToSelf}</Button>}
          <Button onClick={onStay}>{texts.stay}</Button>
          {step === 'asking' && (
            <>
              <Button onClick={handleExport}>{texts.exportUnsent}</Button>
              <Button kind="danger" onClick={() => setStep('removing')}>
                {texts.removeUnsent}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
