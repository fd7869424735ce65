import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Key } from '#contract/credentials.ts';
import { type Result, success } from '#kit/result.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from './end-dialog.module.css';
import { texts } from './texts.ts';
import type { OwnList } from './use-own-list.ts';

export type EndDialogProps<Item extends { id: Key }> = {
  item: Item;
  /** Where it is listed: what became of it when the answer was lost stands there. */
  list: OwnList<Item[]>;
  end: () => Promise<Result<unknown, Problem>>;
  question: string;
  confirmLabel: string;
  /** What comes of it. */
  children: ReactNode;
  /** A word that must be typed first. */
  typed?: string;
  /** What is told afterwards: of whom, that it is done, or that it was so already. */
  toast: { title: string; done: string; already: string };
  /** It is not there any more. */
  onGone?: () => void;
  onClose: () => void;
};

/** Asks before a client or an access ends for good. What could not be done stays in the question. */
export function EndDialog<Item extends { id: Key }>({ item, list, onClose, ...props }: EndDialogProps<Item>) {
  const blocked = blockedBecause(useObstacle());
  const isEnding = useRef(false);
  const [problem, setProblem] = useState('');
  const leave = (type: 'success' | 'info', message: string) => {
    notify({ type, title: props.toast.title, message });
    list.remote.change(held => held.filter(({ id }) => id !== item.id));
    props.onGone?.();
    onClose();
  };
  const settle = (outcome: SaveOutcome<null, boolean>) => {
    if (outcome.is !== 'saved') return setProblem(whyNotEnded(outcome));
    if (outcome.problem?.status === 404) leave('info', props.toast.already);
    else leave('success', props.toast.done);
    if (!outcome.problem) void list.remote.reload();
  };
  const { state, save } = useVersionedSave<null, boolean>(
    {
      async send() {
        const answer = await props.end();
        return answer.ok ? success(false) : answer;
      },
      async read() {
        const listed = await list.readAgain();
        return listed.ok ? success(listed.value.some(({ id }) => id === item.id)) : listed;
      },
      isSaved: isListed => !isListed,
      isBase: isListed => isListed,
      // Whether it is gone stands in the list, however the answer looked: Passport's 404 is an empty one.
      isUnclear: ({ status }) => status === 404,
    },
    settle,
  );
  const handleConfirm = async () => {
    if (blocked !== undefined || isEnding.current) return;
    isEnding.current = true;
    setProblem('');
    settle(await save(null));
    isEnding.current = false;
  };
  return (
    <ConfirmDialog
      open
      title={props.question}
      kind="danger"
      confirmLabel={props.confirmLabel}
      busy={state.step === 'sending' || state.step === 'checking'}
      problem={problem || blocked}
      {...(props.typed !== undefined && { typed: props.typed })}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p className={styles.why}>{props.children}</p>
    </ConfirmDialog>
  );
}

/** Why it is still there, or why nobody knows. */
function whyNotEnded(outcome: Exclude<SaveOutcome<null, boolean>, { is: 'saved' }>): string {
  const isMissing = outcome.problem.status === 404;
  if (outcome.is === 'unknown') return texts.endUnknown;
  if (outcome.is === 'failed' && !outcome.wasRead)
    return isMissing ? texts.endUnknown : problemText(outcome.problem);
  return isMissing ? texts.endFailed : texts.endNot;
}

/** Why it was refused. */
function problemText({ kind, status, message }: Problem): string {
  if (kind === 'unauthenticated') return texts.sessionEnded;
  if (kind === 'throttled' || kind === 'unavailable') return texts.tooOften;
  // What a framework says by itself is English and helps nobody.
  if (/\p{Script=Cyrillic}/u.test(message)) return message;
  return status === 403 ? texts.endForbidden : texts.endFailed;
}
