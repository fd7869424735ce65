import { type Endpoint, isRepeatable, type ReplyOf } from '#contract/endpoint.ts';
import { getUser, obtainToken, REFRESH_TOKEN_INVALID, type TokenPair } from '#contract/session.ts';
import type { WithLock } from '#kit/locks.ts';
import { failure, type Result } from '#kit/result.ts';
import { type AuthState, type AuthStore, ended } from './auth-state.ts';
import { isAnswered, type Problem, problem } from './problem.ts';
import type { Answer, RequestOptions, Transport } from './transport.ts';

export type ClientIdentity = { clientId: string; clientSecret: string };

type ApiDeps = ClientIdentity & { transport: Transport; auth: AuthStore; withLock: WithLock };

/** Who is signed in, and who really works there when that is somebody else. */
type Caller = { userId: number; actorId?: number };

/**
 * `as`: who must be signed in for this call to be made at all ([S27]). `isRepeatable`: whether it may be asked again to
 * see if its answer was meant; the endpoint says so otherwise.
 */
type CallOptions = Omit<RequestOptions, 'token'> & { as?: Caller; isRepeatable?: boolean };

export type Api = {
  /** Calls as the signed-in user; renews the token once on 401 and repeats once, as the same user. */
  call<E extends Endpoint>(
    endpoint: E,
    input: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Result<Answer<ReplyOf<E>>, Problem>>;
};

/** The lock under which tokens change; taken after `drain`, never before it ([S25]). */
export const AUTH_LOCK = 'auth';

/** Builds the API client. */
export function createApi(deps: ApiDeps): Api {
  return {
    async call(endpoint, input, { isRepeatable: mayRepeat = isRepeatable(endpoint), ...options } = {}) {
      const ask = () => callOnce(deps, endpoint, input, options);
      const answer = await ask();
      return mayRepeat && isDoubtfulRefusal(answer) ? confirmRefusal(deps, answer, ask) : answer;
    },
  };
}

type CallResult<E extends Endpoint> = Result<Answer<ReplyOf<E>>, Problem>;

async function callOnce<E extends Endpoint>(
  deps: ApiDeps,
  endpoint: E,
  input: Record<string, unknown>,
  { as, ...options }: Omit<CallOptions, 'isRepeatable'>,
): Promise<CallResult<E>> {
  const before = await deps.auth.latest();
  if (!before.isLoggedIn || (as !== undefined && !isSignedInAs(before, as)))
    return failure(problem('unauthenticated', { renewal: 'ended' }));
  const first = await deps.transport(endpoint, input, { ...options, token: before.accessToken });
  if (first.ok || first.problem.kind !== 'unauthenticated') return first;
  const obstacle = await refreshTokens(deps, before, first.problem);
  if (obstacle && isOverloaded(obstacle)) return failure(obstacle);
  const after = await deps.auth.latest();
  const sameUser = after.isLoggedIn && after.subject === before.subject && after.epoch === before.epoch;
  if (!sameUser) return failure({ ...first.problem, renewal: 'ended' });
  if (after.accessToken === before.accessToken)
    return obstacle ? failure({ ...first.problem, renewal: obstacle }) : first;
  const second = await deps.transport(endpoint, input, { ...options, token: after.accessToken });
  const isRefusedAgain = !second.ok && second.problem.kind === 'unauthenticated';
  return isRefusedAgain ? failure({ ...second.problem, renewal: 'done' }) : second;
}

/** A refusal that is told without JSON, as Laravel up to 5.4 does: a portal and a proxy say the same. */
function isDoubtfulRefusal(answer: Result<unknown, Problem>): answer is { ok: false; problem: Problem } {
  return !answer.ok && answer.problem.kind === 'foreign' && [403, 404, 410].includes(answer.problem.status);
}

/** [S31] It counts once it has come twice between two proofs that our backend is there. */
async function confirmRefusal<E extends Endpoint>(
  deps: ApiDeps,
  first: CallResult<E>,
  ask: () => Promise<CallResult<E>>,
): Promise<CallResult<E>> {
  if (!(await isBackendThere(deps))) return first;
  const second = await ask();
  if (!isDoubtfulRefusal(second)) return second;
  const third = await ask();
  if (!isDoubtfulRefusal(third) || third.problem.status !== second.problem.status) return third;
  return (await isBackendThere(deps)) ? failure({ ...third.problem, kind: 'refused' }) : third;
}

/** Whether it knows who is signed in, which nobody else does. */
async function isBackendThere({ transport, auth }: ApiDeps): Promise<boolean> {
  const { accessToken, subject } = await auth.latest();
  const answer = await transport(getUser, {}, { token: accessToken });
  return answer.ok && answer.value.value.id === subject;
}

function isSignedInAs({ subject, own }: AuthState, { userId, actorId }: Caller): boolean {
  return subject === userId && own?.subject === actorId;
}

/**
 * [S25] One refresh for any number of simultaneous 401s over all tabs: under the lock the stored token is
 * read again, and a newer one of another tab is adopted. [S26] Only a proven refusal of the stored refresh
 * token ends the session; whatever else happens leaves it as it was. Returns why the session could not be renewed,
 * e.g. an overloaded server, which says when to retry.
 */
async function refreshTokens(deps: ApiDeps, failed: AuthState, said: Problem): Promise<Problem | undefined> {
  return deps.withLock(AUTH_LOCK, async () => {
    const stored = await deps.auth.latest();
    if (!stored.isLoggedIn || stored.accessToken !== failed.accessToken) return undefined;
    if (stored.refreshToken === '') return endIfMeant(deps.auth, stored, said);
    const form = {
      grant_type: 'refresh_token',
      client_id: deps.clientId,
      client_secret: deps.clientSecret,
      refresh_token: stored.refreshToken,
      scope: '',
    };
    const answer = await deps.transport(obtainToken, form, { token: stored.accessToken });
    const now = await deps.auth.latest();
    if (now.refreshToken !== stored.refreshToken || now.epoch !== stored.epoch) return undefined;
    if (answer.ok) await deps.auth.write({ ...now, ...tokensOf(answer.value.value), error: '' });
    else if (isRefreshRefused(answer.problem)) await endSession(deps.auth, now);
    else return answer.problem;
    return undefined;
  });
}

/** A session that nothing can renew ends with its 401; one that says nothing may be a portal's. */
async function endIfMeant(
  auth: AuthStore,
  stored: AuthState,
  { code, message }: Problem,
): Promise<undefined> {
  if (code !== '' || message !== '') await endSession(auth, stored);
}

/** The server's tokens as the authentication state keeps them. */
export function tokensOf({ access_token, refresh_token, expires_in }: TokenPair) {
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in };
}

/** Deletes the tokens, not the subject: the outbox waits for that user to sign in again. */
export function endSession(auth: AuthStore, state: AuthState): Promise<void> {
  return auth.write(ended(state));
}

/** An overloaded server has refused before it did anything; the 401 itself would not say when to retry. */
function isOverloaded({ kind }: Problem): boolean {
  return kind === 'unavailable' || kind === 'throttled';
}

/** The three forms in which every Passport generation says that a refresh token is spent, with whatever status but a 5xx. */
function isRefreshRefused(answered: Problem): boolean {
  if (!isAnswered(answered) || answered.status >= 500) return false;
  return answered.code === 'invalid_grant' || answered.message === REFRESH_TOKEN_INVALID;
}
