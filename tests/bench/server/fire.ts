/** Autocannon on loopback: a number of connections, each with one request on its way, everyone somebody else's. */
import autocannon from 'autocannon';

export type Shot = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  heard?: (status: number, body: string) => void;
};

export type Volley = {
  /** Connections are dealt out among them. */
  origins: readonly string[];
  connections: number;
  seconds: number;
  /** Requests per second over all connections; as many as are answered where it is left out. */
  rate?: number;
  next: () => Shot;
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
  mbPerSecond: number;
};

const TIMEOUT_S = 30;

export async function fire({ origins, connections, seconds, rate, next }: Volley): Promise<Measured> {
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
          const shot = next();
          Object.assign(context, { shot });
          const { method, path, headers, body } = shot;
          return { ...request, method, path, headers, body };
        },
        onResponse(status, body, context) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          // Put there above.
          (context as { shot: Shot }).shot.heard?.(status, body);
        },
      },
    ],
  });
  const { latency, errors, timeouts, throughput, duration } = result;
  const answers = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  return {
    perSecond: Math.round((answers / duration) * 10) / 10,
    ...{ p50: latency.p50, p90: latency.p90, p99: latency.p99, max: latency.max },
    ...{ answers, statuses, errors: errors + timeouts },
    mbPerSecond: Math.round(throughput.average / 10_485.76) / 100,
  };
}
