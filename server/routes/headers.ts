import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppConfig } from '../db/deps.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Texts become scripts only through a policy of the page's own, of which there is one: it names the worker. Not for the
 * worker's own script, which imports what the build put beside it.
 */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types worker";

/** The policy of what is under /application/. Tokens live in localStorage (specification), so this is the real defence. */
function pagePolicy({ apiOrigin }: AppConfig): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${apiOrigin ? ` ${apiOrigin}` : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Security headers of every answer; the API additionally forbids to keep anything. */
export function securityHeaders(config: AppConfig): MiddlewareHandler<AppEnv> {
  const page = pagePolicy(config);
  const isOfPage = (path: string) => path.startsWith('/application');
  const policyOf = (path: string) => {
    if (!isOfPage(path)) return "default-src 'none'; frame-ancestors 'none'";
    return path.endsWith('.js') ? page : `${page}; ${TRUSTED_TYPES}`;
  };
  return async (c, next) => {
    await next();
    const isPage = isOfPage(c.req.path);
    // Not by `c.header`, which makes the whole response anew each time, and its body a stream.
    const { headers } = c.res;
    // The page of consent has one of its own.
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policyOf(c.req.path));
    if (!isPage) headers.set('Cache-Control', 'no-store');
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    // A page on an allowed other origin must be able to read the API; CORS decides there.
    const shared = !isPage && config.corsOrigins.length > 0;
    headers.set('Cross-Origin-Resource-Policy', shared ? 'cross-origin' : 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (isSecure(c, config)) headers.set('Strict-Transport-Security', 'max-age=31536000');
  };
}

/** Whether the proxy that we trust was asked over TLS. */
export function isSecure(c: Context, { trustedHops }: AppConfig): boolean {
  return trustedHops > 0 && c.req.header('x-forwarded-proto') === 'https';
}

/** Other origins, only those listed; none unless configured. */
export function crossOrigin({ corsOrigins }: AppConfig): MiddlewareHandler {
  if (corsOrigins.length === 0) return (_c, next) => next();
  return cors({
    origin: origin => (corsOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Accept',
      'X-Requested-With',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
    ],
    exposeHeaders: [
      'Retry-After',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Idempotency-Status',
      'ETag',
    ],
    maxAge: 600,
  });
}
