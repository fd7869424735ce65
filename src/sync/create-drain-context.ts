import { createApi } from '#api/api.ts';
import type { AuthStore } from '#api/auth-state.ts';
import type { Problem } from '#api/problem.ts';
import { createTransport, type Transport } from '#api/transport.ts';
import type { RuntimeConfig } from '#contract/runtime.ts';
import { isKeyed, rememberEcho } from './control-rows.ts';
import type { DrainContext } from './drain-context.ts';
import { withProblemLog } from './problem-log.ts';

type ConnectDeps = Pick<DrainContext, 'db' | 'kinds' | 'now' | 'withLock'> & {
  config: RuntimeConfig;
  /** Where this page, or this worker, comes from. */
  origin: string;
  auth: AuthStore;
  /** What each call ended with; null is a success. */
  onCall?: (problem: Problem | null) => void;
};

/** The way to the backend and all that a pass needs, alike in page and worker. */
export function connect({ config, origin, auth, db, kinds, now, withLock, onCall }: ConnectDeps) {
  const { apiOrigin, clientId, clientSecret, zone, idempotency } = config;
  const sendsKeys = apiOrigin === '' || apiOrigin === origin || idempotency;
  const bare = createTransport({
    origin: apiOrigin,
    zone,
    sendsKeys,
    isKeyed: async () => idempotency || isKeyed(db, apiOrigin),
  });
  const logged = withProblemLog(bare, { db, auth, apiOrigin, now });
  const transport: Transport = async (endpoint, input, options) => {
    const answer = await logged(endpoint, input, options);
    const { keyStatus } = answer.ok ? answer.value : answer.problem;
    // Of screens that need a network, too: who never drains learns it in no other way.
    // The answer does not wait for it, nor fail with it: the disk may be full, or a newer app has the database.
    if (keyStatus !== '') rememberEcho(db, apiOrigin, keyStatus).catch(() => {});
    onCall?.(answer.ok ? null : answer.problem);
    return answer;
  };
  const identity = { clientId, clientSecret };
  const api = createApi({ ...identity, transport, auth, withLock });
  const { random } = Math;
  const context: DrainContext = { db, api, saysKeyed: idempotency, kinds, now, random, withLock };
  return { identity, transport, api, context };
}
