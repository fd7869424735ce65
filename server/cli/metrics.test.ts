import { afterEach, expect, it } from 'vitest';
import { createTestServer, TEST_CONFIG } from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import { createLimiters } from '../routes/overload.ts';
import { type Metrics, openMetrics } from './metrics.ts';

let metrics: Metrics | undefined;
afterEach(() => metrics?.close());

async function open(): Promise<Metrics> {
  const limiters = createLimiters({ atWork: 2, waiting: 0 });
  metrics = await openMetrics(0, { limiters, pool: () => ({ total: 3, idle: 1, waiting: 7 }) });
  if (!metrics) throw new Error('no metrics');
  return metrics;
}

const read = async ({ port }: Metrics) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

it('is not there unless it is asked for', async () => {
  expect(
    await openMetrics(undefined, { limiters: createLimiters({ atWork: 1, waiting: 0 }), pool: undefined }),
  ).toBe(undefined);
});

it('listens on this machine alone, and answers one question', async () => {
  const { port } = await open();
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  expect((await ask('/metrics')).headers.get('content-type')).toContain('version=0.0.4');
  expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 404]);
  await expect(fetch(`http://[::1]:${port}/metrics`)).rejects.toThrow();
});

it('counts by route, method and class, whatever is asked for, and knows nobody', async () => {
  const opened = await open();
  const server = await createTestServer();
  const limiters = createLimiters({ atWork: 2, waiting: 0 });
  const app = createApp(
    { db: server.db, clock: server.clock, log: () => {}, config: TEST_CONFIG },
    { meter: opened.meter, limiters },
  );
  const mine = await server.signIn(server.users.promoter);
  await app.request('/api/promo/contacts/list?page=1&secret=Анна', { headers: mine });
  for (let time = 0; time < 60; time++) {
    const path = `/api/${Math.random().toString(36).slice(2)}/${time}?q=${time}`;
    await app.request(path, { method: time % 2 ? 'GET' : `M${time}` });
    await app.request(`/api/promo/contacts/edit/${time}`, { headers: mine });
    await app.request(`/application/assets/${time}.js`);
  }
  const text = await read(opened);
  const counts = text.split('\n').filter(line => line.startsWith('promo_request_seconds_count'));
  expect(counts.sort()).toEqual([
    'promo_request_seconds_count{method="GET",route="/api/promo/contacts/edit/:id",status="4xx"} 60',
    'promo_request_seconds_count{method="GET",route="/api/promo/contacts/list",status="2xx"} 1',
    'promo_request_seconds_count{method="GET",route="/application/*",status="4xx"} 60',
    'promo_request_seconds_count{method="GET",route="none",status="4xx"} 30',
    'promo_request_seconds_count{method="other",route="none",status="4xx"} 30',
  ]);
  expect(text).toContain('promo_requests_in_flight 0');
  expect(text).toContain('promo_pool_connections{state="waiting"} 7');
  expect(text).toMatch(/nodejs_eventloop_lag_seconds [\d.]+/);
  expect(text).not.toMatch(/secret|Анна|test\.example|Bearer/);
  await server.close();
});

it('tells what was sent away', async () => {
  const limiters = createLimiters({ atWork: 1, waiting: 0 });
  metrics = await openMetrics(0, { limiters, pool: undefined });
  if (!metrics) throw new Error('no metrics');
  limiters.work.acquire();
  limiters.work.acquire();
  const twice = [await read(metrics), await read(metrics)];
  for (const text of twice) {
    expect(text).toContain('promo_requests_shed_total{lane="work"} 1');
    expect(text).toContain('promo_lane_requests{lane="work",place="waiting"} 1');
  }
});
