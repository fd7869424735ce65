/** What every request passes: identity of the request, time and size limits, log, and errors in Laravel's shape. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { endpoints } from '#contract/endpoints.ts';
import type { AppConfig, Deps } from '../db/deps.ts';
import { Refusal } from '../db/refusal.ts';
import { sqlState } from '../db/transaction.ts';
import type { AppEnv } from './app-env.ts';

const BODY_MAX_BYTES = 64 * 1024;
const REQUEST_MAX_MS = 30_000;

/** The database is away or full: worth another try, unlike a bug. */
const UNAVAILABLE = /^(08|53|57)/;
const LOCK_NOT_AVAILABLE = '55P03';

/** The caller's address: the socket's, or what the configured number of proxies appended. */
function addressOf(c: Context<AppEnv>, { trustedHops }: AppConfig): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'local';
  if (trustedHops === 0) return socket;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(part => part.trim());
  return forwarded.at(-trustedHops) || socket;
}

/** Numbers the request and writes one log line about it, without personal data. */
export function observe({ log, config }: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    c.set('ip', addressOf(c, config));
    await next();
    c.header('X-Request-Id', c.get('requestId'));
    log({
      level: 'info',
      event: 'request',
      method: c.req.method,
      route: c.get('route') ?? (c.req.path.startsWith('/application') ? '/application/*' : 'none'),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      request_id: c.get('requestId'),
      user_id: c.get('userId') ?? null,
      impersonator_id: c.get('impersonatorId') ?? null,
      ...(c.get('policy') ? { policy: c.get('policy') } : {}),
    });
  };
}

function limitBodyTo(maxSize: number): MiddlewareHandler<AppEnv> {
  const onError = () => {
    throw new Refusal(413, { message: 'The request body is too large.' });
  };
  return bodyLimit({ maxSize, onError });
}

const limitUsual = limitBodyTo(BODY_MAX_BYTES);
const larger = Object.values(endpoints).flatMap(({ method, path, body }) =>
  body ? [{ method, pattern: patternOf(path), limit: limitBodyTo(body.bytes) }] : [],
);

/** No body is larger than its endpoint allows; most allow the same. */
export const limitBody: MiddlewareHandler<AppEnv> = (c, next) => {
  const { method, path } = c.req;
  const own = larger.find(each => each.method === method && each.pattern.test(path));
  return (own?.limit ?? limitUsual)(c, next);
};

export const limitTime = timeout(REQUEST_MAX_MS, () => new HTTPException(503));

/** Everything that was thrown, as an answer. */
export function answerError({ log }: Deps) {
  return (error: Error, c: Context<AppEnv>): Response => {
    const refusal = asRefusal(error);
    if (refusal) return present(c, refusal);
    const requestId = c.get('requestId');
    // Only the kind of the error: messages of the database quote values.
    const { name, stack } = error;
    log({
      level: 'error',
      event: 'request.failed',
      request_id: requestId,
      name,
      code: sqlState(error),
      at: frames(stack),
    });
    return present(c, new Refusal(500, { message: 'Server Error', request_id: requestId }));
  };
}

function frames(stack: string | undefined): string[] {
  const lines = (stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return lines.slice(0, 5).map(line => line.trim());
}

function asRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const state = sqlState(error) ?? '';
  if (state === LOCK_NOT_AVAILABLE) return new Refusal(409, { message: 'Conflict' }, { 'Retry-After': '1' });
  const unavailable = UNAVAILABLE.test(state) || (error instanceof HTTPException && error.status === 503);
  return unavailable
    ? new Refusal(503, { message: 'Service Unavailable' }, { 'Retry-After': '5' })
    : undefined;
}

function present(c: Context<AppEnv>, { status, body, headers }: Refusal): Response {
  const response = new Response(JSON.stringify(body), { status });
  response.headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  c.res = response;
  return response;
}

const shapes = Object.values(endpoints).map(({ method, path }) => ({ method, pattern: patternOf(path) }));

function patternOf(path: string): RegExp {
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
