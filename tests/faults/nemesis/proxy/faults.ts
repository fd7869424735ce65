import { halfOf, writeAnswer } from './http.ts';

/**
 * What a request can meet on the proxy.
 *
 * - `cut-before` the server never hears of it; `cut-after` it has answered, and nothing of that passes;
 *   `cut-body` half of the answer passes
 * - `stall` the request reaches the server seconds later, and never when its sender has gone by then
 * - `hold` the answer comes seconds later; `throttle` it trickles; `late` the client's connection is cut now, and the
 *   request reaches the server seconds later
 * - `html` a Wi-Fi's page with status 200; `503` and `429` in the API's own words, and the server never hears of it;
 *   `500` of which nobody knows: half of the time the server has carried the request out
 * - `kill-before` the server dies while it works; `kill-after` once it has begun to answer; `kill-body` when half of
 *   the answer has passed
 */
export type ProxyFault = (typeof PROXY_FAULTS)[number] | (typeof KILLS)[number];

/** The faults of the way to the server. */
export const PROXY_FAULTS = [
  'cut-before',
  'cut-after',
  'cut-body',
  'stall',
  'hold',
  'late',
  'throttle',
  'html',
  '500',
  '503',
  '429',
] as const;

/** The faults that end the server's process: every other request of every client meets them too. */
export const KILLS = ['kill-before', 'kill-after', 'kill-body'] as const;

/** One request on its way, and what a fault can do to it. */
export type ProxiedRequest = {
  /** Lets the server work, and gives its answer whole. Throws when the server goes away before. */
  ask(onFirstByte?: () => void): Promise<Buffer>;
  /** Hands the answer over, whole or what is left of it from there. */
  pass(answer: Buffer, from?: number): void;
  /** Hands a part over; more follows, or a cut. */
  passPart(part: Buffer): Promise<void>;
  /** Whether the client has gone away. */
  isLeft(): boolean;
  /** Breaks the client's connection. */
  cut(): void;
  kill(): void;
  random: () => number;
  patience: Waiting;
};

/** A save takes the server about so long: somewhere in it the process ends. */
const WORK_MS = 30;
const SLICES = 20;

const JSON_TYPE = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
const WIFI_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Введите номер телефона</h1>';
const PORTAL = writeAnswer('200 OK', { 'Content-Type': 'text/html; charset=utf-8' }, WIFI_PAGE);
const ERROR = writeAnswer('500 Internal Server Error', JSON_TYPE, '{"message":"Server Error"}');
const BUSY = writeAnswer(
  '503 Service Unavailable',
  { ...JSON_TYPE, 'Retry-After': '1' },
  '{"message":"Service Unavailable"}',
);
const THROTTLED = writeAnswer(
  '429 Too Many Requests',
  { ...JSON_TYPE, 'Retry-After': '1' },
  '{"message":"Too Many Attempts."}',
);

/** What the API says to a token that is no longer valid. */
export const UNAUTHENTICATED = writeAnswer(
  '401 Unauthorized',
  { ...JSON_TYPE, 'WWW-Authenticate': 'Bearer' },
  '{"message":"Unauthenticated."}',
);

/** How a request that meets the fault ends. */
export const FAULT_HANDLERS: Readonly<Record<ProxyFault, (way: ProxiedRequest) => Promise<void>>> = {
  'cut-before': async way => way.cut(),
  'cut-after': async way => {
    await way.ask();
    way.cut();
  },
  'cut-body': async way => {
    await way.passPart(halfOf(await way.ask()));
    way.cut();
  },
  stall: async way => {
    await way.patience.wait(between(1000, 4000, way));
    if (way.isLeft()) return way.cut();
    way.pass(await way.ask());
  },
  hold: async way => {
    const answer = await way.ask();
    await way.patience.wait(between(1000, 4000, way));
    way.pass(answer);
  },
  late: async way => {
    way.cut();
    await way.patience.wait(between(500, 3000, way));
    await way.ask();
  },
  throttle: async way => trickle(way, await way.ask()),
  html: async way => way.pass(PORTAL),
  '500': async way => {
    if (way.random() < 0.5) await way.ask();
    way.pass(ERROR);
  },
  '503': async way => way.pass(BUSY),
  '429': async way => way.pass(THROTTLED),
  'kill-before': async way => {
    const working = way.ask();
    // Throws when the server is away already: nobody was killed then.
    const first = await Promise.race([way.patience.wait(way.random() * WORK_MS), working]);
    if (first === true) return way.pass(await working);
    way.kill();
    way.cut();
    // Whether the server was through with it is told to nobody.
    await working.catch(() => null);
  },
  'kill-after': async way => {
    await way.ask(way.kill);
    way.cut();
  },
  'kill-body': async way => {
    await way.passPart(halfOf(await way.ask()));
    way.kill();
    way.cut();
  },
};

function between(least: number, most: number, { random }: ProxiedRequest): number {
  return least + random() * (most - least);
}

/** Slice after slice; the rest at once when nothing is to be held back any longer. */
async function trickle(way: ProxiedRequest, answer: Buffer): Promise<void> {
  const size = Math.ceil(answer.length / SLICES);
  const pauseMs = between(1000, 4000, way) / SLICES;
  let at = 0;
  for (let isReleased = false; !isReleased && at + size < answer.length; at += size) {
    await way.passPart(answer.subarray(at, at + size));
    isReleased = await way.patience.wait(pauseMs);
  }
  way.pass(answer, at);
}

/** Waiting that can be cut short, for what a proxy holds back. */
export type Waiting = {
  /** Resolves to false after the time, or to true as soon as nothing is to be held back any longer. */
  wait(ms: number): Promise<boolean>;
  /** Lets everything go, now and from now on. */
  release(): void;
};

/** Patience with nothing waiting yet. */
export function createWaiting(): Waiting {
  const waiting = new Set<() => void>();
  let isReleased = false;
  return {
    async wait(ms) {
      if (isReleased) return true;
      await new Promise<void>(resolve => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waiting.add(end);
      });
      return isReleased;
    },
    release() {
      isReleased = true;
      for (const end of [...waiting]) end();
    },
  };
}
