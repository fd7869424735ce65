/** Attacks by the address that the user is sent back to (RFC 6749, 10.6 and 10.15; RFC 9700, 4.1 and 4.11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '#tests/support/calls.ts';
import { ask, openConsent } from '#tests/support/consent.ts';
import { askingFor, plantClient, RFC_VERIFIER, type TestClient } from '#tests/support/oauth.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { leavesAlone } from './leaves-alone.ts';

const GOOD = 'https://good.example/callback';
const LOCAL = 'http://127.0.0.1:5005/callback';

let server: TestServer;
let books: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  books = await plantClient(server, server.users.admin, [GOOD, LOCAL]);
});
afterAll(() => server.close());

const MISMATCHES = [
  ['other path', 'https://good.example/other'],
  ['deeper path', 'https://good.example/callback/deeper'],
  ['path that climbs', 'https://good.example/callback/../steal'],
  ['path that climbs back', 'https://good.example/x/../callback'],
  ['encoded climbing', 'https://good.example/callback/%2e%2e/steal'],
  ['other port', 'https://good.example:8443/callback'],
  ['default port written out', 'https://good.example:443/callback'],
  ['other port of loopback', 'http://127.0.0.1:5006/callback'],
  ['other name of loopback', 'http://localhost:5005/callback'],
  ['other host', 'https://evil.example/callback'],
  ['subdomain', 'https://www.good.example/callback'],
  ['prefix of another host', 'https://good.example.evil.com/callback'],
  ['host with a dot at its end', 'https://good.example./callback'],
  ['user information', 'https://good.example@evil.example/callback'],
  ['user information, with a password', 'https://good.example:x@evil.example/callback'],
  ['encoded at-sign', 'https://good.example%40evil.example/callback'],
  ['backslash', 'https://good.example\\@evil.example/callback'],
  ['backslash for a slash', 'https:\\\\evil.example\\callback'],
  ['added query', `${GOOD}?next=https://evil.example`],
  ['empty query', `${GOOD}?`],
  ['fragment', `${GOOD}#evil`],
  ['other case of the path', 'https://good.example/CALLBACK'],
  ['other case of the host', 'https://GOOD.example/callback'],
  ['other case of the scheme', 'HTTPS://good.example/callback'],
  ['trailing slash', `${GOOD}/`],
  ['trailing space', `${GOOD} `],
  ['leading space', ` ${GOOD}`],
  ['percent-encoded letter', 'https://good.example/%63allback'],
  ['percent-encoded NUL', `${GOOD}%00`],
  ['NUL', `${GOOD}\u0000`],
  ['line break', `${GOOD}\r\nSet-Cookie: a=b`],
  ['both addresses at once', `${GOOD}, ${LOCAL}`],
  ['no scheme', '//good.example/callback'],
  ['plain http', 'http://good.example/callback'],
  ['script', 'javascript:alert(1)//https://good.example/callback'],
  ['data', 'data:text/html,https://good.example/callback'],
  ['path alone', '/callback'],
  ['international look-alike', 'https://gооd.example/callback'],
  ['nothing', ''],
] as const;

describe.each(MISMATCHES)('redirect mismatch, %s', (_what, redirect_uri) => {
  it('shows an error page and sends nobody anywhere', async () => {
    const page = await leavesAlone(server, () => ask(server, books, { redirect_uri }));
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    expect(page.document.querySelectorAll('form, a, meta[http-equiv]')).toHaveLength(0);
    expect(page.html).not.toMatch(/evil/);
  });

  it('is refused once more when the form is sent with it', async () => {
    for (const decision of ['Разрешить', 'Отказать'] as const) {
      const page = await ask(server, books);
      for (const field of page.document.querySelectorAll('input[name="redirect_uri"]')) {
        field.setAttribute('value', redirect_uri);
      }
      const typed = { email: server.users.promoter.email, password: TEST_PASSWORD };
      const answer = await leavesAlone(server, () => page.press(decision, typed));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });
});

describe('open redirect', () => {
  /** Every mistake that is told to the client, made together with an address that is not registered. */
  const MISTAKES: Record<string, Record<string, string | undefined>> = {
    'no mistake': {},
    'unknown response_type': { response_type: 'token' },
    'no response_type': { response_type: undefined },
    'no challenge': { code_challenge: undefined },
    'plain challenge': { code_challenge_method: 'plain' },
    'unknown scope': { scope: 'world' },
    'no state': { state: undefined },
    'unknown client': { client_id: '999999' },
    'client that is no number': { client_id: "1' or 1=1--" },
    'client left out': { client_id: undefined },
    'client of the page': { client_id: '2' },
    'client of personal tokens': { client_id: '1' },
    'silent prompt': { prompt: 'none' },
  };

  it.each(Object.keys(MISTAKES))(
    'to an address that is not registered, with %s: nobody is sent there',
    async name => {
      for (const redirect_uri of [
        'https://evil.example/',
        'https://good.example.evil.com/callback',
        undefined,
      ]) {
        const { status, headers } = await ask(server, books, { ...MISTAKES[name], redirect_uri });
        expect([status, headers.get('location')]).toEqual([400, null]);
      }
    },
  );

  it.each([
    'unknown client',
    'client that is no number',
    'client left out',
    'client of the page',
    'client of personal tokens',
  ])('to an address of somebody else, by %s: nobody is sent there', async name => {
    const { status, headers } = await ask(server, books, MISTAKES[name]);
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  it.each(['client_id', 'redirect_uri'])('by a repeated %s: nobody is sent anywhere', async name => {
    const question = Object.entries(askingFor(books, RFC_VERIFIER));
    const twice: Record<string, string> = { client_id: '2', redirect_uri: 'https://evil.example/' };
    for (const fields of [
      [...question, [name, twice[name] ?? '']],
      [[name, twice[name] ?? ''], ...question],
      [...question, ...question.filter(([field]) => field === name)],
    ]) {
      // Pairs, every one of them.
      const { status, headers } = await openConsent(
        server.fetch,
        `/oauth/authorize?${new URLSearchParams(fields as [string, string][])}`,
      );
      expect([status, headers.get('location')]).toEqual([400, null]);
    }
  });

  it('by what the address has beyond: what is sent back goes to the registered one, and is added to its query', async () => {
    const shop = await plantClient(server, server.users.admin, [
      'https://shop.example/back?error=none&code=1',
    ]);
    const { headers } = await ask(server, shop, {
      scope: 'world',
      state: '#&error=none https://evil.example',
    });
    const back = new URL(headers.get('location') ?? '');
    expect([back.origin, back.pathname, back.hash]).toEqual(['https://shop.example', '/back', '']);
    expect(back.searchParams.getAll('error')).toContain('invalid_scope');
    expect(back.searchParams.get('state')).toBe('#&error=none https://evil.example');
  });

  it('of a client that was deleted: nobody is sent there any more', async () => {
    const gone = await plantClient(server, server.users.admin, ['https://gone.example/']);
    const page = await ask(server, gone);
    const headers = await server.signIn(server.users.admin);
    await server.fetch(`/oauth/clients/${gone.id}`, { method: 'DELETE', headers });
    expect((await ask(server, gone)).status).toBe(400);
    const late = await page.press('Отказать');
    expect([late.status, late.headers.get('location')]).toEqual([400, null]);
  });
});

describe('registration', () => {
  it.each([
    'http://good.example/',
    'https://good.example/#here',
    'https://user@good.example/',
    'https://user:word@good.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'myapp://callback',
    'https://*.good.example/',
    'https:good.example',
    'https://good.example\\@evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://0.0.0.0/',
    'http://[::]/',
    '/callback',
    '',
    ' , ',
  ])('of an address that no code may be sent to, %j: refused', async redirect => {
    const headers = await server.signIn(server.users.admin);
    const client = { name: 'Books', redirect };
    const refused = await leavesAlone(server, () => post(server, '/oauth/clients', client, headers));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['redirect']]);
  });
});
