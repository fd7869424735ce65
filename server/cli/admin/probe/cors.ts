/** Whether a browser would let the page of another origin talk with a backend. */
import type { Heard, Outgoing } from './readings.ts';

/** What the app cannot do without on another origin; the others make it better. */
export const NEEDED_HEADERS = ['authorization', 'content-type', 'x-requested-with'];

/** Headers of answers that a page of another origin sees only if they are exposed. */
const EXPOSED_HEADERS = ['retry-after', 'idempotency-status', 'etag'];

/** The question that a browser puts before the real request. */
export function preflight(
  path: string,
  pageOrigin: string,
  { method = 'POST', headers = NEEDED_HEADERS }: { method?: string; headers?: readonly string[] } = {},
): Outgoing {
  return {
    method: 'OPTIONS',
    path,
    headers: {
      Origin: pageOrigin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers.join(','),
    },
  };
}

/** Whether the page may read this answer. The app sends no cookies, so `*` is good as well. */
export function isShared({ headers }: Pick<Heard, 'headers'>, pageOrigin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')?.trim();
  return allowed === '*' || allowed === pageOrigin;
}

/** Whether a preflight lets the request through; redirects and errors never do. */
export function isLetThrough(
  heard: Heard,
  pageOrigin: string,
  { method = 'POST', headers = NEEDED_HEADERS }: { method?: string; headers?: readonly string[] } = {},
): boolean {
  if (heard.status < 200 || heard.status > 299 || !isShared(heard, pageOrigin)) return false;
  const methods = namesIn(heard.headers.get('access-control-allow-methods'));
  const isSimple = method === 'GET' || method === 'POST';
  if (!isSimple && !methods.has('*') && !methods.has(method.toLowerCase())) return false;
  const allowed = namesIn(heard.headers.get('access-control-allow-headers'));
  // `*` never stands for Authorization.
  return headers.every(name => allowed.has(name) || (allowed.has('*') && name !== 'authorization'));
}

/** Headers that the page does not see in this answer. */
export function hiddenHeaders({ headers }: Pick<Heard, 'headers'>): string[] {
  const exposed = namesIn(headers.get('access-control-expose-headers'));
  return exposed.has('*') ? [] : EXPOSED_HEADERS.filter(name => !exposed.has(name));
}

function namesIn(list: string | null): Set<string> {
  return new Set((list ?? '').split(',').map(name => name.trim().toLowerCase()));
}
