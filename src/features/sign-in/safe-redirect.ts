import { parseUrl } from '#domain/parse-url.ts';
import { BASE, paths } from '#domain/paths.ts';

// Only what the URL parser answers for an address on this very host is in-app; the host is never contacted.
const HERE = 'https://here.example.org';

/** Where to go after signing in: the `redirect` query if it is a path of this app, else the dashboard. */
export function safeRedirect(wanted: string | null): string {
  if (!wanted?.startsWith('/') || hasSurprises(wanted)) return paths.dashboard;
  const url = parseUrl(wanted, HERE);
  if (url?.origin !== HERE) return paths.dashboard;
  const path = withoutBase(url.pathname);
  // Leading back here would never end, leading to /logout would sign out at once.
  if (path.startsWith('//') || /^\/(login|logout)\/?$/.test(path)) return paths.dashboard;
  return `${path}${url.search}${url.hash}`;
}

/** Backslashes count as slashes for a browser, and control characters are dropped before it looks. */
function hasSurprises(text: string): boolean {
  return text.startsWith('//') || /[\\\p{Cc}]/u.test(text);
}

function withoutBase(path: string): string {
  if (path === BASE) return '/';
  return path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
}
