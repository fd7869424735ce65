import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Key } from '#contract/credentials.ts';
import { type Result, success } from '#kit/result.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from './remove-dialog.module.css';
import { texts } from './texts.ts';
import type { CredentialList } from './use-credential-list.ts';

type RemoveDialogProps<Item extends { id: Key }> = {
  item: Item;
  /** Where it is listed: what became of it when the answer was lost stands there. */
  list: CredentialList<Item[]>;
  remove: () => Promise<Result<unknown, Problem>>;
  question: string;
  confirmLabel: string;
  /** What comes of it. */
  children: ReactNode;
  /** A word that must be typed first. */
  confirmWord?: string;
  /** What is told afterwards: of whom, that it is done, or that it was so already. */
  toast: { title: string; done: string; alreadyDone: string };
  /** It is not there any more. */
  onGone?: () => void;
  onClose: () => void;
};

/** Asks before a client or an access ends for good. What could not be done stays in the question. */
export function RemoveDialog<Item extends { id: Key }>({
  item,
  list,
  onClose,
  ...props
}: RemoveDialogProps<Item>) {
  const blocked = blockedBecause(useBlockedReason());
  const isRemoving = useRef(false);
  const [problem, setProblem] = useState('');
  const finish = (type: 'success' | 'info', message: string) => {
    notify({ type, title: props.toast.title, message });
    list.remote.change(current => current.filter(({ id }) => id !== item.id));
    props.onGone?.();
    onClose();
  };
  const settle = (outcome: SaveOutcome<null, boolean>) => {
    if (outcome.is !== 'saved') return setProblem(failureText(outcome));
    if (outcome.problem?.status === 404) finish('info', props.toast.alreadyDone);
    else finish('success', props.toast.done);
    if (!outcome.problem) void list.remote.reload();
  };
  const { state, save, check } = useVersionedSave<null, boolean>(
    {
      async send() {
        const answer = await props.remove();
        return answer.ok ? success(false) : answer;
      },
      async read() {
        const listed = await list.refetch();
        return listed.ok ? success(listed.value.some(({ id }) => id === item.id)) : listed;
      },
      isSaved: isListed => !isListed,
      isBase: isListed => isListed,
      // Whether it is gone stands in the list, however the answer looked: Passport's 404 is an empty one.
      isUnclear: ({ status }) => status === 404,
    },
    settle,
  );
  const isUnknown = state.step === 'unknown';
  const handleConfirm = async () => {
    if (blocked !== undefined || isRemoving.current) return;
    isRemoving.current = true;
    setProblem('');
    if (isUnknown) await check();
    else settle(await save(null));
    isRemoving.current = false;
  };
  return (
    <ConfirmDialog
      open
      title={props.question}
      kind={isUnknown ? 'primary' : 'danger'}
      confirmLabel={isUnknown ? uiTexts.check : props.confirmLabel}
      busy={state.step === 'sending' || state.step === 'checking'}
      problem={problem || blocked}
      {...(props.confirmWord !== undefined && { typed: props.confirmWord })}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p className={styles.why}>{props.children}</p>
    </ConfirmDialog>
  );
}

/** Why it is still there, or why nobody knows. */
function failureText(outcome: Exclude<SaveOutcome<null, boolean>, { is: 'saved' }>): string {
  const isMissing = outcome.problem.status === 404;
  const why = whyUnknown(outcome.problem);
  if (outcome.is === 'unknown') return texts.removeUnknown(why);
  if (outcome.is === 'failed' && !outcome.wasRead)
    return isMissing ? texts.removeUnknown(why) : whyNotDone(outcome.problem);
  return texts.notRemoved(why);
}
