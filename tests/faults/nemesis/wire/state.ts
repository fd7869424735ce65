import type { Socket } from 'node:net';
import type { FaultCounts } from '../../figures.ts';
import { WIRE_FAULTS, type WireFault } from './faults.ts';
import { readHead } from './http-bytes.ts';
import { createPatience, type Patience } from './patience.ts';
import { type Past, type Resends, watchResends } from './resends.ts';

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
  fault: WireFault | '';
  status: number;
  sends: number;
};

/** A request as it came from the browser. */
export type Asked = Pick<Passage, 'method' | 'path' | 'key' | 'token' | 'body'> & { bytes: Buffer };

/** A connection of the browser. `current` is on its way; `begun`: a part of its answer has passed. */
export type Line = {
  socket: Socket;
  unread: Buffer;
  past: Past;
  current: { asked: Asked; passage: Passage | null } | null;
  begun: boolean;
};

/** A fault that the next request to such a path meets. */
export type Spoil = { path: RegExp; fault: WireFault };

/** All that a wire remembers. */
export type WireState = {
  lines: Set<Line>;
  /** Connections to the server. */
  upstream: Set<Socket>;
  passages: Passage[];
  resends: Resends<Passage>;
  met: FaultCounts;
  isOffline: boolean;
  share: number;
  faults: readonly WireFault[];
  /** What was ordered and not met yet, the oldest first. */
  spoils: Spoil[];
  /** What is ordered and waits for the calm to end. */
  putAside: Spoil[];
  seenTokens: Set<string>;
  expiredTokens: Set<string>;
  patience: Patience;
  /** What the wire itself could not do. */
  failures: unknown[];
};

/** A wire that has carried nothing and harms nothing. */
export function newState(): WireState {
  return {
    lines: new Set(),
    upstream: new Set(),
    passages: [],
    resends: watchResends(Date.now),
    met: {},
    isOffline: false,
    share: 0,
    faults: WIRE_FAULTS,
    spoils: [],
    putAside: [],
    seenTokens: new Set(),
    expiredTokens: new Set(),
    patience: createPatience(),
    failures: [],
  };
}

/** One more of that kind was met. */
export function count({ met }: WireState, fault: string): void {
  met[fault] = (met[fault] ?? 0) + 1;
}

/** A whole request, taken apart. */
export function readAsked(bytes: Buffer): Asked {
  const head = readHead(bytes);
  if (!head) throw new Error('A request without a head');
  const [method = '', url = '/'] = head.first.split(' ');
  return {
    bytes,
    method,
    path: new URL(url, 'http://127.0.0.1').pathname,
    key: head.headers.get('idempotency-key') ?? '',
    token: (head.headers.get('authorization') ?? '').replace(/^Bearer /, ''),
    body: bytes.toString('utf8', head.size),
  };
}

/** Takes what was ordered for a request to that path; null if nothing was. */
export function takeOrder(state: WireState, path: string): Spoil | null {
  const index = state.spoils.findIndex(spoil => spoil.path.test(path));
  return state.spoils.splice(index, index < 0 ? 0 : 1)[0] ?? null;
}

/** What a request meets for which nothing was ordered, '' for nothing. */
export function drawFault({ share, faults }: WireState, random: () => number): WireFault | '' {
  if (share === 0 || random() >= share) return '';
  return faults[Math.floor(random() * faults.length)] ?? '';
}

/** Breaks a connection, as a network does. */
export function cutLine({ resends }: WireState, { socket, current, begun, past }: Line): void {
  if (socket.destroyed) return;
  if (current?.passage && !begun) resends.broke(current.asked.bytes, current.passage, past);
  socket.destroy();
}
