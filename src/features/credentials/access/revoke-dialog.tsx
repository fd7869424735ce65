import { type ReactNode, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { revokeAuthorizedToken, revokePersonalToken, Token } from '#contract/credentials.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { notify } from '#ui/toast.tsx';
import { mayHaveHappened } from '../shared/doubt.ts';
import type { OwnList } from '../shared/use-own-list.ts';
import { texts } from './texts.ts';

export type RevokeDialogProps = {
  token: Token;
  endpoint: typeof revokeAuthorizedToken | typeof revokePersonalToken;
  /** Where it is listed. */
  list: OwnList<Token[]>;
  question: string;
  /** What comes of it. */
  children: ReactNode;
  /** A word that must be typed first. */
  typed?: string;
  /** What is told afterwards: of whom, that it is done, or that it was so already. */
  told: { title: string; done: string; already: string };
  /** It is listed no more; told before the dialog closes. */
  onGone: () => void;
  onClose: () => void;
};

/** Asks before somebody's access ends; then the list is read again. */
export function RevokeDialog({ token, endpoint, list, onGone, onClose, ...words }: RevokeDialogProps) {
  const revoke = useAction(endpoint);
  const blocked = blockedBecause(useObstacle());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const leave = (type: 'success' | 'info', message: string) => {
    notify({ type, title: words.told.title, message });
    onGone();
    onClose();
  };
  const done = (type: 'success' | 'info', message: string) => {
    list.remote.change(rows => rows.filter(({ id }) => id !== token.id));
    void list.remote.reload();
    leave(type, message);
  };
  const fail = async (why: Problem) => {
    const now = await list.readAgain();
    const isGone = now.ok && !now.value.some(({ id }) => id === token.id);
    if (isGone && mayHaveHappened(why)) return leave('success', words.told.done);
    setProblem(wordsOf(why));
    setBusy(false);
  };
  const handleConfirm = async () => {
    setBusy(true);
    setProblem('');
    const answer = await revoke({ token: token.id });
    if (answer.ok) done('success', words.told.done);
    else if (answer.problem.status === 404) done('info', words.told.already);
    else await fail(answer.problem);
  };
  return (
    <ConfirmDialog
      open
      title={words.question}
      kind="danger"
      confirmLabel={texts.revoke}
      busy={busy}
      problem={problem || blocked}
      {...(words.typed !== undefined && { typed: words.typed })}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {words.children}
    </ConfirmDialog>
  );
}

/** Why an access was not ended, in words. */
function wordsOf(problem: Problem): string {
  if (mayHaveHappened(problem)) return texts.revokeUnknown;
  if (problem.kind === 'unauthenticated') return texts.sessionEnded;
  if (problem.kind === 'throttled' || problem.kind === 'unavailable') return texts.serverBusy;
  // What a framework says by itself is English and helps nobody.
  if (/\p{Script=Cyrillic}/u.test(problem.message)) return problem.message;
  return problem.status === 403 ? texts.forbidden : texts.serverFailed;
}
