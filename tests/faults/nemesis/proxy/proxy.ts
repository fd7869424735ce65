import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { getUser, obtainToken } from '#contract/session.ts';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import type { FaultCounts } from '../../figures.ts';
import {
  createWaiting,
  FAULT_HANDLERS,
  PROXY_FAULTS,
  type ProxiedRequest,
  type ProxyFault,
  UNAUTHENTICATED,
  type Waiting,
} from './faults.ts';
import {
  type Asked,
  answerFromFolder,
  askServer,
  isWholeAnswer,
  readAsked,
  ServerGone,
  sizeOfRequest,
  statusOf,
  withoutHeader,
} from './http.ts';
import { type Past, type Resends, watchResends } from './resends.ts';

export type ProxyOptions = {
  /** The server's origin. */
  target: string;
  /** False: the server never sees an Idempotency-Key, and its configuration promises none, so that it is a legacy one. */
  keyed: boolean;
  /** A folder that is served under /application/ in front of the server. */
  files: string | null;
  random: () => number;
  /** SIGKILL and a new start; resolves when the server is ready. */
  killServer: () => Promise<void>;
};

export type FaultyProxy = {
  origin: string;
  /** From here on this share of the API's requests meets one of these, drawn by `random`; without kills if unsaid. */
  setFaultShare(share: number, faults?: readonly ProxyFault[]): void;
  /** The next request to that path meets it. It stays ordered until one has, or all is healed. */
  spoil(path: RegExp, fault: ProxyFault): void;
  /** What was ordered and not met yet. */
  ordered(): ProxyFault[];
  /** A way that is well for a while: no faults, and what was ordered waits until `setFaultShare` is called again. */
  stopFaults(): void;
  /** No more faults, nothing ordered, online, and what is held goes on at once. Expired tokens stay expired. */
  heal(): void;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Every access token seen until now is answered with the API's own 401 from here on. */
  expireTokens(): void;
  /** Every request, the oldest first. */
  passages(): readonly Passage[];
  /**
   * How often each fault was really met; besides `server-down` (cut or 502, because nobody answered), `expired` (a 401 was
   * given), `offline` (the network went away) and `browser-resend`.
   */
  met(): FaultCounts;
  /** Ends all. Throws if the server could not be started again after a kill. */
  close(): Promise<void>;
};

