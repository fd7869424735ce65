import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { FaultCounts } from '../../figures.ts';
import { WIRE_FAULTS, type WireFault } from './faults.ts';
import { createPatience } from './patience.ts';
import { type Serving, serveLine } from './serve.ts';
import { count, cutLine, type Line, newState, type Passage, type WireState } from './state.ts';

export type { Passage, WireFault };

export type WireOptions = {
  /** The server's origin. */
  target: string;
  /** False: the server never sees an Idempotency-Key, so that it is a legacy one. */
  keyed: boolean;
  /** A folder that is served under /application/ in front of the server. */
  files: string | null;
  random: () => number;
  /** SIGKILL and a new start; resolves when the server is ready. */
  killServer: () => Promise<void>;
};

export type Wire = {
  origin: string;
  /** From here on this share of the API's requests meets one of these, drawn by `random`; without kills if unsaid. */
  trouble(share: number, faults?: readonly WireFault[]): void;
  /** The next request to that path meets it. It stays ordered until one has, or all is healed. */
  spoil(path: RegExp, fault: WireFault): void;
  /** What was ordered and not met yet. */
  ordered(): WireFault[];
  /** A way that is well for a while: no faults, and what was ordered waits until there is `trouble` again. */
  calm(): void;
  /** No more faults, nothing ordered, online, and what is held goes on at once. Expired tokens stay expired. */
  heal(): void;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Every access token seen until now is answered with the API's own 401 from here on. */
  expireTokens(): void;
  /** Every request, the oldest first. */
  passages(): readonly Passage[];
  /**
   * How often each fault was really met; besides `server-down` (cut, because nobody answered), `expired` (a 401 was
   * given), `offline` (the network went away) and `browser-resend`.
   */
  met(): FaultCounts;
  /** Ends all. Throws if the server could not be started again after a kill. */
  close(): Promise<void>;
};

/** Opens a way of one client's own to the server. Only requests under /api/ and /oauth/ meet faults. */
export async function layWire(options: WireOptions): Promise<Wire> {
  const state = newState();
  const underWay = new Set<Promise<void>>();
  const follow = (work: Promise<void>) => {
    const done = work.catch(error => void state.failures.push(error)).finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const kill = () => follow(options.killServer());
  const serving: Serving = { ...options, state, kill };
  const server = createServer(socket => admit(socket, state, line => follow(serveLine(serving, line))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: originOf(server),
    ...controls(state),
    async close() {
      for (const socket of state.upstream) socket.destroy();
      state.patience.release();
      const closed = once(server, 'close');
      server.close();
      for (const line of state.lines) cutLine(state, line);
      await closed;
      while (underWay.size > 0) await Promise.all(underWay);
      if (state.failures.length > 0) throw new AggregateError(state.failures, 'The wire failed');
    },
  };
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback gave no port');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * Without a network a connection is broken as soon as it is made. The port stays ours: were it let go, another
 * process could have it when the network comes back.
 */
function admit(socket: Socket, state: WireState, serve: (line: Line) => void): void {
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
function letGo(state: WireState): void {
  state.patience.release();
  state.patience = createPatience();
}

function controls(state: WireState): Omit<Wire, 'origin' | 'close'> {
  return {
    trouble(share, faults = WIRE_FAULTS) {
      state.share = share;
      state.faults = faults;
      state.spoils.push(...state.putAside.splice(0));
    },
    spoil: (path, fault) => void state.spoils.push({ path, fault }),
    ordered: () => [...state.spoils, ...state.putAside].map(({ fault }) => fault),
    calm() {
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
