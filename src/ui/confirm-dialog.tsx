import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './form/text-field.tsx';
import { Dialog } from './modal.tsx';
import { texts } from './texts.ts';

export type ConfirmDialogProps = {
  open: boolean;
  /** The question, naming the thing: «Удалить контакт Иван?». */
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  kind?: 'primary' | 'danger';
  busy?: boolean;
  /** A word that must be typed first: for what cannot be taken back. */
  typed?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is done. Cancel comes first in the focus order. */
export function ConfirmDialog({ open, ...question }: ConfirmDialogProps) {
  // Mounted per question, so that a typed word never survives into the next one.
  return open ? <Question {...question} /> : null;
}

function Question(props: Omit<ConfirmDialogProps, 'open'>) {
  const { title, children, confirmLabel, kind = 'primary', typed, onConfirm, onCancel } = props;
  const [word, setWord] = useState('');
  const matches = typed === undefined || word.trim().toLowerCase() === typed.toLowerCase();
  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} data-autofocus={typed === undefined || undefined}>
            {props.cancelLabel ?? texts.cancel}
          </Button>
          <Button kind={kind} busy={props.busy ?? false} disabled={!matches} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <TextField
          label={texts.typeToConfirm(typed)}
          data-autofocus
          value={word}
          autoComplete="off"
          autoCapitalize="none"
          onChange={event => setWord(event.target.value)}
        />
      )}
    </Dialog>
  );
}
