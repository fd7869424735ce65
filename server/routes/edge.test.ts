import { describe, expect, it } from 'vitest';
import { get, post } from '#tests/support/calls.ts';
import { createTestServer, serverForAll, sessionForAll, TEST_CONFIG } from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import { OutcomeUnknown } from '../db/database-problem.ts';
import type { LogEntry } from '../db/deps.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'promoter');

const save = '/api/promo/contacts/save';
const raw = (body: string, type = 'application/json') =>
  server.fetch(save, { method: 'POST', headers: { ...mine, 'content-type': type }, body });

describe('errors in the shape of Laravel', () => {
  it('answers 404 for an unknown route and 405 with Allow for an unknown method', async () => {
    const nope = await get(server, '/api/nope');
    expect([nope.status, nope.body, nope.headers.get('content-type')]).toEqual([
      404,
      { message: 'Not found.' },
      'application/json',
    ]);
    const response = await server.fetch('/api/promo/contacts/list', { method: 'DELETE' });
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      'GET, HEAD',
      { message: 'The DELETE method is not supported for this route. Supported methods: GET, HEAD.' },
    ]);
    expect((await get(server, save)).headers.get('allow')).toBe('POST');
  });

  it('answers malformed JSON, other shapes and other media in JSON', async () => {
    for (const body of ['{', '[]', '"text"', '12']) expect((await raw(body)).status).toBe(400);
    const malformed = await raw('{"first_name":');
    expect(malformed.headers.get('content-type')).toBe('application/json');
    expect(await malformed.json()).toEqual({ message: 'Malformed JSON in the request body.' });
    expect((await raw('<x/>', 'application/xml')).status).toBe(415);
    expect((await raw('', 'text/plain')).status).toBe(422);
    const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;
    expect((await raw(deep)).status).toBe(422);
  });
});

describe('when the database fails', () => {
  const broken = (error: Error) => {
    const logged: LogEntry[] = [];
    const refuse = () => {
      throw error;
    };
    const db = new Proxy(server.db, { get: () => refuse });
    const app = createApp({ db, clock: server.clock, log: entry => logged.push(entry), config: TEST_CONFIG });
    return { app, logged };
  };
  const request = { method: 'POST', headers: { authorization: 'Bearer anything' } };

  it('answers 500 with a request id that is in the log, and tells nothing else', async () => {
    const { app, logged } = broken(new Error('secret detail of Анна'));
    const response = await app.request('/api/getUser', request);
    const body = await response.json();
    expect([response.status, body.message]).toEqual([500, 'Server Error']);
    expect(Object.keys(body)).toEqual(['message', 'request_id']);
    expect(logged.find(({ event }) => event === 'request.failed')).toMatchObject({
      request_id: body.request_id,
    });
    expect(JSON.stringify(logged)).not.toContain('Анна');
  });

  it('answers 503 with Retry-After when it is away', async () => {
    const { app } = broken(Object.assign(new Error('gone'), { code: '57P01' }));
    const response = await app.request('/api/getUser', request);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual({ message: 'Service Unavailable' });
    expect((await app.request('/api/health/ready')).status).toBe(503);
    expect((await app.request('/api/health/live')).status).toBe(200);
  });

  it('answers 504 where nobody knows whether it was done: phones take 503 for a proof that it was not', async () => {
    const { app } = broken(new OutcomeUnknown(Object.assign(new Error('gone'), { code: '08006' })));
    const response = await app.request('/api/getUser', request);
    expect([response.status, response.headers.get('retry-after')]).toEqual([504, null]);
    expect(await response.json()).toEqual({ message: 'Gateway Timeout' });
  });
});

