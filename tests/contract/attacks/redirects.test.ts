/** Attacks by the address that the user is sent back to (RFC 6749, 10.6 and 10.15; RFC 9700, 4.1 and 4.11). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '#tests/support/consent.ts';
import { askingFor, consent, plantClient, RFC_VERIFIER, type TestClient } from '#tests/support/oauth.ts';
import { serverForAll } from '#tests/support/server.ts';
import { leavesAlone } from '../read-all.ts';

const GOOD = 'https://good.example/callback';
const LOCAL = 'http://127.0.0.1:5005/callback';

const server = serverForAll();
let books: TestClient;
beforeAll(async () => {
  books = await plantClient(server, server.users.admin, [GOOD, LOCAL]);
});

/** The plainest ones are in server/routes/consent.test.ts. */
const MISMATCHES = [
  ['other path', 'https://good.example/other'],
  ['path that climbs back', 'https://good.example/x/../callback'],
  ['encoded climbing', 'https://good.example/callback/%2e%2e/steal'],
  ['other port', 'https://good.example:8443/callback'],
  ['default port written out', 'https://good.example:443/callback'],
  ['other port of loopback', 'http://127.0.0.1:5006/callback'],
  ['other name of loopback', 'http://localhost:5005/callback'],
  ['subdomain', 'https://www.good.example/callback'],
  ['prefix of another host', 'https://good.example.evil.com/callback'],
  ['host with a dot at its end', 'https://good.example./callback'],
  ['user information, with a password', 'https://good.example:x@evil.example/callback'],
  ['encoded at-sign', 'https://good.example%40evil.example/callback'],
  ['backslash', 'https://good.example\\@evil.example/callback'],
  ['backslash for a slash', 'https:\\\\evil.example\\callback'],
  ['empty query', `${GOOD}?`],
  ['other case of the path', 'https://good.example/CALLBACK'],
  ['other case of the scheme', 'HTTPS://good.example/callback'],
  ['trailing slash', `${GOOD}/`],
  ['leading space', ` ${GOOD}`],
  ['percent-encoded letter', 'https://good.example/%63allback'],
  ['percent-encoded NUL', `${GOOD}%00`],
  ['NUL', `${GOOD}\u0000`],
  ['line break', `${GOOD}\r\nSet-Cookie: a=b`],
  ['both addresses at once', `${GOOD}, ${LOCAL}`],
  ['no scheme', '//good.example/callback'],
  ['plain http', 'http://good.example/callback'],
  ['data', 'data:text/html,https://good.example/callback'],
  ['path alone', '/callback'],
  ['international look-alike', 'https://gооd.example/callback'],
] as const;

describe.each(MISMATCHES)('redirect mismatch, %s', (_what, redirect_uri) => {
  it('shows an error page and sends nobody anywhere', async () => {
    const page = await leavesAlone(server, () => ask(server, books, { redirect_uri }));
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    expect(page.document.querySelectorAll('form, a, meta[http-equiv]')).toHaveLength(0);
    expect(page.html).not.toMatch(/evil/);
  });

  it('is refused once more when the form is sent with it, with a yes or a no', async () => {
    const form = askingFor(books, RFC_VERIFIER, { redirect_uri });
    await leavesAlone(server, async () => {
      for (const decision of ['allow', 'deny']) {
        const { status, headers } = await consent(server, form, server.users.promoter, { decision });
        expect([status, headers.get('location')]).toEqual([400, null]);
      }
    });
  });
});

describe('open redirect: nobody is sent', () => {
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

  it.each(Object.keys(MISTAKES))('to an address that is not registered, with %s', async name => {
    for (const redirect_uri of [
      'https://evil.example/',
      'https://good.example.evil.com/callback',
      undefined,
    ]) {
      const { status, headers } = await ask(server, books, { ...MISTAKES[name], redirect_uri });
      expect([status, headers.get('location')]).toEqual([400, null]);
    }
  });
});
