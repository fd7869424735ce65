import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Key } from '#contract/credentials.ts';
import type { Result } from '#kit/result.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from './end-dialog.module.css';
import { mayHaveHappened } from './may-have-happened.ts';
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
  const [busy, setBusy] = useState(false);
  const isEnding = useRef(false);
  const [problem, setProblem] = useState('');
  const leave = (type: 'success' | 'info', message: string) => {
    notify({ type, title: props.toast.title, message });
    list.remote.change(held => held.filter(({ id }) => id !== item.id));
    props.onGone?.();
    onClose();
  };
  const fail = async (why: Problem) => {
    const isMissing = why.status === 404;
    if (!isMissing && !mayHaveHappened(why)) return setProblem(wordsOf(why));
    // Whether it is gone stands in the list, however the answer looked: Passport's 404 is an empty one.
    const listed = await list.readAgain();
    if (!listed.ok) return setProblem(texts.endUnknown);
    if (listed.value.some(({ id }) => id === item.id))
      return setProblem(isMissing ? texts.endFailed : texts.endNot);
    if (isMissing) leave('info', props.toast.already);
    else leave('success', props.toast.done);
  };
  const handleConfirm = async () => {
    if (blocked !== undefined || isEnding.current) return;
    isEnding.current = true;
    setBusy(true);
    setProblem('');
    const answer = await props.end();
    if (answer.ok) {
      leave('success', props.toast.done);
      void list.remote.reload();
    } else await fail(answer.problem);
    setBusy(false);
    isEnding.current = false;
  };
  return (
    <ConfirmDialog
      open
      title={props.question}
      kind="danger"
      confirmLabel={props.confirmLabel}
      busy={busy}
      problem={problem || blocked}
      {...(props.typed !== undefined && { typed: props.typed })}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p className={styles.why}>{props.children}</p>
    </ConfirmDialog>
  );
}

/** Why it was not done, in words. */
function wordsOf({ kind, status, message }: Problem): string {
  if (kind === 'unauthenticated') return texts.sessionEnded;
  if (kind === 'throttled' || kind === 'unavailable') return texts.tooOften;
  // What a framework says by itself is English and helps nobody.
  if (/\p{Script=Cyrillic}/u.test(message)) return message;
  return status === 403 ? texts.endForbidden : texts.endFailed;
}
