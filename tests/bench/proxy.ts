import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { contentTypeOf } from '#tests/support/build.ts';
import { listenSwitchable } from '#tests/support/fault-proxy.ts';

/** Where our own pages are, as they are written and as they are built; the app's worker does not reach them. */
export const FLOOR = '/floor/';
export const BUILT = '/built/';
export const PEER = `${BUILT}peer/`;

export type ProxyServer = Awaited<ReturnType<typeof listenSwitchable>>;

/**
 * A door of its own in front of the server: its port is an origin, with its own book on the device. It also
 * serves our own pages, and answers by itself the calls to the paths in `answers`; with null, that there is no such call.
 */
export async function openProxy(
  target: string,
  built: string,
  answers: Readonly<Record<string, unknown>> = {},
): Promise<ProxyServer> {
  const texts = new Map(Object.entries(answers).map(([path, answer]) => [path, JSON.stringify(answer)]));
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', target);
    if (pathname.startsWith(FLOOR)) return sendOwn(pathname.replace(FLOOR, 'tests/bench/floor/'), outgoing);
    if (pathname.startsWith(BUILT)) return sendOwn(pathname.replace(BUILT, `${built}/`), outgoing);
    const text = texts.get(pathname);
    if (text !== undefined) return sendJson(text, outgoing);
    handOn(target, agent, incoming, outgoing);
  });
  return listenSwitchable(server);
}

function sendOwn(path: string, outgoing: ServerResponse): void {
  const file = path.endsWith('/') ? `${path}index.html` : path;
  outgoing.writeHead(200, { 'content-type': contentTypeOf(file) }).end(readFileSync(file));
}

function sendJson(text: string, outgoing: ServerResponse): void {
  outgoing.writeHead(text === 'null' ? 404 : 200, { 'content-type': 'application/json' }).end(text);
}

function handOn(target: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const forwarded = request(new URL(url ?? '/', target), { method, headers, agent }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // The server or the page has gone: for the other one that is a broken connection.
  forwarded.on('error', () => outgoing.destroy());
  incoming.on('error', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
