/** Which pages of other origins may call: those of the list, letter by letter, and no others. */
import { expect, it } from 'vitest';
import { createTestServer } from '#tests/support/server.ts';

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
