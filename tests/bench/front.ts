import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import { listAllContacts } from '#contract/contacts.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Where our own pages are; the app's worker does not reach them. */
export const FLOOR = '/floor/';

/**
 * A door of its own in front of the server: its port is an origin, with its own book on the device. It also
 * serves our own pages, and tells a book of any size where `people` is given.
 */
export type Front = {
  origin: string;
  goOffline: () => Promise<void>;
  goOnline: () => Promise<void>;
};

export async function openFront(
  target: string,
  { people, built }: { people?: unknown[]; built: string },
): Promise<Front> {
  const book = people && JSON.stringify({ list: people });
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', target);
    if (pathname.startsWith(FLOOR)) return sendOwn(pathname.slice(FLOOR.length), built, outgoing);
    if (book && pathname === listAllContacts.path) return sendJson(book, outgoing);
    handOn(target, agent, incoming, outgoing);
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The loopback gave no port');
    return address.port;
  };
  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    async goOffline() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async goOnline() {
      if (!server.listening) await listen(port);
    },
  };
}

function sendOwn(name: string, built: string, outgoing: ServerResponse): void {
  const folder = name === 'outbox.js' ? built : 'tests/bench/floor';
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  outgoing.writeHead(200, { 'content-type': type }).end(readFileSync(`${folder}/${name}`));
}

function sendJson(text: string, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
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
