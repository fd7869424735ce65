import { createServer, type ServerResponse } from 'node:http';
import { builtFiles, contentTypeOf, readBuilt } from '#tests/support/build.ts';
import { listenOnLoopback } from '#tests/support/loopback.ts';

const BASE = '/application/';

/** The policy of the real server, so that a page which needs more fails here too. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

type Planted = { type: string; body: string };

export type DistServer = {
  origin: string;
  /** Answers that path with this from now on: a new worker, a page of a Wi-Fi, a chunk of a feature. */
  plant: (path: string, planted: Planted) => void;
  close: () => Promise<void>;
};

/** Serves the build alone, where a test is about the worker and the answers must be of the test's making. */
export async function serveDist(): Promise<DistServer> {
  const planted = new Map<string, Planted>([
    [`${BASE}config.json`, { type: 'application/json', body: '{"apiOrigin":"","clientId":"2"}' }],
    ['/api/ping', { type: 'application/json', body: '{"personal":"data"}' }],
  ]);
  const files = new Set(builtFiles());
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const own = planted.get(pathname);
    outgoing.setHeader('cache-control', 'no-cache');
    outgoing.setHeader('content-security-policy', POLICY);
    if (own) outgoing.setHeader('content-type', own.type).end(own.body);
    else answerFile(files, pathname, outgoing);
  });
  return {
    origin: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    plant: (path, own) => void planted.set(path, own),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerFile(files: ReadonlySet<string>, pathname: string, outgoing: ServerResponse): void {
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : undefined;
  const isScreen = path !== undefined && !/\.\w+$/.test(path);
  const file = isScreen ? 'index.html' : path;
  if (file === undefined || !files.has(file)) return void outgoing.writeHead(404).end();
  outgoing.setHeader('content-type', contentTypeOf(file)).end(readBuilt(file));
}
