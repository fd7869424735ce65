import type { HttpBindings } from '@hono/node-server';
import type { Slot } from './concurrency-limiter.ts';

/** What the app knows about a request while it runs; for the log too. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    ip: string;
    /** Whether others than this machine can have sent it. */
    isExposed: boolean;
    /** What every answer says in its headers. */
    commonHeaders: Readonly<Record<string, string>>;
    /** Whether the answer was made with them. */
    hasCommonHeaders?: boolean;
    route?: string;
    userId?: number;
    impersonatorId?: number;
    /** Its slot in its limiter; nothing for what is never shed. */
    slot?: Slot;
    /** Whether the same request was carried out before, under the same Idempotency-Key, and is refused now. */
    isCarriedOut?: boolean;
    /** What the policies said; nothing where they were not asked. */
    policy?: 'allow' | 'deny' | 'replayed';
  };
};
