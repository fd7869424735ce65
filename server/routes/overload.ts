/**
 * Overload: what cannot be worked on soon is refused at once, before its body is read and before anything is asked of
 * the database, and told when to come again. Nothing is lost: the phone keeps its entry and its key.
 */
import { randomInt } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { healthLive, healthReady } from '#contract/runtime.ts';
import { obtainToken } from '#contract/session.ts';
import { Refusal } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';
import { type ConcurrencyLimiter, createLimiter, type Limits } from './concurrency-limiter.ts';
import { CONSENT_PATH } from './consent.ts';

/**
 * The limiters of one process. Signing in has its own: a storm of logins must not starve those who are signed in.
 */
export type Limiters = { work: ConcurrencyLimiter; signIn: ConcurrencyLimiter };

/** A password costs a hundred times what a list costs, so few of them at once are many. */
const SIGN_IN_SHARE = 4;

/** Seconds until a shed client is to come again: apart from each other, or they would all come at once again. */
const RETRY_AFTER_S = { from: 2, to: 15 } as const;

/** nginx's word for a client that did not wait for its answer. Nobody hears it but the log. */
const CLIENT_GONE = 499;

export function createLimiters({ atWork, waiting }: Limits): Limiters {
  const share = (slots: number) => Math.ceil(slots / SIGN_IN_SHARE);
  return {
    work: createLimiter({ atWork, waiting }),
    signIn: createLimiter({ atWork: share(atWork), waiting: share(waiting) }),
  };
}

const PASSWORD_PATHS = new Set<string>([obtainToken.path, CONSENT_PATH]);
const NEVER_SHED = new Set<string>([healthLive.path, healthReady.path, '/']);

function limiterOf({ work, signIn }: Limiters, path: string): ConcurrencyLimiter | undefined {
  if (NEVER_SHED.has(path) || path === '/application' || path.startsWith('/application/')) return undefined;
  return PASSWORD_PATHS.has(path) ? signIn : work;
}

/** Gives each request a place, or sends it away before its body is read. */
export function admit(limiters: Limiters): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const limiter = limiterOf(limiters, c.req.path);
    if (!limiter) return next();
    const slot = limiter.acquire();
    if (!slot) throw await serviceUnavailable(c);
    c.set('slot', slot);
    try {
      await next();
    } finally {
      slot.release();
    }
  };
}

/** Waits for the turn of a request that has a place, once its body is here: who sends slowly never takes up a turn. */
export function waitForSlot(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const slot = c.get('slot');
    if (!slot) return next();
    const result = await slot.wait(() => c.req.raw.signal);
    if (result === 'now') return next();
    if (result === 'late') throw await serviceUnavailable(c);
    c.res = clientGone();
  };
}

/** Of somebody who left before any work was begun. */
export function clientGone() {
  return new Response(null, { status: CLIENT_GONE });
}

export async function serviceUnavailable(c: Context<AppEnv>): Promise<Refusal> {
  const seconds = String(randomInt(RETRY_AFTER_S.from, RETRY_AFTER_S.to + 1));
  // A small body comes in one piece with its headers, and is taken note of right after them.
  await new Promise(setImmediate);
  // A client that was sent away gives its connection back, unless it is still sending: closed under it, it would hear a
  // broken connection and not know whether its order was taken. What it sends is then thrown away, unread.
  const hasSentAll = c.env?.incoming?.complete ?? true;
  const headers = { 'Retry-After': seconds, ...(hasSentAll && { Connection: 'close' }) };
  return new Refusal(503, { message: 'Service Unavailable' }, headers);
}
