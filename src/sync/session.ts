import { AUTH_LOCK, endSession, tokensOf } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import { type CurrentUser, getUser, obtainToken } from '#contract/session.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { type Result, success } from '#kit/result.ts';
import { dropCache } from '#storage/cache-db.ts';
import { PROBLEMS_ROW_PREFIX, USER_ROW_PREFIX } from '#storage/database-names.ts';
import { forgetUsers } from '#storage/forget-users.ts';
import { type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { readCachedUser, rememberUser } from './cached-user.ts';
import { endImpersonation, forgetOthers, revoke, type SessionDeps, startImpersonation } from './login-as.ts';
import { type Owners, ownersOf } from './owners.ts';
import { wipeCalls } from './phone-calls.ts';
import { withLocks, withLocksOrSteal } from './with-locks.ts';

/** How long the entry into the protected area waits for the server before it uses the cached user. */
const ENTER_TIMEOUT_MS = 4 * SECOND_MS;

/**
 * How the entry into the protected area ended. `in` with `offline` true: the cached user, the server gave no
 * answer. `out`: answered, or nobody signed in. `unreachable`: signed in, but neither a usable answer nor a cached user.
 */
export type Entering =
  | { state: 'in'; user: CurrentUser; offline: boolean }
  | { state: 'out' }
  | { state: 'unreachable'; problem: Problem };

export type SignOut = 'keep' | 'delete';

export type Session = Owners & {
  signIn(email: string, password: string): Promise<Result<CurrentUser, Problem>>;
  enter(): Promise<Entering>;
  /** The cached user, for going on without the server after the session has ended. */
  cachedUser(): Promise<CurrentUser | null>;
  /** [S28] Goes on as another user; the own session waits meanwhile. */
  loginAs(userId: number): Promise<Result<CurrentUser, Problem>>;
  /** [S28] Ends working as another user; without effect if nobody does. */
  endImpersonation(): Promise<void>;
  /**
   * [S29] Ends the session, and with it the own one of who works as another; unsent entries stay sealed to their owner
   * unless they are to be deleted.
   */
  signOut(unsent: SignOut): Promise<void>;
};

/** Builds sign-in, entry and sign-out; tokens change only under the locks `drain`, then `auth` ([S28]). */
export function createSession(deps: SessionDeps): Session {
  const { owner, lastOwner } = ownersOf(deps.auth, deps.apiOrigin);
  return {
    owner,
    lastOwner,
    signIn: (email, password) => signIn(deps, email, password),
    enter: () => enter(deps),
    loginAs: userId => startImpersonation(deps, userId),
    endImpersonation: () => endImpersonation(deps),
    cachedUser: () => readCachedUser(deps.db, lastOwner()),
    async signOut(unsent) {
      const { refreshToken, accessToken, own } = await deps.auth.latest();
      await withLocksOrSteal(deps, () => wipe(deps, lastOwner(), unsent));
      revoke(deps, refreshToken || (own && accessToken), accessToken);
      revoke(deps, own?.refreshToken, own?.accessToken);
    },
  };
}

async function signIn(deps: SessionDeps, email: string, password: string) {
  const { auth, transport, clientId, clientSecret } = deps;
  const form = {
    grant_type: 'password',
    client_id: clientId,
    client_secret: clientSecret,
    username: email,
    password,
    scope: '',
  };
  const before = await auth.latest();
  const answer = await transport(obtainToken, form, { token: before.accessToken });
  if (!answer.ok) {
    // What the server said; that it did not answer is nothing to be told later.
    await auth.write({ ...(await auth.latest()), error: answer.problem.code });
    return answer;
  }
  const tokens = answer.value.value;
  const who = await transport(getUser, {}, { token: tokens.access_token });
  if (!who.ok) return who;
  const user = who.value.value;
  const owner = { apiOrigin: deps.apiOrigin, userId: user.id };
  await withLocks(deps, async () => {
    // [S28] The next user of this device finds nothing of the last one's book.
    await forgetUsers(deps.db, deps.apiOrigin, who => who !== String(user.id));
    await auth.write({
      ...tokensOf(tokens),
      isLoggedIn: true,
      error: '',
      subject: user.id,
      epoch: newId(),
    });
    await rememberUser(deps.db, owner, user, deps.now());
  });
  return success(user);
}

async function enter(deps: SessionDeps): Promise<Entering> {
  const { auth, api, apiOrigin } = deps;
  const before = await auth.latest();
  const owner = ownersOf(auth, apiOrigin).lastOwner();
  if (!owner) return { state: 'out' };
  if (!before.isLoggedIn) {
    if (before.own) await keepEnded(deps);
    return afterEnd(deps, owner);
  }
  const answer = await api.call(getUser, {}, { as: owner, timeoutMs: ENTER_TIMEOUT_MS });
  // Another tab works as somebody else by now: this answer is not theirs.
  if ((await auth.latest()).epoch !== before.epoch) return enter(deps);
  if (answer.ok && answer.value.value.id === owner.userId) {
    if (owner.actorId === undefined) await forgetOthers(deps, owner.userId);
    await rememberUser(deps.db, owner, answer.value.value, deps.now());
    return { state: 'in', user: answer.value.value, offline: false };
  }
  if (!auth.read().isLoggedIn) return afterEnd(deps, owner);
  // Only an answered refusal sends to the login screen: a failing server, a portal or no network never do.
  if (answer.ok || isUserRefused(answer.problem)) {
    await endSession(auth, await auth.latest());
    return afterEnd(deps, owner);
  }
  return (await asKnown(deps, owner)) ?? { state: 'unreachable', problem: answer.problem };
}

/** [S26] The backend does not know the user: refused, or refused again with a token that it had just renewed. */
function isUserRefused({ kind, renewal }: Problem): boolean {
  return kind === 'refused' || renewal === 'done';
}

/**
 * The hour of working as another ends by the clock, which may be set back later: what has ended is written down, and
 * stays so. Under the lock: another tab may be coming back.
 */
function keepEnded({ auth, withLock }: SessionDeps): Promise<void> {
  return withLock(AUTH_LOCK, async () => {
    const state = await auth.latest();
    if (state.own && !state.isLoggedIn) await endSession(auth, state);
  });
}

/** An impersonated session has no password to sign in with: its screens stay, and their banner leads back. */
async function afterEnd(deps: SessionDeps, owner: Owner): Promise<Entering> {
  if (owner.actorId === undefined) return { state: 'out' };
  return (await asKnown(deps, owner)) ?? { state: 'out' };
}

/**
 * The user as this device knows it, null for none. While impersonating somebody of whom nothing is stored here, the
 * session returns to the administrator's own user.
 */
async function asKnown(deps: SessionDeps, owner: Owner): Promise<Entering | null> {
  const user = await readCachedUser(deps.db, owner);
  if (user) {
    // Both copies again: one of them may be lost, or never have been there.
    await rememberUser(deps.db, owner, user, deps.now());
    return { state: 'in', user, offline: true };
  }
  if (owner.actorId === undefined) return null;
  await endImpersonation(deps);
  return enter(deps);
}

async function wipe({ auth, db }: SessionDeps, owner: Owner | null, unsent: SignOut): Promise<void> {
  await auth.remove();
  if (!owner) return;
  await wipeOf(db, owner, unsent);
  const { apiOrigin, actorId } = owner;
  // What the own session has unsent was not asked about: it stays.
  if (actorId !== undefined) await wipeOf(db, { apiOrigin, userId: actorId }, 'keep');
}

async function wipeOf(db: OutboxDb, owner: Owner, unsent: SignOut): Promise<void> {
  const ownerKey = ownerKeyOf(owner);
  await db.transaction('rw', db.drafts, db.entries, db.calls, db.control, async () => {
    await db.drafts.where('ownerKey').equals(ownerKey).delete();
    await wipeCalls(db, ownerKey, unsent);
    await db.control.bulkDelete([USER_ROW_PREFIX + ownerKey, PROBLEMS_ROW_PREFIX + ownerKey]);
    if (unsent === 'delete') await db.entries.where('ownerKey').equals(ownerKey).delete();
  });
  await dropCache(ownerKey);
}
