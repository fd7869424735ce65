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
  const isOfPage = (path: string) => path === '/' || path.startsWith('/application');
  const policyOf = (path: string) => {
    if (!isOfPage(path)) return "default-src 'none'; frame-ancestors 'none'";
    return path.endsWith('.js') ? page : `${page}; ${TRUSTED_TYPES}`;
  };
  // A page on an allowed other origin must be able to read the API; CORS decides there.
  const ofApi = config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  const commonOf = (c: Context<AppEnv>) => {
    const isPage = isOfPage(c.req.path);
    return {
      'X-Request-Id': c.get('requestId'),
      'Content-Security-Policy': policyOf(c.req.path),
      ...(!isPage && { 'Cache-Control': 'no-store' }),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': isPage ? 'same-origin' : ofApi,
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      ...(isSecure(c, config) && { 'Strict-Transport-Security': 'max-age=31536000' }),
    };
  };
  return async (c, next) => {
    const common = commonOf(c);
    c.set('commonHeaders', common);
    await next();
    // Most answers were made with them (send.ts): to set each afterwards takes longer.
    if (c.get('hasCommonHeaders')) return;
    // Not by `c.header`, which makes the whole response anew each time, and its body a stream.
    const { headers } = c.res;
    for (const [name, value] of Object.entries(common)) {
      // The page of consent has a policy of its own.
      if (name !== 'Content-Security-Policy' || !headers.has(name)) headers.set(name, value);
    }
  };
}

/** Whether the proxy that we trust was asked over TLS. */
export function isSecure(c: Context, { trustedHops }: AppConfig): boolean {
  return trustedHops > 0 && c.req.header('x-forwarded-proto') === 'https';
}

/** Other origins, only those listed. */
export function crossOrigin({ corsOrigins }: AppConfig): MiddlewareHandler {
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
      'Idempotency-Key',
      'ETag',
    ],
    maxAge: 600,
  });
}
