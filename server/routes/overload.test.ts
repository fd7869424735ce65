import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '#tests/support/calls.ts';
import {
  createTestServer,
  type Listening,
  listen,
  TEST_CONFIG,
  type TestServer,
} from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import { createLimiter } from './concurrency-limiter.ts';
import { createLimiters, type Limiters } from './overload.ts';

const never = () => new AbortController().signal;

describe('a limiter', () => {
  it('lets so many work, so many wait in order, and sends the rest away', async () => {
    const limiter = createLimiter({ atWork: 1, waiting: 2 });
    const [first, second, third] = [limiter.acquire(), limiter.acquire(), limiter.acquire()];
    expect(limiter.acquire()).toBeUndefined();
    const order: string[] = [];
    const turn = async (slot: typeof first, name: string) => {
      order.push(`${name} ${await slot?.wait(never)}`);
    };
    await turn(first, 'first');
    const waiting = [turn(second, 'second'), turn(third, 'third')];
    expect(limiter.state()).toEqual({ atWork: 1, waiting: 2, shed: 1 });
    first?.release();
    await waiting[0];
    second?.release();
    await waiting[1];
    third?.release();
    expect(order).toEqual(['first now', 'second now', 'third now']);
    expect(limiter.state()).toEqual({ atWork: 0, waiting: 0, shed: 1 });
  });

  it('forgets who has gone, and who has waited too long, and keeps no place for them', async () => {
    const limiter = createLimiter({ atWork: 1, waiting: 3 }, { waitMaxMs: 20 });
    const [working, left, late, gone] = [
      limiter.acquire(),
      limiter.acquire(),
      limiter.acquire(),
      limiter.acquire(),
    ];
    await working?.wait(never);
    const caller = new AbortController();
    const turns = [left?.wait(() => caller.signal), late?.wait(never), gone?.wait(() => AbortSignal.abort())];
    caller.abort();
    expect(await Promise.all(turns)).toEqual(['gone', 'late', 'gone']);
    for (const slot of [left, late, gone]) slot?.release();
    expect(limiter.state()).toEqual({ atWork: 1, waiting: 0, shed: 1 });
    working?.release();
    const next = limiter.acquire();
    expect(await next?.wait(never)).toBe('now');
  });
});

describe('a full server', () => {
  let server: TestServer;
  let full: Limiters;
  let listening: Listening;
  const logged: string[] = [];
  beforeAll(async () => {
    server = await createTestServer();
    full = createLimiters({ atWork: 0, waiting: 0 });
    const { db, clock } = server;
    const config = { ...TEST_CONFIG, corsOrigins: ['https://panel.example'] };
    const log = (entry: object) => void logged.push(JSON.stringify(entry));
    const untouched = new Proxy(db, {
      get: () => {
        throw new Error('the database was asked');
      },
    });
    listening = await listen({
      ...server,
      app: createApp({ db: untouched, clock, log, config }, { limiters: full }),
    });
  });
  afterAll(async () => {
    await listening.close();
    await server.close();
  });
  const ask = (path: string, init?: RequestInit) => fetch(`${listening.origin}${path}`, init);

  it('answers 503 and when to come again, apart from each other, and asks the database nothing', async () => {
    const waits = new Set<string>();
    for (let time = 0; time < 40; time++) {
      const path = time % 2 ? '/api/promo/orders/sendOrder' : '/oauth/token';
      const answer = await ask(path, { method: 'POST', body: '{}' });
      expect([answer.status, await answer.json()]).toEqual([503, { message: 'Service Unavailable' }]);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      waits.add(answer.headers.get('retry-after') ?? '');
    }
    expect(Math.min(...[...waits].map(Number))).toBeGreaterThan(0);
    expect(waits.size).toBeGreaterThan(3);
    expect(full.signIn.state().shed).toBe(20);
    expect(logged.join('')).not.toContain('request.failed');
  });

  it('lets another origin’s page read why, and a person read it in words', async () => {
    const answer = await ask('/api/getUser', {
      method: 'POST',
      headers: { origin: 'https://panel.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://panel.example');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const page = await ask('/oauth/authorize');
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('временно недоступен')]);
  });

  it('is alive and gives the page out', async () => {
    expect((await ask('/api/health/live')).status).toBe(200);
    expect((await ask('/application/config.json')).status).toBe(200);
    // Not shed: it asks the database, which this server has none of.
    expect((await ask('/api/health/ready')).status).toBe(503);
    expect(logged.join('')).toContain('database.unreachable');
  });

  it('answers before a body has come, and closes no connection under whoever still sends', async () => {
    const { port, hostname } = new URL(listening.origin);
    const socket = connect(Number(port), hostname);
    const head = (length: number) =>
      `POST /api/promo/orders/sendOrder HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
    const heard: string[] = [];
    const hear = () =>
      new Promise<string>(resolve => {
        socket.once('data', data => {
          heard.push(String(data));
          resolve(String(data));
        });
      });
    socket.write(head(5));
    const early = await hear();
    expect(early).toMatch(/^HTTP\/1\.1 503 /);
    expect(early).not.toMatch(/connection: close/i);
    socket.write('12345');
    const rest = text(socket);
    socket.write(`${head(2)}{}`);
    // The second came whole: answered on the same connection, which then ends.
    const second = await rest;
    expect(second).toMatch(/^HTTP\/1\.1 503 /);
    expect(second).toMatch(/connection: close/i);
  });
});

describe('a busy server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('works on what waits as soon as it can, drops who has gone, and lets nobody in twice', async () => {
    const mine = await server.signIn(server.users.promoter);
    const limiters = createLimiters({ atWork: 1, waiting: 4 });
    const { db, clock } = server;
    const app = createApp({ db, clock, log: () => {}, config: TEST_CONFIG }, { limiters });
    const busy = limiters.work.acquire();
    await busy?.wait(never);
    const caller = new AbortController();
    const ask = (init: RequestInit = {}) =>
      app.fetch(new Request('http://server.test/api/promo/contacts/list', { headers: mine, ...init }));
    const waiting = [ask(), ask({ signal: caller.signal }), ask()];
    await expect.poll(() => limiters.work.state().waiting).toBe(3);
    // Signing in and health have ways of their own.
    expect((await app.request('/api/health/ready')).status).toBe(200);
    expect((await app.request('/oauth/token', { method: 'POST' })).status).toBe(401);
    caller.abort();
    busy?.release();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual([200, 499, 200]);
    expect(limiters.work.state()).toEqual({ atWork: 0, waiting: 0, shed: 0 });
    expect(limiters.signIn.state()).toEqual({ atWork: 0, waiting: 0, shed: 0 });
    expect((await get(server, '/api/promo/contacts/list', mine)).status).toBe(200);
  });
});