it('answers the API with no-store, a closed policy and a request id', async () => {
  const { headers } = await get(server, '/api/health/ready');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

it('logs route, status and user', async () => {
  const contact = { first_name: 'Секретная', contact_phones: [{ full_phone: '0009876543' }] };
  const { status, body } = await post(server, save, contact, mine);
  expect(status).toBe(200);
  await get(server, `/api/promo/contacts/edit/${body.id}`, mine);
  expect(server.logged.at(-1)).toEqual({
    level: 'info',
    event: 'request',
    method: 'GET',
    route: '/api/promo/contacts/edit/:id',
    status: 200,
    ms: expect.any(Number),
    request_id: expect.any(String),
    user_id: server.users.promoter.id,
    impersonator_id: null,
  });
});

/** Which pages of other origins may call: those of the list, letter by letter, and no others. */
const LISTED = ['https://panel.example', 'http://localhost:5173'];

const UNLISTED = [
  ...['null', '', 'https://evil.example', 'http://panel.example', 'https://panel.example:8443'],
  ...['https://panel.example.evil.example', 'https://evilpanel.example', 'https://sub.panel.example'],
  ...[
    'https://panel.example/',
    'https://PANEL.example',
    'https://panel.example evil',
    '*',
    'https://pаnel.example',
  ],
  ...['http://localhost:5174', 'http://localhost:51730', 'https://panel.example,https://evil.example'],
].map(origin => encodeURI(origin));

const ASKED = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization,if-match',
};

it.each([
  ['a preflight', 'OPTIONS', '/api/enter/1', ASKED],
  ['a call', 'GET', '/api/health/live', {}],
  ['a refusal', 'GET', '/api/promo/contacts/list', {}],
  ['an unknown address', 'GET', '/api/nothing', {}],
  ['the token endpoint', 'POST', '/oauth/token', {}],
] as const)(
  '%s is shared with the listed origins alone, and never with credentials',
  async (_what, method, path, more) => {
    const server = await createTestServer({ config: { corsOrigins: LISTED } });
    const allowedFor = async (origin: string) => {
      const { headers } = await server.fetch(path, { method, headers: { origin, ...more } });
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary') ?? '').toMatch(/origin/i);
      return headers.get('access-control-allow-origin');
    };
    for (const origin of LISTED) expect([origin, await allowedFor(origin)]).toEqual([origin, origin]);
    for (const origin of UNLISTED) expect([origin, await allowedFor(origin)]).toEqual([origin, null]);
    await server.close();
  },
);

it('a preflight tells the headers of the contract and is good for ten minutes', async () => {
  const server = await createTestServer({ config: { corsOrigins: LISTED } });
  const { status, headers } = await server.fetch('/api/enter/1', {
    method: 'OPTIONS',
    headers: { origin: 'https://panel.example', ...ASKED },
  });
  expect(status).toBe(204);
  expect(headers.get('access-control-max-age')).toBe('600');
  expect(headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE');
  expect(headers.get('access-control-allow-headers')).toBe(
    'Authorization,Content-Type,Accept,X-Requested-With,Idempotency-Key,If-Match,If-None-Match',
  );
  const answered = await server.fetch('/api/health/live', { headers: { origin: 'https://panel.example' } });
  expect(answered.headers.get('access-control-expose-headers')).toContain('ETag');
  await server.close();
});

it('without a list nobody else may call, and what is answered stays with this origin', async () => {
  const server = await createTestServer();
  for (const origin of [...LISTED, ...UNLISTED]) {
    const { headers } = await server.fetch('/api/health/live', { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  await server.close();
});

it.each([
  [0, 'https', null],
  [1, 'https', 'max-age=31536000'],
  [1, 'http', null],
  [1, undefined, null],
] as const)(
  'behind %i trusted proxies, asked by %s, it promises TLS: %s',
  async (trustedHops, proto, promised) => {
    const server = await createTestServer({ config: { trustedHops } });
    const headers: Record<string, string> = proto ? { 'x-forwarded-proto': proto } : {};
    for (const path of ['/api/health/live', '/application/', '/oauth/authorize']) {
      const answer = await server.fetch(path, { headers });
      expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, promised]);
    }
    await server.close();
  },
);

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
