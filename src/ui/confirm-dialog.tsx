import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { Elements } from './elements.ts';
import { TextField } from './form/text-field.tsx';
import { ignoreHeld } from './keys/ignore-held.ts';
import { Dialog } from './modal.tsx';
import { ProblemLine } from './problem-line.tsx';
import { texts } from './texts.ts';

export type ConfirmDialogProps = {
  open: boolean;
  /** The question, naming the thing: «Удалить контакт Иван?». */
  title: string;
  children?: Elements;
  confirmLabel: string;
  cancelLabel?: string;
  kind?: 'primary' | 'danger';
  /** Enter does what is asked: for what is agreed to nearly always, and can be taken back. */
  enterConfirms?: boolean;
  /** It is being done and cannot be stopped: the dialog stays until it is known what came of it. */
  busy?: boolean;
  /** Why it could not be done; the question stays open to try again. */
  problem?: ReactNode;
  /** A word that must be typed first: for what cannot be taken back. */
  typed?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is done. Cancel comes first in the focus order, and has the focus. */
export function ConfirmDialog({ open, ...question }: ConfirmDialogProps) {
  // Mounted per question, so that a typed word never survives into the next one.
  return open ? <Question {...question} /> : null;
}

function Question(props: Omit<ConfirmDialogProps, 'open'>) {
  const { title, children, confirmLabel, kind = 'primary', busy = false, problem, typed, onCancel } = props;
  const { enterConfirms = false } = props;
  const [word, setWord] = useState('');
  const confirm = useRef<HTMLButtonElement>(null);
  const matches = typed === undefined || word.trim().toLowerCase() === typed.toLowerCase();
  const hasFailed = Boolean(problem) && !busy;
  // A button that is disabled while it works loses the focus.
  useLayoutEffect(() => {
    if (hasFailed) confirm.current?.focus();
  }, [hasFailed]);
  return (
    <Dialog
      open
      title={title}
      busy={busy}
      onClose={onCancel}
      actions={
        <>
          <Button
            disabled={busy}
            onClick={onCancel}
            data-autofocus={(typed === undefined && !enterConfirms) || undefined}
          >
            {props.cancelLabel ?? texts.cancel}
          </Button>
          <Button
            ref={confirm}
            kind={kind}
            busy={busy}
            disabled={!matches}
            data-autofocus={enterConfirms || undefined}
            onKeyDown={ignoreHeld}
            onClick={props.onConfirm}
          >
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
          onKeyDown={event => {
            if (event.key === 'Enter' && matches && !busy) props.onConfirm();
          }}
        />
      )}
      <ProblemLine>{!busy && problem}</ProblemLine>
    </Dialog>
  );
}
