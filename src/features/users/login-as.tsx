import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { ListedUser } from '#contract/users.ts';
import { BASE, paths } from '#domain/paths.ts';
import { noteLeavingPage } from '#kit/leave-page.ts';
import { useDevice } from '#state/device-context.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useSession } from '#state/session.ts';
import { useNoteReachable, useSyncSummary } from '#state/sync.ts';
import { IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LogIn } from '#ui/icons-of-screens.ts';
import { answerWords } from '#ui/remote/answer-fault.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { notify } from '#ui/toast.tsx';
import { rememberBegun } from './acting-begun.ts';
import { texts } from './texts.ts';
import styles from './users.module.css';

type Person = Pick<ListedUser, 'id' | 'name'>;

/** The way to work as one of the rows: what stands at its end, and the question that is asked. */
export function useLoginAs() {
  const { user: self } = useSession();
  const { blocked, isOffline } = useNoActions();
  const [asked, setAsked] = useState<Person | null>(null);
  const selfId = self?.id;
  const action = useCallback(
    (user: Person) =>
      user.id === selfId ? (
        <span className={styles.you}>{texts.you}</span>
      ) : (
        <IconButton
          label={texts.startImpersonation(user.name)}
          icon={<LogIn size={20} />}
          disabled={blocked !== undefined}
          onClick={() => setAsked(user)}
        />
      ),
    [selfId, blocked],
  );
  return {
    action,
    blocked,
    isOffline,
    question: asked && <LoginAsQuestion user={asked} onClose={() => setAsked(null)} />,
  };
}

/** Why nothing can be done to users now; `blocked` is undefined when it can. */
export function useNoActions(): { blocked: string | undefined; isOffline: boolean } {
  const blockedReason = useBlockedReason();
  const { actorId } = useSession();
  if (actorId !== undefined) return { blocked: texts.alreadyActing, isOffline: false };
  return { blocked: blockedBecause(blockedReason), isOffline: blockedReason === 'offline' };
}

/** Asks before one goes on as somebody else; then the page is loaded anew, so that nothing of the own one stays. */
function LoginAsQuestion({ user, onClose }: { user: Person; onClose: () => void }) {
  const { session } = useDevice();
  const noteReachable = useNoteReachable();
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
    const taken = await session.loginAs(user.id);
    noteReachable(taken.ok ? null : taken.problem);
    if (taken.ok) {
      rememberBegun();
      noteLeavingPage();
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
  const own = `${answerWords(problem)}. ${texts.youStay}`;
  return toServerWords({ status: problem.status, message: problem.message }, own) || own;
}
