/** The client against the token endpoint of every Passport generation (CONTRACT.md, five columns). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtainToken, revokeToken } from '#contract/session.ts';
import type { PassportCompat } from '#server/db/deps.ts';
import { CLIENT, createTestServer, type TestServer } from '#tests/support/server.ts';
import { createClient } from './client.ts';

const DAY_MS = 24 * 60 * 60_000;

type Refused = { error: string; message?: string; error_description?: string; hint?: string };
type Column = {
  name: string;
  compat: PassportCompat;
  credentials: { kind: 'refused' | 'unauthenticated'; status: number; code: string };
  refreshStatus: number;
  /** What this column says otherwise than the server's nearest one. */
  restate?: (status: number, body: Refused) => { status: number; body: Refused };
};

const GENERIC =
  'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token ' +
  'is invalid, expired, revoked, does not match the redirection URI used in the authorization request, ' +
  'or was issued to another client.';

const columns: Column[] = [
  {
    ...{ name: 'Passport 1–2 (league 5)', compat: '4', refreshStatus: 400 },
    credentials: { kind: 'unauthenticated', status: 401, code: 'invalid_credentials' },
    restate: (status, body) => ({ status: body.error === 'invalid_request' ? 400 : status, body }),
  },
  {
    ...{ name: 'Passport 3–7 (league 6–7)', compat: '4', refreshStatus: 401 },
    credentials: { kind: 'unauthenticated', status: 401, code: 'invalid_credentials' },
  },
  {
    ...{ name: 'Passport 8–10.0 (league 8.0)', compat: '12', refreshStatus: 401 },
    credentials: { kind: 'refused', status: 400, code: 'invalid_grant' },
    restate: (status, body) => ({
      status,
      body:
        body.error === 'invalid_grant'
          ? { error: body.error, error_description: GENERIC, hint: '', message: GENERIC }
          : body,
    }),
  },
  {
    ...{ name: 'Passport 10.1–12 (league 8.3.2)', compat: '12', refreshStatus: 401 },
    credentials: { kind: 'refused', status: 400, code: 'invalid_grant' },
  },
  {
    ...{ name: 'Passport 13 (league 9)', compat: 'modern', refreshStatus: 400 },
    credentials: { kind: 'refused', status: 400, code: 'invalid_grant' },
    // League 9 sends no `message`; our server adds it for older clients.
    restate: (status, { message: _, ...body }) => ({ status, body }),
  },
  {
    ...{ name: 'our server', compat: 'modern', refreshStatus: 400 },
    credentials: { kind: 'refused', status: 400, code: 'invalid_grant' },
  },
];

/** The server's answers to the token endpoint, refusals restated as that column says them. */
function speakingAs({ restate }: Column, server: TestServer, statuses: number[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await server.fetch(request);
    if (new URL(request.url).pathname !== obtainToken.path) return answer;
    const { status, body } =
      restate && !answer.ok
        ? restate(answer.status, await answer.clone().json())
        : { status: answer.status, body: undefined };
    statuses.push(status);
    return body ? Response.json(body, { status, headers: answer.headers }) : answer;
  };
}

describe.each(columns)('$name', column => {
  let server: TestServer;
  /** Statuses of the token endpoint, in order. */
  const statuses: number[] = [];
  const client = (clientSecret = CLIENT.client_secret) =>
    createClient({ fetch: speakingAs(column, server, statuses), clientSecret });
  const signedIn = async () => {
    const phone = client();
    await phone.signIn(server.users.promoter);
    statuses.length = 0;
    return phone;
  };

  beforeAll(async () => {
    server = await createTestServer({ config: { passportCompat: column.compat } });
  });
  afterAll(() => server.close());

  it('tells a wrong password, and signs nobody in', async () => {
    const phone = client();
    expect(await phone.ask(server.users.promoter.email, 'wrong')).toMatchObject({
      ok: false,
      problem: { ...column.credentials, retryAfterMs: null },
    });
    expect(await phone.whoAmI()).toMatchObject({
      ok: false,
      problem: { kind: 'unauthenticated', status: 0 },
    });
  });

  it('tells too many wrong passwords, with the time to wait', async () => {
    const phone = client();
    for (let attempt = 0; attempt < 5; attempt++) await phone.ask(server.users.colleague.email, 'wrong');
    const problem = { kind: 'throttled', status: 429 };
    const refused = await phone.ask(server.users.colleague.email, 'wrong');
    expect(refused).toMatchObject({ ok: false, problem });
    server.clock.advance(refused.ok ? 0 : (refused.problem.retryAfterMs ?? 0));
    expect(await phone.ask(server.users.colleague.email)).toMatchObject({ ok: true });
  });

  it('renews a lost access token and repeats the call', async () => {
    const phone = await signedIn();
    phone.loseAccess();
    expect(await phone.whoAmI()).toMatchObject({ ok: true, value: { value: server.users.promoter } });
    expect(statuses).toEqual([200]);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: true, subject: server.users.promoter.id });
  });

  it.each<[string, (phone: Awaited<ReturnType<typeof signedIn>>) => Promise<void> | void]>([
    ['unknown', phone => phone.auth.write({ ...phone.auth.read(), refreshToken: 'nonsense' })],
    ['expired', () => server.clock.advance(31 * DAY_MS)],
    [
      'revoked',
      async phone => {
        const { refreshToken: token } = phone.auth.read();
        const form = { client_id: CLIENT.client_id, client_secret: CLIENT.client_secret, token };
        expect(await phone.transport(revokeToken, form)).toMatchObject({ ok: true });
      },
    ],
  ])('ends the session over a refresh token that is %s, and asks once only', async (_, spoil) => {
    const phone = await signedIn();
    await spoil(phone);
    phone.loseAccess();
    expect(await phone.whoAmI()).toMatchObject({
      ok: false,
      problem: { kind: 'unauthenticated', status: 401 },
    });
    expect(statuses).toEqual([column.refreshStatus]);
    const { id: subject } = server.users.promoter;
    const ended = { isLoggedIn: false, accessToken: '', refreshToken: '', subject };
    expect(phone.auth.read()).toMatchObject(ended);
  });

  it('keeps the session when the server does not know the client: the firm has to mend that', async () => {
    const phone = await signedIn();
    phone.loseAccess();
    const misconfigured = createClient({
      fetch: speakingAs(column, server, statuses),
      clientSecret: 'wrong',
      auth: phone.auth,
    });
    const before = phone.auth.read();
    expect(await misconfigured.whoAmI()).toMatchObject({ ok: false, problem: { kind: 'unauthenticated' } });
    expect(statuses).toEqual([401]);
    expect(phone.auth.read()).toEqual(before);
    expect(await phone.whoAmI()).toMatchObject({ ok: true });
    const signingIn = await misconfigured.ask(server.users.promoter.email);
    expect(signingIn).toMatchObject({ ok: false, problem: { status: 401, code: 'invalid_client' } });
  });
});