/** Opens a way of one client's own to the server. Only requests under /api/ and /oauth/ meet faults. */
export async function openProxy(options: ProxyOptions): Promise<FaultyProxy> {
  const state = newState();
  const underWay = new Set<Promise<void>>();
  const follow = (work: Promise<void>) => {
    const done = work.catch(error => void state.failures.push(error)).finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const kill = () => follow(options.killServer());
  const serving: Serving = { ...options, state, kill };
  const server = createServer(socket => admit(socket, state, line => follow(serveLine(serving, line))));
  return {
    origin: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    ...controls(state),
    async close() {
      for (const socket of state.upstream) socket.destroy();
      state.patience.release();
      const closed = once(server, 'close');
      server.close();
      for (const line of state.lines) cutLine(state, line);
      await closed;
      while (underWay.size > 0) await Promise.all(underWay);
      if (state.failures.length > 0) throw new AggregateError(state.failures, 'The proxy failed');
    },
  };
}

/**
 * Without a network a connection is broken as soon as it is made. The port stays ours: were it let go, another
 * process could have it when the network comes back.
 */
function admit(socket: Socket, state: ProxyState, serve: (line: Line) => void): void {
  // An error is always followed by the close, and a broken line is nothing special here.
  socket.on('error', () => {});
  if (state.isOffline) return void socket.resetAndDestroy();
  const unread: Buffer = Buffer.alloc(0);
  const line: Line = { socket, unread, past: 'unused', current: null, begun: false };
  state.lines.add(line);
  socket.setNoDelay(true);
  socket.on('close', () => state.lines.delete(line));
  socket.on('data', bytes => {
    line.unread = Buffer.concat([line.unread, bytes]);
    serve(line);
  });
}

/** What is held back now goes on at once. */
function letGo(state: ProxyState): void {
  state.patience.release();
  state.patience = createWaiting();
}

function controls(state: ProxyState): Omit<FaultyProxy, 'origin' | 'close'> {
  return {
    setFaultShare(share, faults = PROXY_FAULTS) {
      state.share = share;
      state.faults = faults;
      state.spoils.push(...state.putAside.splice(0));
    },
    spoil: (path, fault) => void state.spoils.push({ path, fault }),
    ordered: () => [...state.spoils, ...state.putAside].map(({ fault }) => fault),
    stopFaults() {
      state.share = 0;
      state.putAside.push(...state.spoils.splice(0));
      letGo(state);
    },
    heal() {
      state.share = 0;
      state.spoils = [];
      state.putAside = [];
      state.isOffline = false;
      letGo(state);
    },
    async goOffline() {
      if (state.isOffline) return;
      state.isOffline = true;
      count(state, 'offline');
      for (const line of state.lines) cutLine(state, line);
    },
    async goOnline() {
      state.isOffline = false;
    },
    expireTokens() {
      for (const token of state.seenTokens) state.expiredTokens.add(token);
    },
    passages: () => state.passages,
    met: () => ({ ...state.met }),
  };
}

/**
 * One request as the page made it. What the browser repeats below the page is the same passage with one more in
 * `sends`, and `status` is then the last one's. `status` 0: no whole answer passed. `fault`: the first one it met.
 */
export type Passage = {
  at: number;
  method: string;
  path: string;
  key: string;
  /** The access token as sent, '' if none. */
  token: string;
  body: string;
  fault: ProxyFault | '';
  status: number;
  sends: number;
};

/** A connection of the browser. `current` is on its way; `begun`: a part of its answer has passed. */
export type Line = {
  socket: Socket;
  unread: Buffer;
  past: Past;
  current: { asked: Asked; passage: Passage | null } | null;
  begun: boolean;
};

/** A fault that the next request to such a path meets. */
export type Spoil = { path: RegExp; fault: ProxyFault };

/** All that a proxy remembers. */
export type ProxyState = {
  lines: Set<Line>;
  /** Connections to the server. */
  upstream: Set<Socket>;
  passages: Passage[];
  resends: Resends<Passage>;
  met: FaultCounts;
  isOffline: boolean;
  share: number;
  faults: readonly ProxyFault[];
  /** What was ordered and not met yet, the oldest first. */
  spoils: Spoil[];
  /** What is ordered and waits for the calm to end. */
  putAside: Spoil[];
  seenTokens: Set<string>;
  expiredTokens: Set<string>;
  patience: Waiting;
  /** What the proxy itself could not do. */
  failures: unknown[];
};

/** A proxy that has carried nothing and harms nothing. */
export function newState(): ProxyState {
  return {
    lines: new Set(),
    upstream: new Set(),
    passages: [],
    resends: watchResends(Date.now),
    met: {},
    isOffline: false,
    share: 0,
    faults: PROXY_FAULTS,
    spoils: [],
    putAside: [],
    seenTokens: new Set(),
    expiredTokens: new Set(),
    patience: createWaiting(),
    failures: [],
  };
}

/** One more of that kind was met. */
export function count({ met }: ProxyState, fault: string): void {
  met[fault] = (met[fault] ?? 0) + 1;
}

/** Takes what was ordered for a request to that path; null if nothing was. */
export function takeOrder(state: ProxyState, path: string): Spoil | null {
  const index = state.spoils.findIndex(spoil => spoil.path.test(path));
  return state.spoils.splice(index, index < 0 ? 0 : 1)[0] ?? null;
}

/** What a request meets for which nothing was ordered, '' for nothing. */
export function drawFault({ share, faults }: ProxyState, random: () => number): ProxyFault | '' {
  if (share === 0 || random() >= share) return '';
  return faults[Math.floor(random() * faults.length)] ?? '';
}

/** Breaks a connection, as a network does. */
export function cutLine({ resends }: ProxyState, { socket, current, begun, past }: Line): void {
  if (socket.destroyed) return;
  if (current?.passage && !begun) resends.broke(current.asked.bytes, current.passage, past);
  socket.destroy();
}

/** What serving needs beside the proxy's memory. */
export type Serving = {
  state: ProxyState;
  target: string;
  keyed: boolean;
  files: string | null;
  random: () => number;
  kill: () => void;
};

/** Serves what has come on a connection, one request after the other: browsers do not pipeline. */
export async function serveLine(serving: Serving, line: Line): Promise<void> {
  for (;;) {
    const size = line.socket.destroyed || line.current ? null : sizeOfRequest(line.unread);
    if (size === null) return;
    const asked = readAsked(line.unread.subarray(0, size));
    line.unread = line.unread.subarray(size);
    const passage = isApi(asked.path) ? note(serving.state, asked) : null;
    line.current = { asked, passage };
    line.begun = false;
    await serve(serving, line, asked, passage);
    line.current = null;
  }
}

function isApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/oauth/');
}

