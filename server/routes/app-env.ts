import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
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

type OfConnection =
  | `x-${string}`
  | 'forwarded'
  | 'via'
  | 'idempotency-key'
  | 'if-none-match'
  | 'if-match'
  | 'accept-encoding';

/**
 * A header of the request, straight from its connection where there is one. Not for `authorization` and `host`: of two of
 * these Node keeps the first, where `c.req.header` shows both.
 */
export function headerOf(c: Context<AppEnv>, name: OfConnection): string | undefined {
  if (!c.env?.incoming) return c.req.header(name);
  const value = c.env.incoming.headers[name];
  // Only cookies are a list.
  return typeof value === 'string' ? value : undefined;
}
