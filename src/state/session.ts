import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useSyncExternalStore } from 'react';
import type { AuthState } from '#api/auth-state.ts';
import type { CurrentUser } from '#contract/session.ts';
import { readKnownUser } from '#sync/known-user.ts';
import type { Entering, Session, SignOut } from '#sync/session.ts';
import { type Device, useDevice } from './device-context.ts';

/**
 * `starting`: signed in, not yet entered. `offline`: the cached user, the server gave no answer. `held`: the
 * session has ended by itself while the user works on; signing in again sends what waits.
 */
type SessionView = Omit<Entered, 'user'> & {
  status: 'starting' | 'out' | 'in';
  user: CurrentUser | null;
  held: boolean;
  authError: string;
};

/** `actorId`: who really works here, while that is somebody else than `user`. */
type Entered = { user: CurrentUser; offline: boolean; actorId: number | undefined };

/** Who has entered the protected area in this page; survives navigation, not a reload. */
export const sessionUserAtom = atom<Entered | null>(null);

let parsed: { text: string; state: AuthState } | null = null;

/** A snapshot must stay the same object while nothing changed. */
function useAuthState(): AuthState {
  const { auth } = useDevice();
  return useSyncExternalStore(auth.subscribe, () => {
    const state = auth.read();
    const text = JSON.stringify(state);
    if (parsed?.text !== text) parsed = { text, state };
    return parsed.state;
  });
}

export function useSession(): SessionView {
  const auth = useAuthState();
  const entered = useAtomValue(sessionUserAtom);
  const { subject, isLoggedIn, error: authError } = auth;
  const actorId = auth.own?.subject;
  const isSame = entered !== null && subject === entered.user.id && actorId === entered.actorId;
  if (isSame) return { status: 'in', ...entered, held: !isLoggedIn, authError };
  // When a session as another user has ended, the login screen is not shown: `useRestoreSession` leads back to the own session.
  const status = isLoggedIn || actorId !== undefined ? 'starting' : 'out';
  return { status, user: null, offline: false, held: subject !== null && !isLoggedIn, authError, actorId };
}

export function sessionUserOf(session: Session, { user, offline }: Omit<Entered, 'actorId'>): Entered {
  return { user, offline, actorId: session.lastOwner()?.actorId };
}

/** Lets whom this device knows from the last time enter before anything is drawn. */
export async function enterKnownUser({ db, session }: Device): Promise<void> {
  const user = await readKnownUser(db, session.owner());
  if (user) getDefaultStore().set(sessionUserAtom, sessionUserOf(session, { user, offline: false }));
}

export function useRestoreSession(): () => Promise<Entering> {
  const { session } = useDevice();
  const setEntered = useSetAtom(sessionUserAtom);
  return useCallback(async () => {
    // Known already from the last time: the screens need not wait for the server to say it again.
    const known = session.owner() ? await session.cachedUser() : null;
    if (known) setEntered(before => before ?? sessionUserOf(session, { user: known, offline: false }));
    const entering = await session.enter();
    setEntered(entering.state === 'in' ? sessionUserOf(session, entering) : null);
    return entering;
  }, [session, setEntered]);
}

/** Signs out; unsent entries stay sealed to their owner, unless they are to be deleted. */
export function useSignOut(): (unsent: SignOut) => Promise<void> {
  const { session } = useDevice();
  const setEntered = useSetAtom(sessionUserAtom);
  return useCallback(
    async unsent => {
      await session.signOut(unsent);
      setEntered(null);
    },
    [session, setEntered],
  );
}
