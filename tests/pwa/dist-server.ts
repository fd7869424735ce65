import { createServer, type ServerResponse } from 'node:http';
import { builtFiles, contentTypeOf, readBuilt } from '#tests/support/build.ts';
import { listenOnLoopback } from '#tests/support/loopback.ts';

export const BASE = '/application/';

/** The policy of the real server, so that a page which needs more fails here too. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";
const TRUSTED_TYPES = "; require-trusted-types-for 'script'; trusted-types worker";

export type Seeded = { type: string; body: string | Buffer };

/** What a proxy makes of a file; `null` leaves that answer alone. */
export type Poison = (file: Seeded) => Seeded | null;

export type DistServer = {
  origin: string;
  /** Answers that path with this from now on: a new worker, a chunk of a feature. */
  seed: (path: string, seeded: Seeded) => void;
  /** Every answer of ours that fits comes like this from now on, and may be kept for a year. */
  poison: (path: string | RegExp, poison: Poison) => void;
  /** No answer is poisoned any more. */
  heal: () => void;
  /** The `Service-Worker-Allowed` of the worker's script, unless told otherwise the real server's; null for none. */
  allowScope: (scope: string | null) => void;
  /** How often that path was asked for, whatever stands behind its question mark. */
  asked: (path: string) => number;
  close: () => Promise<void>;
};

/** Serves the build alone, where a test is about the worker and the answers must be of the test's making. */
export async function serveDist(): Promise<DistServer> {
  const seeded = new Map<string, Seeded>([
    [`${BASE}config.json`, { type: 'application/json', body: '{"apiOrigin":"","clientId":"2"}' }],
    ['/api/ping', { type: 'application/json', body: '{"personal":"data"}' }],
  ]);
  const files = new Set(builtFiles());
  const asked = new Map<string, number>();
  let allowedScope: string | null = '/application';
  let poisons: [path: string | RegExp, poison: Poison][] = [];
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    const own = seeded.get(pathname) ?? builtFile(files, pathname);
    const found = poisons.find(([path]) =>
      typeof path === 'string' ? path === pathname : path.test(pathname),
    );
    const poisoned = own && found?.[1](own);
    outgoing.setHeader('cache-control', poisoned ? 'public, max-age=31536000, immutable' : 'no-cache');
    outgoing.setHeader('content-security-policy', POLICY + (pathname.endsWith('.js') ? '' : TRUSTED_TYPES));
    if (pathname === `${BASE}sw.js` && allowedScope)
      outgoing.setHeader('service-worker-allowed', allowedScope);
    answer(poisoned ?? own, outgoing);
  });
  return {
    origin: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    seed: (path, own) => void seeded.set(path, own),
    poison: (path, poison) => void poisons.push([path, poison]),
    heal: () => {
      poisons = [];
    },
    allowScope: scope => {
      allowedScope = scope;
    },
    asked: path => asked.get(path) ?? 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function builtFile(files: ReadonlySet<string>, pathname: string): Seeded | undefined {
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : undefined;
  const isScreen = path !== undefined && !/\.\w+$/.test(path);
  const file = isScreen ? 'index.html' : path;
  return file !== undefined && files.has(file)
    ? { type: contentTypeOf(file), body: readBuilt(file) }
    : undefined;
}

function answer(own: Seeded | undefined, outgoing: ServerResponse): void {
  if (own) outgoing.setHeader('content-type', own.type).end(own.body);
  else outgoing.writeHead(404).end();
}
