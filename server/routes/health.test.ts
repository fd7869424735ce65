import { expect, it } from 'vitest';
import { serverForAll, TEST_CONFIG } from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import type { LogEntry } from '../db/deps.ts';

const server = serverForAll();

it('is not ready while the process ends, and is alive until it has ended', async () => {
  let isDraining = false;
  const { db, clock } = server;
  const deps = { db, clock, log: () => {}, config: TEST_CONFIG, isDraining: () => isDraining };
  const app = createApp(deps);
  const statuses = async () =>
    [await app.request('/api/health/ready'), await app.request('/api/health/live')].map(each => each.status);
  expect(await statuses()).toEqual([200, 200]);
  isDraining = true;
  expect(await statuses()).toEqual([503, 200]);
});

it('does not hang with a database that hangs, and asks it one thing at a time', async () => {
  const logged: LogEntry[] = [];
  let asked = 0;
  const hanging = new Proxy(server.db, {
    get: () => () => {
      asked++;
      return new Promise(() => {});
    },
  });
  const deps = { db: hanging, clock: server.clock, log: (entry: LogEntry) => logged.push(entry) };
  const app = createApp({ ...deps, config: TEST_CONFIG });
  const started = performance.now();
  const answers = await Promise.all([1, 2, 3].map(() => app.request('/api/health/ready')));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(asked).toBe(1);
  expect(logged).toContainEqual(
    expect.objectContaining({ event: 'database.unreachable', name: 'TimeoutError' }),
  );
});

it('takes the number of a request from a proxy that it trusts, if it is a uuid, and from nobody else', async () => {
  const { db, clock } = server;
  const logged: LogEntry[] = [];
  const deps = { db, clock, log: (entry: LogEntry) => logged.push(entry) };
  const idOf = async (trustedHops: number, given: string) => {
    const app = createApp({ ...deps, config: { ...TEST_CONFIG, trustedHops } });
    const answer = await app.request('/api/health/live', { headers: { 'x-request-id': given } });
    expect(logged.at(-1)).toMatchObject({ request_id: answer.headers.get('x-request-id') });
    return answer.headers.get('x-request-id');
  };
  const uuid = '0199a3f0-5b6c-7d8e-9f01-23456789abcd';
  for (const good of [uuid, uuid.replaceAll('-', ''), uuid.toUpperCase()]) {
    expect(await idOf(1, good)).toBe(good);
    expect(await idOf(0, good)).not.toBe(good);
  }
  const bad = [
    '',
    'x'.repeat(64),
    `${uuid}, ${uuid}`,
    `${uuid}0`,
    uuid.replace('-', ''),
    '<script>',
    "' or 1=1",
  ];
  for (const each of bad) expect(await idOf(1, each)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
