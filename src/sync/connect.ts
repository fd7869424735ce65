import { type Api, type ClientIdentity, createApi } from '#api/api.ts';
import type { AuthStore } from '#api/auth-state.ts';
import { createTransport, type Transport } from '#api/transport.ts';
import type { RuntimeConfig } from '#contract/runtime.ts';
import type { Clock } from '#kit/clock.ts';
import type { WithLock } from '#kit/locks.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import type { DrainContext } from './drain-context.ts';
import type { Kinds } from './kind.ts';

type ConnectDeps = {
  config: RuntimeConfig;
  /** Where this page, or this worker, comes from. */
  origin: string;
  auth: AuthStore;
  db: OutboxDb;
  kinds: Kinds;
  now: Clock;
  withLock: WithLock;
};

export type Connection = {
  identity: ClientIdentity;
  transport: Transport;
  api: Api;
  context: DrainContext;
};

/** The way to the backend and all that a pass needs, alike in page and worker. */
export function connect({ config, origin, auth, db, kinds, now, withLock }: ConnectDeps): Connection {
  const { apiOrigin, clientId, clientSecret, zone, idempotency } = config;
  const sendsKeys = apiOrigin === '' || apiOrigin === origin || idempotency;
  const transport = createTransport({ origin: apiOrigin, zone, sendsKeys });
  const identity = { clientId, clientSecret };
  const api = createApi({ ...identity, transport, auth, withLock });
  return {
    identity,
    transport,
    api,
    context: { db, api, saysKeyed: idempotency, kinds, now, random: Math.random, withLock },
  };
}
