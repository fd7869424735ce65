import { MINUTE_MS } from '#kit/clock.ts';
import type { FaultCounts } from '#tests/faults/figures.ts';
import type { BrowserContext } from './browser-context.ts';
import type { ModelServer } from './model-server.ts';
import type { Schedule } from './schedule.ts';
import { type Heard, proofOf, type Reply, type Sent } from './sent.ts';

/** What can happen to a request on its way. `+` asks to wait; what is forged is no answer of our API. */
export const FAULTS = [
  'drop-before',
  'drop-after',
  '500-before',
  '500-after',
  'late',
  'twice',
  '401',
  '403',
  '409',
  '412',
  '413',
  '422',
  '425',
  '429',
  '429+',
  '503',
  '503+',
  'html',
  'redirect',
  'truncated',
  'portal-json',
  'portal-contact',
  'forged-403',
  'forged-403-after',
  'forged-409-after',
];
export type Fault = (typeof FAULTS)[number];

/** Which requests a fault waits for. */
export type Target = 'write' | 'read' | 'token';

/** A lost request arrives, or is carried out, within this time or never: what [S13] counts on. */
const SURVIVES_MS = 1.9 * MINUTE_MS;

export type ModelNetwork = {
  fetchOf(browserContext: BrowserContext): typeof globalThis.fetch;
  order(fault: Fault, target: Target, times: number): void;
  setOnline(isOnline: boolean): void;
  /** Writes with this text in them are answered with 500 until it is cured. */
  poison(marker: string): void;
  cure(): void;
  isPoisoned(text: string): boolean;
  /** No more faults, and there is reception; what is poisoned stays so. */
  heal(): void;
  /** The time in which something lost can still turn up is over. */
  forgetLost(): void;
  log: Sent[];
  counts: FaultCounts;
  /** A call is in the outbox's hands, or has left them: while it is there, the world is not at rest. */
  busy(change: 1 | -1): void;
  isBusy(): boolean;
};

/** What the rules look at: each moment in the browserContext of a request. */
export type NetworkHooks = {
  left(sent: Sent): void;
  arrived(sent: Sent): void;
  carriedOut(sent: Sent): void;
  doubled(sent: Sent): void;
  entryOf(key: string): Sent['entry'];
};

type NetworkDeps = {
  keyed: boolean;
  server: ModelServer;
  schedule: Schedule;
  now: () => number;
  hooks: NetworkHooks;
};

type Order = { fault: Fault; target: Target; times: number };

type State = {
  deps: NetworkDeps;
  orders: Order[];
  poisoned: Set<string>;
  isOnline: boolean;
  log: Sent[];
  counts: FaultCounts;
  inEngine: number;
  heard: number;
  lost: Set<() => void>;
};

/** The network between the contexts of one phone and the server. */
export function createNetwork(deps: NetworkDeps): ModelNetwork {
  const state: State = {
    deps,
    orders: [],
    poisoned: new Set(),
    isOnline: true,
    log: [],
    counts: {},
    inEngine: 0,
    heard: 0,
    lost: new Set(),
  };
  return {
    fetchOf: browserContext => (input, init) => leave(state, browserContext, new Request(input, init)),
    order: (fault, target, times) => void state.orders.push({ fault, target, times }),
    setOnline(isOnline) {
      state.isOnline = isOnline;
    },
    poison: marker => void state.poisoned.add(marker),
    heal() {
      state.orders.length = 0;
      state.isOnline = true;
    },
    cure: () => state.poisoned.clear(),
    isPoisoned: text => [...state.poisoned].some(marker => text.includes(marker)),
    forgetLost() {
      for (const end of [...state.lost]) end();
    },
    log: state.log,
    counts: state.counts,
    busy(change) {
      state.inEngine += change;
    },
    isBusy: () => state.inEngine > 0,
  };
}

async function leave(state: State, browserContext: BrowserContext, request: Request): Promise<Response> {
  const { schedule, hooks } = state.deps;
  state.inEngine -= 1;
  await browserContext.running();
  state.inEngine += 1;
  const sent = await describe(state, browserContext, request);
  browserContext.reachBoundary('request');
  state.inEngine -= 1;
  await browserContext.running();
  state.inEngine += 1;
  request.signal.throwIfAborted();
  state.log.push(sent);
  hooks.left(sent);
  state.inEngine -= 1;
  return new Promise((resolve, reject) => {
    const hear = (reply: Reply | null) => {
      if (sent.heard) return;
      browserContext.reachBoundary('answer');
      browserContext.deliver(() => {
        if (sent.heard) return;
        state.inEngine += 1;
        state.heard += 1;
        sent.heard = { order: state.heard, at: state.deps.now(), reply, proof: proofOf(reply) };
        if (reply) resolve(responseOf(reply));
        else reject(new TypeError('no answer'));
      });
    };
    request.signal.addEventListener('abort', () =>
      browserContext.deliver(() => {
        if (sent.heard) return;
        state.inEngine += 1;
        state.heard += 1;
        sent.heard = silence(state.heard, state.deps.now());
        reject(request.signal.reason);
      }),
    );
    if (!state.isOnline) return hear(null);
    const answer = (reply: Reply | null) =>
      schedule.add(`answer ${sent.id}`, () => hear(state.isOnline ? reply : null));
    schedule.add(`${sent.id} ${sent.method} ${sent.path}`, () => arrive(state, sent, answer));
  });
}

