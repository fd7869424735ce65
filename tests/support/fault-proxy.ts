import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from './loopback.ts';

/**
 * What happens to a request:
 * `lose-answer`: the server has done its work, nothing of the answer arrives. `cut-answer`: half of it
 * arrives. `lose-request`: the server never hears of it. `html`: a sign-in page of a Wi-Fi, status 200.
 * `error`: a 500 that the server did not send. `expired`: the token is not believed any more.
 */
export type Fault = 'lose-answer' | 'cut-answer' | 'lose-request' | 'html' | 'error' | 'expired';

/** `method`: only calls of that kind; a list is read where a thing is made. */
export type FaultRule = { path: string | RegExp; method?: string; fault: Fault | Seeded; times?: number };

/** An answer that the server did not give; it comes once `after` is settled. */
export type Seeded = {
  status?: number;
  json: unknown;
  headers?: Record<string, string>;
  after?: Promise<unknown>;
};

export type PassedRequest = {
  method: string;
  path: string;
  key: string | undefined;
  fault: Fault | 'seeded' | undefined;
};

export type FaultProxy = {
  origin: string;
  /** Nobody listens any more: connections are refused, as when the network or the server is gone. */
  goOffline: () => Promise<void>;
  goOnline: () => Promise<void>;
  /** The next `times` (1 unless said) requests to that path meet this fault. */
  addFault: (rule: FaultRule) => void;
  /** Forgets the faults that have not happened yet. */
  removeFaults: () => void;
  /** Every request so far, the oldest first; with a path only those. */
  passages: (path?: string | RegExp) => PassedRequest[];
  close: () => Promise<void>;
};

const WIFI_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Введите номер телефона</h1>';

/** A door in front of the server that can be shut and that can swallow answers. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const passages: PassedRequest[] = [];
  let rules: Rule[] = [];
  const server = createServer((incoming, outgoing) => {
    const fault = takeFault(rules, incoming);
    passages.push({ ...describe(incoming), fault: typeof fault === 'object' ? 'seeded' : fault });
    void pass(target, incoming, outgoing, fault);
  });
  const loopback = await listenSwitchable(server);
  return {
    ...loopback,
    addFault: rule => {
      rules.push({ times: 1, ...rule });
    },
    removeFaults: () => {
      rules = [];
    },
    passages: path => passages.filter(passage => path === undefined || isAt(path, passage.path)),
  };
}

/**
 * Listens on the loopback. Offline, every connection is cut, new ones too. The port stays ours meanwhile: another test's
 * server that was given it would answer the page in place of nobody.
 */
export async function listenSwitchable(server: Server) {
  const sockets = new Set<Socket>();
  let isOnline = true;
  server.on('connection', socket => {
    if (!isOnline) return socket.resetAndDestroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listenOnLoopback(server);
  const goOffline = async () => {
    isOnline = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    goOffline,
    goOnline: async () => {
      isOnline = true;
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await goOffline();
      await closed;
    },
  };
}

function pathOf(incoming: IncomingMessage): string {
  return new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname;
}

function isAt(wanted: string | RegExp, path: string): boolean {
  return typeof wanted === 'string' ? wanted === path : wanted.test(path);
}

type Rule = FaultRule & { times: number };

function takeFault(rules: Rule[], incoming: IncomingMessage): Fault | Seeded | undefined {
  const path = pathOf(incoming);
  const rule = rules.find(({ times, method, ...each }) => {
    return times > 0 && (method === undefined || method === incoming.method) && isAt(each.path, path);
  });
  if (!rule) return undefined;
  rule.times -= 1;
  return rule.fault;
}

function describe(incoming: IncomingMessage): Omit<PassedRequest, 'fault'> {
  const key = incoming.headers['idempotency-key'];
  return { method: incoming.method ?? 'GET', path: pathOf(incoming), key: Array.isArray(key) ? key[0] : key };
}

async function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | Seeded | undefined,
): Promise<void> {
  // Chromium silently repeats a request whose reused connection broke; on a fresh one it tells the page.
  outgoing.setHeader('connection', 'close');
  if (fault === 'lose-request') return void outgoing.destroy();
  if (fault === 'html') return void outgoing.setHeader('content-type', 'text/html').end(WIFI_PAGE);
  if (fault === 'expired') return seed(EXPIRED, outgoing);
  if (typeof fault === 'object') return seed(fault, outgoing);
  if (fault === 'error') return void outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('oops');
  try {
    const answer = await ask(target, incoming);
    if (fault === 'lose-answer') return void outgoing.destroy();
    handOver(answer, outgoing, fault === 'cut-answer');
  } catch {
    // The server is down behind the door: for the page that is a broken connection.
    outgoing.destroy();
  }
}

const EXPIRED: Seeded = { status: 401, json: { message: 'Unauthenticated.' } };

async function seed({ status = 200, json, headers, after }: Seeded, outgoing: ServerResponse): Promise<void> {
  await after;
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
}

type Answer = { head: IncomingMessage; body: Buffer };

/** The whole answer, read to its end, so that the server is certainly done when it is thrown away. */
async function ask(target: string, incoming: IncomingMessage): Promise<Answer> {
  const { method, headers, url } = incoming;
  const forwarded = request(new URL(url ?? '/', target), { method, headers, agent: false });
  incoming.pipe(forwarded);
  const [head]: IncomingMessage[] = await once(forwarded, 'response');
  if (!head) throw new Error('an answer without a head');
  const parts: Buffer[] = [];
  for await (const part of head) parts.push(part);
  return { head, body: Buffer.concat(parts) };
}

function handOver({ head, body }: Answer, outgoing: ServerResponse, isCut: boolean): void {
  for (const [name, value] of Object.entries(head.headers)) {
    const isOurs = name === 'connection' || name === 'transfer-encoding' || name === 'keep-alive';
    if (value !== undefined && !isOurs) outgoing.setHeader(name, value);
  }
  if (body.length > 0) outgoing.setHeader('content-length', body.length);
  outgoing.writeHead(head.statusCode ?? 502);
  if (!isCut) return void outgoing.end(body);
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}
