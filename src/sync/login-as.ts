import { type Api, type ClientIdentity, tokensOf } from '#api/api.ts';
import type { AuthState, AuthStore } from '#api/auth-state.ts';
import { type Problem, problem } from '#api/problem.ts';
import type { Transport } from '#api/transport.ts';
import { type CurrentUser, getUser, loginAs, revokeToken, type TokenPair } from '#contract/session.ts';
import { newId } from '#kit/ids.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { dropCache } from '#storage/cache-db.ts';
import { forgetUsers } from '#storage/forget-users.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { rememberUser } from './cached-user.ts';
import { type LockDeps, withLocks, withLocksOrSteal } from './with-locks.ts';

export type SessionDeps = LockDeps &
  ClientIdentity & { api: Api; transport: Transport; auth: AuthStore; apiOrigin: string };

/** What the server gave for working as somebody, and who that is. `since`: before it was asked for. */
type Other = { user: CurrentUser; tokens: TokenPair; since: number };

/**
 * [S28] Goes on as another user, the own session put aside. Everything is asked first and written last, in one piece:
 * whatever fails or dies on the way leaves the device with whoever works here. Never from within such a session.
 */
export async function startImpersonation(
  deps: SessionDeps,
  userId: number,
): Promise<Result<CurrentUser, Problem>> {
  const { auth, api, now } = deps;
  const before = await auth.latest();
  if (before.subject === null || !before.isLoggedIn) return failure(problem('unauthenticated'));
  if (before.own || before.subject === userId) return failure(problem('refused'));
  // Taken before the server begins to count: the time that is left is never told too long.
  const since = now();
  const answer = await api.call(loginAs, { user_id: userId }, { as: { userId: before.subject } });
  if (!answer.ok) return answer;
  const tokens = answer.value.value;
  const who = await identify(deps, userId, tokens.access_token);
  const taken = who.ok && (await takeOver(deps, before, { user: who.value, tokens, since }));
  if (taken) return who;
  revoke(deps, tokens.access_token);
  return who.ok ? failure(problem('unauthenticated')) : who;
}

async function identify({ transport }: SessionDeps, userId: number, token: string) {
  const answer = await transport(getUser, {}, { token });
  if (!answer.ok) return answer;
  const user = answer.value.value;
  return user.id === userId ? success(user) : failure(problem('foreign'));
}

/** False if somebody signed out or in meanwhile, e.g. in another tab: then these tokens are nobody's. */
async function takeOver(deps: SessionDeps, before: AuthState, other: Other): Promise<boolean> {
  const { auth, apiOrigin, now } = deps;
  const { user, tokens, since } = other;
  return withLocks(deps, async () => {
    const { subject, isLoggedIn, epoch, accessToken, refreshToken, expiresIn } = await auth.latest();
    if (subject === null || !isLoggedIn || epoch !== before.epoch) return false;
    const owner = { apiOrigin, userId: user.id, actorId: subject };
    await dropCache(ownerKeyOf(owner));
    await rememberUser(deps.db, owner, user, now());
    await auth.write({
      // Where the server gives no refresh token it is '': with the administrator's, a refresh would store their tokens here.
      ...tokensOf(tokens),
      isLoggedIn: true,
      error: '',
      subject: user.id,
      epoch: newId(),
      own: { accessToken, refreshToken, expiresIn, subject, since },
    });
    return true;
  });
}

/**
 * [S28] The own session again, under a new epoch: nothing that was built before is repeated ([S27]). Needs no network,
 * and waits for no pass for long. What the other's screens have read goes, what is unsent stays sealed.
 */
export async function endImpersonation(deps: SessionDeps): Promise<void> {
  const { own, accessToken } = await deps.auth.latest();
  if (!own) return;
  await withLocksOrSteal(deps, () => takeUpOwn(deps));
  revoke(deps, accessToken);
}

async function takeUpOwn(deps: SessionDeps): Promise<void> {
  const { auth } = deps;
  const { own } = await auth.latest();
  if (!own) return; // another tab has come back already
  const { accessToken, refreshToken, expiresIn, subject } = own;
  const session = { accessToken, refreshToken, expiresIn, subject };
  await auth.write({ ...session, isLoggedIn: true, error: '', epoch: newId() });
  await forgetOthers(deps, subject);
}

/**
 * Tells the server that a login is over. Not waited for: nobody stays signed in for lack of a network, and a backend
 * without this call answers 404, which changes nothing. `bearer`: an access token of that login.
 */
export function revoke(deps: SessionDeps, token: string | undefined, bearer?: string): void {
  const { transport, clientId, clientSecret } = deps;
  if (!token) return;
  const form = { client_id: clientId, client_secret: clientSecret, token };
  void transport(revokeToken, form, { token: bearer ?? token });
}

/** Deletes what this user has cached while working as others, leftovers of a crash included. */
export async function forgetOthers({ db, apiOrigin }: SessionDeps, actorId: number): Promise<void> {
  const asOther = new RegExp(`^\\d+\\|${actorId}$`);
  await forgetUsers(db, apiOrigin, who => asOther.test(who));
}
