import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useSignOut } from '#state/session.ts';

/** What the sign-out dialog passes on; opened by its address alone, /logout keeps everything. */
export type LogoutState = { unsent: 'keep' | 'delete' };

/** Signs out on entry: a blank view, then the login screen. */
export function LogoutScreen() {
  const signOut = useSignOut();
  const navigate = useNavigate();
  // History state is untyped; only the one exact word deletes anything.
  const state = useLocation().state as Partial<LogoutState> | null;
  const unsent = state?.unsent === 'delete' ? 'delete' : 'keep';
  useEffect(() => {
    void signOut(unsent).then(() => navigate(paths.login, { replace: true }));
  }, [signOut, unsent, navigate]);
  return <main />;
}
