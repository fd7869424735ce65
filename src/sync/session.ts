import { type Api, AUTH_LOCK, type ClientIdentity, endSession } from '#api/api.ts';
import type { AuthStore } from '#api/auth-state.ts';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { Transport } from '#api/transport.ts';
import { type CurrentUser, getUser, obtainToken, revokeToken } from '#contract/session.ts';
import { type Clock, SECOND_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import type { Exclusively } from '#kit/locks.ts';
import { type Result, success } from '#kit/result.ts';
import { dropCache } from '#storage/cache-db.ts';
import { type OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { readCachedUser, rememberUser } from './cached-user.ts';
import { wipeCalls } from './calls.ts';
import { DRAIN_LOCK, isExpired, readLease } from './lease.ts';
import { type Owners, ownersOf } from './owners.ts';

/** How long the entry into the protected area waits for the server before it uses the cached user. */
export const ENTER_TIMEOUT_MS = 4 * SECOND_MS;

/** How long a sign-out waits for a pass that is under way. */
export const SIGN_OUT_PATIENCE_MS = 2 * SECOND_MS;

export type SessionDeps = ClientIdentity & {
  api: Api;
  transport: Transport;
  auth: AuthStore;
  db: OutboxDb;
  apiOrigin: string;
  exclusively: Exclusively;
  now: Clock;
};

/**
 * How the entry into the protected area ended. `in` with `offline` true: the cached user, the server gave no
 * answer. `out`: answered, or nobody signed in. `unreachable`: signed in, but neither answer nor cached user.
 */
export type Entering =
  | { state: 'in'; user: CurrentUser; offline: boolean }
  | { state: 'out' }
  | { state: 'unreachable' };

export type SignOut = 'keep' | 'delete';

export type Session = Owners & {
  signIn(email: string, password: string): Promise<Result<CurrentUser, Problem>>;
  enter(): Promise<Entering>;
  /** The cached user, for going on without the server after the session has ended. */
  cachedUser(): Promise<CurrentUser | null>;
  /** [S29] Ends the session; unsent entries stay sealed to their owner unless they are to be deleted. */
  signOut(unsent: SignOut): Promise<void>;
};

/** Builds sign-in, entry and sign-out; tokens change only under the locks `drain`, then `auth` ([S28]). */
export function createSession(deps: SessionDeps): Session {
  const { owner, lastOwner } = ownersOf(deps.auth, deps.apiOrigin);
  return {
    owner,
    lastOwner,
    signIn: (email, password) => signIn(deps, email, password),
    enter: () => enter(deps, lastOwner()),
    cachedUser: () => readCachedUser(lastOwner()),
    async signOut(unsent) {
      const { refreshToken } = await deps.auth.latest();
      await soon(deps, () => wipe(deps, lastOwner(), unsent));
      if (refreshToken !== '') revoke(deps, refreshToken);
    },
  };
}

/** Nobody drains and nobody renews tokens while `work` runs. A frozen drainer is not waited for. */
async function whileNothingRuns<Outcome>(deps: SessionDeps, work: () => Promise<Outcome>): Promise<Outcome> {
  const frozen = isExpired(await readLease(deps.db), deps.now());
  const locked = () => deps.exclusively(AUTH_LOCK, work);
  return deps.exclusively(DRAIN_LOCK, locked, frozen ? { steal: true } : undefined);
}

/**
 * The same for a sign-out, which waits for nobody for long: a pass that hangs on a dead network loses its lock. It
 * can do no harm any more, for without a session nothing leaves, and what it hears late is still true ([S12]).
 */
async function soon(deps: SessionDeps, work: () => Promise<void>): Promise<void> {
  let done: Promise<void> | null = null;
  const once = () => {
    done ??= work();
    return done;
  };
  const patiently = whileNothingRuns(deps, once);
  const impatiently = new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      const isUnderWay = done !== null;
      (isUnderWay ? patiently : deps.exclusively(DRAIN_LOCK, once, { steal: true })).then(resolve, reject);
    }, SIGN_OUT_PATIENCE_MS);
  });
  await Promise.race([patiently.catch(() => impatiently), impatiently]);
}

async function signIn(
  deps: SessionDeps,
  email: string,
  password: string,
): Promise<Result<CurrentUser, Problem>> {
  const { auth, transport, clientId, clientSecret } = deps;
  const answer = await transport(obtainToken, {
    grant_type: 'password',
    client_id: clientId,
    client_secret: clientSecret,
    username: email,
    password,
    scope: '',
  });
  if (!answer.ok) {
    await auth.write({ ...(await auth.latest()), error: answer.problem.code || answer.problem.kind });
    return answer;
  }
  const tokens = answer.value.value;
  const who = await transport(getUser, {}, { token: tokens.access_token });
  if (!who.ok) return who;
  const user = who.value.value;
  await whileNothingRuns(deps, async () => {
    await dropForeignCache(deps, user.id);
    await auth.write({
      isLoggedIn: true,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresIn: tokens.expires_in,
      error: '',
      subject: user.id,
      epoch: newId(),
    });
    await rememberUser({ apiOrigin: deps.apiOrigin, userId: user.id }, user, deps.now());
  });
  return success(user);
}

/** [S28] The next user of this device finds nothing of the last one's book. */
async function dropForeignCache({ auth, apiOrigin }: SessionDeps, userId: number): Promise<void> {
  const { subject } = await auth.latest();
  if (subject !== null && subject !== userId) await dropCache(ownerKeyOf({ apiOrigin, userId: subject }));
}

async function enter(deps: SessionDeps, owner: Owner | null): Promise<Entering> {
  const { auth, api } = deps;
  const before = await auth.latest();
  if (!before.isLoggedIn || !owner) return { state: 'out' };
  const answer = await api.call(getUser, {}, { as: owner.userId, timeoutMs: ENTER_TIMEOUT_MS });
  if (answer.ok && answer.value.value.id === owner.userId) {
    await rememberUser(owner, answer.value.value, deps.now());
    return { state: 'in', user: answer.value.value, offline: false };
  }
  if (!auth.read().isLoggedIn) return { state: 'out' };
  if (answer.ok || endsEntry(answer.problem)) {
    await endSession(auth, await auth.latest());
    return { state: 'out' };
  }
  const user = await readCachedUser(owner);
  return user ? { state: 'in', user, offline: true } : { state: 'unreachable' };
}

/** Only an answered refusal sends to the login screen: a failing server, a portal or no network never do. */
function endsEntry(problem: Problem): boolean {
  return isAnswered(problem) && problem.kind === 'refused';
}

/**
 * Tells the server that the login is over. Not waited for: nobody stays signed in for lack of a network, and a
 * backend without this call answers 404, which changes nothing.
 */
function revoke({ transport, clientId, clientSecret }: SessionDeps, token: string): void {
  void transport(revokeToken, { client_id: clientId, client_secret: clientSecret, token });
}

async function wipe({ auth, db }: SessionDeps, owner: Owner | null, unsent: SignOut): Promise<void> {
  await auth.remove();
  if (!owner) return;
  const ownerKey = ownerKeyOf(owner);
  await db.transaction('rw', db.drafts, db.entries, db.calls, async () => {
    await db.drafts.where('ownerKey').equals(ownerKey).delete();
    await wipeCalls(db, ownerKey, unsent);
    if (unsent === 'delete') await db.entries.where('ownerKey').equals(ownerKey).delete();
  });
  await dropCache(ownerKey);
}
