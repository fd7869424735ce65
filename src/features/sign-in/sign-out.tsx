import { lazy, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useEndImpersonation } from '#state/end-impersonation.ts';
import { useSession } from '#state/session.ts';
import { useSendNow, useSyncSummary } from '#state/sync.ts';
import type { Elements } from '#ui/elements.ts';
import type { LogoutState } from './logout-screen.tsx';

const SignOutDialog = lazy(() =>
  import('./sign-out-dialog.tsx').then(module => ({ default: module.SignOutDialog })),
);

/**
 * What every sign-out link does: leaves at once, or asks first when something is not sent.
 *
 * @param saveUnsent puts everything unsent into a file of the user's, and resolves with what to tell of it
 */
export function useSignOutLink(saveUnsent: () => Promise<string>): {
  askToSignOut: () => void;
  signOutDialog: Elements;
} {
  const { total } = useSyncSummary();
  const { actorId } = useSession();
  const { endImpersonation } = useEndImpersonation();
  const sendNow = useSendNow();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useCallback(
    (unsent: LogoutState['unsent']) => navigate(paths.logout, { state: { unsent } satisfies LogoutState }),
    [navigate],
  );
  return {
    askToSignOut: () => (total > 0 ? setAsking(true) : leave('keep')),
    signOutDialog: asking && (
      <Suspense fallback={null}>
        <SignOutDialog
          unsent={total}
          sendNow={sendNow}
          onExport={saveUnsent}
          onStay={() => setAsking(false)}
          onReturn={actorId === undefined ? undefined : endImpersonation}
          onLeave={leave}
        />
      </Suspense>
    ),
  };
}