function silence(order: number, at: number): Heard {
  return { order, at, reply: null, proof: 'nothing' };
}

async function describe(state: State, browserContext: BrowserContext, request: Request): Promise<Sent> {
  const body = await request.text();
  const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
  const key = request.headers.get('Idempotency-Key');
  return {
    id: state.log.length + 1,
    browserContext,
    method: request.method,
    path: new URL(request.url).pathname,
    body,
    json: body.startsWith('{') ? JSON.parse(body) : {},
    token,
    subject: state.deps.server.subjectOf(token),
    key,
    leftAt: state.deps.now(),
    tag: request.headers.get('If-None-Match'),
    entry: key === null ? null : state.deps.hooks.entryOf(key),
    wasLate: browserContext.isLate,
    isLate: false,
    heard: null,
  };
}

function responseOf({ status, body, headers }: Reply): Response {
  return new Response(status === 304 ? null : body, { status, headers });
}

function targetOf({ path, key }: Sent): Target {
  if (path.startsWith('/oauth')) return 'token';
  return key === null ? 'read' : 'write';
}

function faultFor({ orders, poisoned, counts }: State, sent: Sent): Fault | null {
  if (targetOf(sent) === 'write' && [...poisoned].some(marker => sent.body.includes(marker)))
    return '500-before';
  const order = orders.find(({ target, times }) => times > 0 && target === targetOf(sent));
  if (!order) return null;
  order.times -= 1;
  counts[order.fault] = (counts[order.fault] ?? 0) + 1;
  return order.fault;
}

/** The request comes to the server, if it still can. */
function arrive(state: State, sent: Sent, answer: (reply: Reply | null) => void): void {
  const { keyed, now, hooks } = state.deps;
  const isTorn = sent.heard !== null || sent.browserContext.isDead();
  if (!state.isOnline || (isTorn && !keyed && now() - sent.leftAt > SURVIVES_MS)) {
    answer(null);
    return;
  }
  hooks.arrived(sent);
  answer(replyTo(state, sent, faultFor(state, sent)));
}

function carryOut({ deps: { server, hooks } }: State, sent: Sent): Reply {
  const before = server.effects.length;
  const reply = server.handle(sent);
  if (server.effects.length > before) hooks.carriedOut(sent);
  return reply;
}

/** What the phone is answered; null: nothing comes. */
function replyTo(state: State, sent: Sent, fault: Fault | null): Reply | null {
  switch (fault) {
    case null:
      return carryOut(state, sent);
    case 'drop-before':
    case 'redirect': // which the client refuses to follow
      return null;
    case 'drop-after':
      carryOut(state, sent);
      return null;
    case 'late':
      carryOutLater(state, sent);
      return null;
    case '500-after':
      carryOut(state, sent);
      return refusal(500);
    case 'twice':
      carryOut(state, sent);
      state.deps.hooks.doubled(sent);
      return carryOut(state, sent);
    case 'truncated': {
      const whole = carryOut(state, sent);
      return { ...whole, body: whole.body.slice(0, whole.body.length / 2), isOurs: false };
    }
    case 'html':
      return portal('<html>Wi-Fi</html>', 'text/html');
    case 'portal-json':
      return portal('{"portal":"Wi-Fi"}', 'application/json');
    case 'portal-contact':
      return portal(JSON.stringify(GUEST), 'application/json');
    case 'forged-403':
      return forged(403);
    case 'forged-403-after':
      carryOut(state, sent);
      return forged(403);
    case 'forged-409-after':
      carryOut(state, sent);
      return forged(409);
    case '500-before':
      return refusal(500);
    default:
      return refusal(Number.parseInt(fault, 10), {
        ...(fault.endsWith('+') ? { 'Retry-After': '60' } : {}),
        ...(state.deps.keyed && sent.key !== null ? { 'Idempotency-Status': 'refused' } : {}),
      });
  }
}

/** The connection is lost at once, the write happens later: as a step of the schedule, at the latest in time. */
function carryOutLater(state: State, sent: Sent): void {
  const { server, schedule } = state.deps;
  if (!server.begin(sent)) return;
  const happen = () => {
    if (!state.lost.delete(happen)) return;
    carryOut(state, Object.assign(sent, { isLate: true }));
  };
  state.lost.add(happen);
  schedule.add(`late ${sent.id}`, happen);
}

/** Whatever was asked for, this looks like a success. */
const GUEST = {
  id: 1,
  fullcode: 'М-1',
  code_number: 1,
  status: 'success',
  created_at: '',
  first_name: '',
  last_name: '',
  comment: '',
  contact_phones: [],
};

/** The word of a proxy, in JSON as ours would be. */
function forged(status: number): Reply {
  return { ...refusal(status), isOurs: false };
}

function portal(body: string, type: string): Reply {
  return { status: 200, body, headers: { 'Content-Type': type }, isOurs: false };
}

function refusal(status: number, headers: Record<string, string> = {}): Reply {
  const errors = status === 422 ? { errors: { first_name: ['Заполните поле'] } } : {};
  const body = JSON.stringify({ message: `Answered ${status}`, ...errors });
  return { status, body, headers: { 'Content-Type': 'application/json', ...headers }, isOurs: true };
}
