import { describe, expect, it } from 'vitest';
import { type get, post, postForm } from '#tests/support/calls.ts';
import { CLIENT, createTestServer, serverForEach, TEST_PASSWORD } from '#tests/support/server.ts';
import type { PassportCompat } from '../db/deps.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const server = serverForEach();

const passwordForm = (email: string, password = TEST_PASSWORD) => ({
  grant_type: 'password',
  ...CLIENT,
  username: email,
  password,
  scope: '',
});
const login = (email = server.users.promoter.email, password = TEST_PASSWORD) =>
  postForm(server, '/oauth/token', passwordForm(email, password));
const refresh = (token: string, client = CLIENT) =>
  postForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    ...client,
    refresh_token: token,
    scope: '',
  });
const whoAmI = (token: string) => post(server, '/api/getUser', {}, { authorization: `Bearer ${token}` });

describe('signing in', () => {
  it('gives opaque tokens of 256 bits for an hour', async () => {
    const { status, headers, body, text } = await login(`  ${server.users.promoter.email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(Object.keys(body)).toEqual(['token_type', 'expires_in', 'access_token', 'refresh_token']);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(Buffer.from(body.access_token, 'base64url')).toHaveLength(32);
    expect(text).not.toContain('scope');
  });

  it('accepts a JSON body and numeric client ids too', async () => {
    const form = { ...passwordForm(server.users.promoter.email), client_id: 2 };
    expect((await post(server, '/oauth/token', form)).status).toBe(200);
  });

  it('refuses a wrong password, an unknown e-mail and a blocked user alike', async () => {
    const wrong = await login(server.users.promoter.email, 'wrong');
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({
      error: 'invalid_grant',
      error_description: 'The user credentials were incorrect.',
      message: 'The user credentials were incorrect.',
    });
    expect((await login('nobody@test.example')).body).toEqual(wrong.body);
    expect((await login(server.users.blocked.email)).body).toEqual(wrong.body);
  });

  it('takes signs that are not seen from the e-mail, and none from the password', async () => {
    const { email } = server.users.promoter;
    expect((await login(`\u202a${email}\u200b\u00a0`)).status).toBe(200);
    expect((await login(email, `\u200b${TEST_PASSWORD}`)).status).toBe(400);
  });

  it('does not trim passwords', async () => {
    expect((await login(server.users.promoter.email, ` ${TEST_PASSWORD}`)).status).toBe(400);
  });

  it('takes no object for a text', async () => {
    expect((await post(server, '/oauth/token', { username: { $ne: '' } })).status).toBe(400);
  });
});

describe('login limits', () => {
  it('lets five wrong passwords pass, then waits one minute, then two', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await login(server.users.promoter.email, 'wrong')).status).toBe(400);
    }
    const refused = await login();
    expect([refused.status, refused.body]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('5');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    server.clock.advance(MINUTE);
    expect((await login(server.users.promoter.email, 'wrong')).status).toBe(400);
    expect((await login()).headers.get('retry-after')).toBe('120');
    server.clock.advance(2 * MINUTE);
    expect((await login()).status).toBe(200);
    expect((await login(server.users.promoter.email, 'wrong')).status).toBe(400);
  });

  it('counts parallel guesses before it looks at them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login(server.users.promoter.email, 'wrong')),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('counts afresh after a right password', async () => {
    for (let time = 0; time < 2; time++) {
      for (let attempt = 0; attempt < 4; attempt++) {
        expect((await login(server.users.promoter.email, 'wrong')).status).toBe(400);
      }
      expect((await login()).status).toBe(200);
    }
  });

  it('does not count right passwords and does not lock out neighbours', async () => {
    for (let attempt = 0; attempt < 12; attempt++) expect((await login()).status).toBe(200);
    for (let attempt = 0; attempt < 6; attempt++) await login(server.users.promoter.email, 'wrong');
    expect((await login(server.users.colleague.email)).status).toBe(200);
  });
});

describe('refreshing', () => {
  const start = async () => (await login()).body;

  it('gives a new pair and lets the old access token live on', async () => {
    const first = await start();
    const { status, body: second } = await refresh(first.refresh_token);
    expect([status, second.expires_in]).toEqual([200, 3600]);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await whoAmI(second.access_token)).status).toBe(200);
    expect((await whoAmI(first.access_token)).status).toBe(200);
  });

  it('replays the same successor to its immediate predecessor within a minute', async () => {
    const first = await start();
    const { body: second } = await refresh(first.refresh_token);
    await whoAmI(second.access_token);
    server.clock.advance(MINUTE);
    const { body: again } = await refresh(first.refresh_token);
    expect(again).toMatchObject({ access_token: second.access_token, refresh_token: second.refresh_token });
    expect(again.expires_in).toBe(3540);
  });

  it('gives twenty racing refreshes one and the same successor', async () => {
    const first = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it('replays for longer while the successor was never used, though that of another login was', async () => {
    const { body: other } = await refresh((await start()).refresh_token);
    await whoAmI(other.access_token);
    const first = await start();
    const { body: lost } = await refresh(first.refresh_token);
    server.clock.advance(2 * DAY);
    const { status, body: again } = await refresh(first.refresh_token);
    expect([status, again.refresh_token]).toEqual([200, lost.refresh_token]);
    expect((await whoAmI(again.access_token)).status).toBe(200);
    // Now it was used: whoever shows the first one once more has stolen it.
    expect((await refresh(first.refresh_token)).body.hint).toBe('Token has been revoked');
    expect((await whoAmI(again.access_token)).status).toBe(401);
  });

  it('ends the whole login when a spent token comes back after its successor was used', async () => {
    const first = await start();
    const { body: second } = await refresh(first.refresh_token);
    await whoAmI(second.access_token);
    server.clock.advance(MINUTE + 1000);
    const reuse = await refresh(first.refresh_token);
    expect([reuse.status, reuse.body]).toEqual([
      400,
      {
        error: 'invalid_grant',
        error_description: 'The refresh token is invalid.',
        message: 'The refresh token is invalid.',
        hint: 'Token has been revoked',
      },
    ]);
    expect((await whoAmI(second.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).body.hint).toBe('Token has been revoked');
  });

  it('forgives only the immediate predecessor', async () => {
    const first = await start();
    const { body: second } = await refresh(first.refresh_token);
    const { body: third } = await refresh(second.refresh_token);
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(third.refresh_token)).status).toBe(400);
  });

  it('slides thirty days, but a login never outlives its hundred and eighty', async () => {
    let { refresh_token } = await start();
    for (let day = 0; day < 174; day += 29) {
      server.clock.advance(29 * DAY);
      const { status, body } = await refresh(refresh_token);
      expect(status).toBe(200);
      refresh_token = body.refresh_token;
    }
    server.clock.advance(7 * DAY);
    expect((await refresh(refresh_token)).body.hint).toBe('Token has expired');
  });

  it('refuses an unknown, an idle and a foreign token with their hints', async () => {
    const { refresh_token } = await start();
    expect((await refresh('nonsense')).body.hint).toBe('Cannot decrypt the refresh token');
    expect((await refresh('чепуха')).body.message).toBe('The refresh token is invalid.');
    expect((await refresh(refresh_token, { ...CLIENT, client_secret: 'x' })).body.error).toBe(
      'invalid_client',
    );
    server.clock.advance(30 * DAY);
    expect((await refresh(refresh_token)).body.hint).toBe('Token has expired');
  });

  it('ends the login on revocation, by either token', async () => {
    for (const which of ['refresh_token', 'access_token'] as const) {
      const pair = await start();
      const revoked = await postForm(server, '/oauth/revoke', { ...CLIENT, token: pair[which] });
      expect(revoked.status).toBe(200);
      expect((await whoAmI(pair.access_token)).status).toBe(401);
      expect((await refresh(pair.refresh_token)).status).toBe(400);
    }
    expect((await postForm(server, '/oauth/revoke', { ...CLIENT, token: 'unknown' })).status).toBe(200);
    expect((await postForm(server, '/oauth/revoke', { token: 'unknown' })).status).toBe(401);
  });
});

it.each<[PassportCompat, unknown[], unknown[], string | null]>([
  ['12', [400, 'invalid_grant', true], [401, 'invalid_request', true], null],
  ['4', [401, 'invalid_credentials', false], [401, 'invalid_request', false], 'Basic realm="OAuth"'],
])(
  'speaking as Passport %s answers with the statuses of its column',
  async (passportCompat, credentials, refreshing, challenge) => {
    const old = await createTestServer({ config: { passportCompat } });
    const ask = (form: Record<string, string>) => postForm(old, '/oauth/token', form);
    const shape = ({ status, body }: Awaited<ReturnType<typeof get>>) => [
      status,
      body.error,
      'error_description' in body,
    ];
    expect(shape(await ask(passwordForm(old.users.promoter.email, 'wrong')))).toEqual(credentials);
    const spent = await ask({ grant_type: 'refresh_token', ...CLIENT, refresh_token: 'nonsense', scope: '' });
    expect(shape(spent)).toEqual(refreshing);
    expect(spent.body.message).toBe('The refresh token is invalid.');
    const stranger = await ask({ ...passwordForm(old.users.promoter.email), client_secret: 'x' });
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, challenge]);
    await old.close();
  },
);
