/** What every request passes: identity of the request, time and size limits, log, and errors in Laravel's shape. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { endpoints } from '#contract/endpoints.ts';
import { DISK_FULL, problemOf, sqlState } from '../db/database-problem.ts';
import type { AppConfig, Deps } from '../db/deps.ts';
import { notNow, Refusal } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';

const REQUEST_MAX_MS = 30_000;

/** The caller's address: the socket's, or what the configured number of proxies appended. */
function addressOf(c: Context<AppEnv>, { trustedHops }: AppConfig): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'local';
  if (trustedHops === 0) return socket;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(part => part.trim());
  return forwarded.at(-trustedHops) || socket;
}

/** Headers that proxies add. Behind a proxy that is not configured, a server on the loopback is public all the same. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const;

/** Most tunnels that add no header still say by which name they were asked. */
const LOOPBACK_NAME = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/** Whether others than this machine may be asking. A bare forwarding of the port, by which nothing is told, is not noticed. */
function isExposed(c: Context<AppEnv>, config: AppConfig): boolean {
  const isForwarded = FORWARDED.some(name => c.req.header(name) !== undefined);
  // No browser speaks HTTP/1.0; a proxy does, when it is told nothing but where to ask.
  const isOld = c.env?.incoming?.httpVersion === '1.0';
  const isOtherName = !LOOPBACK_NAME.test(c.req.header('host') ?? 'localhost');
  return config.isExposed || isForwarded || isOld || isOtherName;
}

/** A uuid, as the audit keeps it; nginx writes it without dashes. */
const UUID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Our own number of the request, or that of the proxy in front, if we trust one and it is a uuid. */
function requestIdOf(c: Context<AppEnv>, { trustedHops }: AppConfig): string {
  const given = trustedHops > 0 ? c.req.header('x-request-id') : undefined;
  return given && UUID.test(given) ? given : randomUUID();
}

/** Counts requests: by the route's pattern, never by the address. */
export type Meter = {
  began: () => void;
  answered: (request: { method: string; route: string; status: number; seconds: number }) => void;
};

/** Numbers the request, counts it and writes one log line about it, without personal data. */
export function observe({ log, config }: Deps, meter?: Meter): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    meter?.began();
    c.set('requestId', requestIdOf(c, config));
    c.set('ip', addressOf(c, config));
    c.set('isExposed', isExposed(c, config));
    await next();
    const route = c.get('route') ?? (c.req.path.startsWith('/application') ? '/application/*' : 'none');
    const ms = performance.now() - started;
    meter?.answered({ method: c.req.method, route, status: c.res.status, seconds: ms / 1000 });
    log({
      level: 'info',
      event: 'request',
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(ms),
      request_id: c.get('requestId'),
      user_id: c.get('userId') ?? null,
      impersonator_id: c.get('impersonatorId') ?? null,
      ...(c.get('policy') ? { policy: c.get('policy') } : {}),
    });
  };
}

/** What takes longer goes on behind the answer: nobody can say that it was not done. */
export function limitTime(maxMs = REQUEST_MAX_MS): MiddlewareHandler<AppEnv> {
  return timeout(maxMs, () => new HTTPException(504));
}

/** Said before anything is known of what was done under the key: who asks, whether all has come, whether there is room. */
const SAID_BEFORE = [401, 408, 429];

/**
 * Names the Idempotency-Key in the answer to it, so that a client can tell it from another call's. And says of a refusal that it is
 * this server's and that nothing was done under the key. Without this word a client cannot tell it from that of a proxy, which
 * may answer after the change was made.
 */
export function echoKeys(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const key = c.req.header('idempotency-key');
    if (key === undefined) return;
    c.res.headers.set('Idempotency-Key', key);
    const { status } = c.res;
    if (status < 400 || status >= 500 || SAID_BEFORE.includes(status)) return;
    // 409 with Retry-After: the same request is still being carried out.
    const isOver = !c.res.headers.has('retry-after') || status !== 409;
    if (isOver && !c.get('isCarriedOut')) c.res.headers.set('Idempotency-Status', 'refused');
  };
}

export function answerError({ log }: Deps) {
  return (error: Error, c: Context<AppEnv>): Response => {
    const requestId = c.get('requestId');
    const refusal = asRefusal(error);
    if (refusal) {
      const code = sqlState(error);
      if (code)
        log({
          level: 'error',
          event: 'database.refused',
          request_id: requestId,
          route: c.get('route'),
          code,
        });
      return present(c, refusal);
    }
    // Only the kind of the error: messages of the database quote values.
    const { name, stack = '' } = error;
    const frames = stack.split('\n').filter(line => /^\s+at /.test(line));
    const at = frames.slice(0, 5).map(line => line.trim());
    log({ level: 'error', event: 'request.failed', request_id: requestId, name, code: sqlState(error), at });
    return present(c, new Refusal(500, { message: 'Server Error', request_id: requestId }));
  };
}

const NO_ROOM = 'На диске сервера нет места: изменения не приняты, повторите позже.';

function asRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const problem = problemOf(error);
  if (problem === 'locked') return new Refusal(409, { message: 'Conflict' }, { 'Retry-After': '1' });
  if (problem === 'unknown' || (error instanceof HTTPException && error.status === 504)) {
    return new Refusal(504, { message: 'Gateway Timeout' });
  }
  // Phones take it for a proof that nothing was done.
  if (problem !== 'unavailable') return undefined;
  return sqlState(error) === DISK_FULL ? notNow(NO_ROOM) : notNow();
}

function present(c: Context<AppEnv>, { status, body, headers }: Refusal): Response {
  const text = JSON.stringify(body);
  const response = new Response(text, { status });
  response.headers.set('content-type', 'application/json');
  response.headers.set('content-length', String(Buffer.byteLength(text)));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  c.res = response;
  c.set('hasCommonHeaders', false);
  return response;
}

const shapes = Object.values(endpoints).map(({ method, path }) => ({ method, pattern: patternOf(path) }));

/** What addresses of that path of the contract look like. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

/** 405 for a known path with another method, 404 for anything else. */
export function refuseUnknown(c: Context<AppEnv>): Response {
  const known = shapes.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method);
  if (known.length === 0) return present(c, new Refusal(404, { message: 'Not found.' }));
  const allowed = known.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const message = `The ${c.req.method} method is not supported for this route. Supported methods: ${allowed}.`;
  return present(c, new Refusal(405, { message }, { Allow: allowed }));
}
