/** Autocannon on loopback: a number of connections, each with one request on its way, everyone somebody else's. */
import autocannon from 'autocannon';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  heard?: (status: number, body: string) => void;
};

export type Load = {
  /** Connections are dealt out among them. */
  origins: readonly string[];
  connections: number;
  seconds: number;
  /** Requests per second over all connections; as many as are answered where it is left out. */
  rate?: number;
  next: () => Call;
};

/** Latencies in ms. Of answered requests; `lost` are those that were never answered. */
export type Measured = {
  perSecond: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
  answers: number;
  statuses: Record<string, number>;
  /** Connections that broke, and answers that did not come in time. */
  errors: number;
};

const TIMEOUT_S = 30;

export async function sendLoad({ origins, connections, seconds, rate, next }: Load): Promise<Measured> {
  const statuses: Record<string, number> = {};
  const result = await autocannon({
    // One or more: only its types do not say so.
    url: [...origins] as unknown as string,
    connections,
    duration: seconds,
    timeout: TIMEOUT_S,
    ...(rate ? { overallRate: rate } : {}),
    requests: [
      {
        setupRequest(request, context) {
          const call = next();
          Object.assign(context, { call });
          const { method, path, headers, body } = call;
          return { ...request, method, path, headers, body };
        },
        onResponse(status, body, context) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          // Put there above.
          (context as { call: Call }).call.heard?.(status, body);
        },
      },
    ],
  });
  const { latency, errors, timeouts, duration } = result;
  const answers = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  return {
    perSecond: Math.round((answers / duration) * 10) / 10,
    p50: latency.p50,
    p90: latency.p90,
    p99: latency.p99,
    max: latency.max,
    answers,
    statuses,
    errors: errors + timeouts,
  };
}

/** The double-entry of the bench: every key that was sent, and what became of it. */
export type Ledger = {
  sent: (key: string, call: Call) => void;
  answered: (key: string, status: number) => void;
  /** Sends again what was never answered, as a phone would, until everything is. */
  settle: (origin: string) => Promise<void>;
  /** Keys that were accepted. Each must be exactly one row. */
  accepted: () => number;
  /** Keys whose last answer was a refusal that is no word about later. */
  refused: () => number;
};

const TRIES = 50;

export function openLedger(): Ledger {
  const waiting = new Map<string, Call>();
  const accepted = new Set<string>();
  const refused = new Set<string>();
  const answered = (key: string, status: number) => {
    if (status === 200) accepted.add(key);
    // Told to come again: it is still to be sent.
    if (isForLater(status)) return;
    waiting.delete(key);
    if (status !== 200) refused.add(key);
  };
  return {
    sent: (key, call) => void waiting.set(key, call),
    answered,
    async settle(origin) {
      for (let attempt = 0; waiting.size > 0 && attempt < TRIES; attempt += 1) {
        for (const [key, { path, method, headers, body }] of [...waiting]) {
          const answer = await fetch(origin + path, { method, headers, body: body ?? null });
          await answer.arrayBuffer();
          answered(key, answer.status);
        }
      }
      if (waiting.size > 0) throw new Error(`${waiting.size} keys were never answered`);
    },
    accepted: () => accepted.size,
    refused: () => refused.size,
  };
}

function isForLater(status: number): boolean {
  return status === 503 || status === 429 || status === 409 || status === 408;
}
