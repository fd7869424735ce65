import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppConfig } from '../db/deps.ts';
import type { AppEnv } from './app-env.ts';

/** The page's policy. Tokens live in localStorage (specification), so this is the real defence. */
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
  return async (c, next) => {
    await next();
    const isPage = c.req.path.startsWith('/application');
    // The page of consent has one of its own.
    if (!c.res.headers.has('Content-Security-Policy')) {
      c.header('Content-Security-Policy', isPage ? page : "default-src 'none'; frame-ancestors 'none'");
    }
    if (!isPage) c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    // A page on an allowed other origin must be able to read the API; CORS decides there.
    const shared = !isPage && config.corsOrigins.length > 0;
    c.header('Cross-Origin-Resource-Policy', shared ? 'cross-origin' : 'same-origin');
    c.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (config.trustedHops > 0 && c.req.header('x-forwarded-proto') === 'https') {
      c.header('Strict-Transport-Security', 'max-age=31536000');
    }
  };
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
