import { useEffect, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { ListedUser } from '#contract/users.ts';
import { BASE, paths } from '#domain/paths.ts';
import { useSyncSummary } from '#state/sync.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';
import { useLoginAs } from './use-login-as.ts';

export type LoginAsQuestionProps = { user: ListedUser; onClose: () => void };

/** Asks before one goes on as somebody else; then the page is loaded anew, so that nothing of the own one stays. */
export function LoginAsQuestion({ user, onClose }: LoginAsQuestionProps) {
  const logInAs = useLoginAs();
  const { total } = useSyncSummary();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    // The way back must be on this device before there is one to go; without it the banner is fetched once more.
    import('./acting-banner.tsx').catch(() => undefined);
  }, []);
  const handleConfirm = async () => {
    setBusy(true);
    setProblem('');
    const taken = await logInAs(user.id);
    if (taken.ok) {
      window.location.assign(BASE + paths.root);
      return;
    }
    setBusy(false);
    setProblem(loginAsProblem(taken.problem));
    notify({ type: 'error', title: texts.failedTitle, message: texts.failed });
  };
  return (
    <ConfirmDialog
      open
      title={texts.question(user.name)}
      confirmLabel={texts.confirm}
      busy={busy}
      problem={problem}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p>{texts.what}</p>
      {total > 0 && <p>{texts.unsentStays}</p>}
    </ConfirmDialog>
  );
}

/** Why one could not go on as another, in the server's words where it has some. */
function loginAsProblem(problem: Problem): string {
  if (problem.kind === 'offline' || problem.kind === 'timeout') return texts.noAnswer;
  if (!isAnswered(problem) || problem.kind === 'server') return texts.serverFailed;
  return problem.message || texts.refused;
}
