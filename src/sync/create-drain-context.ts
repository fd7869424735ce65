import { createApi } from '#api/api.ts';
import type { AuthStore } from '#api/auth-state.ts';
import { createTransport } from '#api/transport.ts';
import type { RuntimeConfig } from '#contract/runtime.ts';
import type { DrainContext } from './drain-context.ts';
import { withProblemLog } from './problem-log.ts';

type ConnectDeps = Pick<DrainContext, 'db' | 'kinds' | 'now' | 'withLock'> & {
  config: RuntimeConfig;
  /** Where this page, or this worker, comes from. */
  origin: string;
  auth: AuthStore;
};

/** The way to the backend and all that a pass needs, alike in page and worker. */
export function connect({ config, origin, auth, db, kinds, now, withLock }: ConnectDeps) {
  const { apiOrigin, clientId, clientSecret, zone, idempotency } = config;
  const sendsKeys = apiOrigin === '' || apiOrigin === origin || idempotency;
  const bare = createTransport({ origin: apiOrigin, zone, sendsKeys });
  const transport = withProblemLog(bare, { db, auth, apiOrigin, now });
  const identity = { clientId, clientSecret };
  const api = createApi({ ...identity, transport, auth, withLock });
  const { random } = Math;
  const context: DrainContext = { db, api, saysKeyed: idempotency, kinds, now, random, withLock };
  return { identity, transport, api, context };
}
