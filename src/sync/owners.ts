import type { AuthState, AuthStore } from '#api/auth-state.ts';
import type { Owner } from '#storage/outbox-db.ts';

/** Whose entries are sent and shown, as the authentication store tells it now. */
export type Owners = {
  /** Whose entries may go now; null while nobody is signed in or the session has ended. */
  owner(): Owner | null;
  /** Whose device this is: stays when a session ends by itself, until logout. */
  lastOwner(): Owner | null;
};

/** The device's owner by that state; null after a sign-out. */
export function ownerOf(
  { subject, own }: Pick<AuthState, 'subject' | 'own'>,
  apiOrigin: string,
): Owner | null {
  return subject === null ? null : { apiOrigin, userId: subject, ...(own && { actorId: own.subject }) };
}

/** Reads the owner off the authentication store at every call, because other tabs change it. */
export function ownersOf(auth: AuthStore, apiOrigin: string): Owners {
  const lastOwner = () => ownerOf(auth.read(), apiOrigin);
  return { lastOwner, owner: () => (auth.read().isLoggedIn ? lastOwner() : null) };
}
