import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useExportUnsent, useSendNow, useSyncSummary } from '#state/sync.ts';
import { download } from '#ui/download.ts';
import { notify } from '#ui/toast.tsx';
import type { LogoutState } from './logout-screen.tsx';
import { texts } from './texts.ts';

const SignOutDialog = lazy(() =>
  import('./sign-out-dialog.tsx').then(module => ({ default: module.SignOutDialog })),
);

/** What every sign-out link does: leaves at once, or asks first when something is not sent. */
export function useSignOutLink(): { askToSignOut: () => void; signOutDialog: ReactNode } {
  const { total } = useSyncSummary();
  const sendNow = useSendNow();
  const exportUnsent = useExportUnsent();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = useCallback(
    (unsent: 'keep' | 'delete') => {
      const state: LogoutState = { unsent };
      navigate(paths.logout, { state });
    },
    [navigate],
  );
  const handleExport = async () => {
    download({ text: await exportUnsent(), name: texts.exportName, type: 'text/plain;charset=utf-8' });
    notify({ type: 'success', title: texts.exportUnsent, message: texts.exported });
  };
  return {
    askToSignOut: () => (total > 0 ? setAsking(true) : leave('keep')),
    signOutDialog: asking && (
      <Suspense fallback={null}>
        <SignOutDialog
          unsent={total}
          sendNow={sendNow}
          onExport={handleExport}
          onStay={() => setAsking(false)}
          onLeave={leave}
        />
      </Suspense>
    ),
  };
}