/** The passage of a request: a new one, or that which the browser repeats. */
function note(state: ProxyState, { bytes, ...asked }: Asked): Passage {
  const again = state.resends.recognise(bytes);
  if (again) {
    again.sends += 1;
    count(state, 'browser-resend');
    return again;
  }
  if (asked.path === getUser.path) state.resends.probed();
  if (asked.token !== '') state.seenTokens.add(asked.token);
  const passage: Passage = { at: Date.now(), ...asked, fault: '', status: 0, sends: 1 };
  state.passages.push(passage);
  return passage;
}

/** One request with its answer, on its line. */
type Call = Serving & { line: Line; asked: Asked; passage: Passage | null };

async function serve(serving: Serving, line: Line, asked: Asked, passage: Passage | null): Promise<void> {
  const { state, files, random } = serving;
  const ordered = passage ? takeOrder(state, asked.path) : null;
  const fault = ordered?.fault ?? (passage ? drawFault(state, random) : '');
  const call: Call = { ...serving, line, asked, passage };
  try {
    const file = files === null ? null : await answerFromFolder(files, asked.path);
    if (file) pass(call, file);
    else if (fault !== '') await meet(call, fault, ordered);
    else pass(call, await ask(call));
  } catch (error) {
    if (!(error instanceof ServerGone)) state.failures.push(error);
    else if (!line.socket.destroyed) count(state, 'server-down');
    endWithout(call, error);
  }
}

/** A request that the server has given no answer: who stands before it says so, or the connection breaks. */
function endWithout(call: Call, error: unknown): void {
  const said = error instanceof ServerGone ? error.answer : null;
  if (said) pass(call, said);
  else cutLine(call.state, call.line);
}

/** What was ordered stays so until it has done something: a server that is down spares the client what it held. */
async function meet(call: Call, fault: ProxyFault, ordered: Spoil | null): Promise<void> {
  const { state, passage } = call;
  let isMet = false;
  const onMeet = () => {
    if (isMet) return;
    isMet = true;
    count(state, fault);
    if (passage?.fault === '') passage.fault = fault;
  };
  try {
    await FAULT_HANDLERS[fault](wayOf(call, onMeet));
  } finally {
    if (ordered && !isMet) state.spoils.unshift(ordered);
  }
}

function wayOf(call: Call, onMeet: () => void): ProxiedRequest {
  const { state, line, random, kill } = call;
  const met =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      onMeet();
      return act(...args);
    };
  return {
    ask: onFirstByte => ask(call, onFirstByte),
    pass: met((answer, from) => pass(call, answer, from)),
    passPart: met(part => passPart(line, part)),
    isLeft: () => line.socket.destroyed,
    cut: met(() => cutLine(state, line)),
    kill: met(kill),
    random,
    patience: state.patience,
  };
}

/** Our server never says it: a web server does, while the one behind it is down. */
const BAD_GATEWAY = 502;

async function ask(call: Call, onFirstByte?: () => void): Promise<Buffer> {
  const { state, target, keyed, asked } = call;
  // Who asks for new tokens shows the expired one as well, and no backend looks at it there.
  if (state.expiredTokens.has(asked.token) && asked.path !== obtainToken.path) {
    count(state, 'expired');
    onFirstByte?.();
    return UNAUTHENTICATED;
  }
  const request = keyed ? asked.bytes : withoutHeader(asked.bytes, 'Idempotency-Key');
  const answer = await askServer({
    target,
    request,
    method: asked.method,
    open: state.upstream,
    onFirstByte,
  });
  if (statusOf(answer) === BAD_GATEWAY) throw new ServerGone(`${target} has nobody behind it`, answer);
  return keyed || !asked.path.endsWith('/config.json') ? answer : withoutPromise(answer);
}

/** The configuration of a backend without keys does not say that it honours them. As many bytes as before. */
function withoutPromise(answer: Buffer): Buffer {
  const text = answer.toString('latin1').replace('"idempotency":true', '"idempotency":null');
  return Buffer.from(text, 'latin1');
}

function pass({ line, asked, passage }: Call, answer: Buffer, from = 0): void {
  if (line.socket.destroyed) return;
  line.begun = true;
  line.socket.write(answer.subarray(from));
  line.past = 'used';
  if (passage) passage.status = statusOf(answer);
  if (!isWholeAnswer(answer, asked.method)) line.socket.end();
}

/** Resolves when the part has left: what is cut right after it must not take it along. */
function passPart(line: Line, part: Buffer): Promise<void> {
  if (line.socket.destroyed) return Promise.resolve();
  line.begun = true;
  return new Promise(resolve => void line.socket.write(part, () => resolve()));
}
