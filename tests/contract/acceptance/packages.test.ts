/** Acceptance by clients that nobody here wrote, over a real socket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { post } from '#tests/support/calls.ts';
import { locationOf, openConsent, type TestClient, tokensOf } from '#tests/support/oauth.ts';
import { callEndpoint } from '#tests/support/seeded-credentials.ts';
import { CLIENT, type Listening, listen, serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import { type Client, PACKAGES } from './packages.ts';

/** An address with a query of its own: it must survive what is added to it. */
const CALLBACK = 'https://books.example/callback?shop=7';

/** openid-client takes the address from where the browser came back to, and leaves the query out. */
const PLAIN = 'https://books.example/callback';

const server = serverForAll();
let line: Listening;
let books: TestClient;
let plain: TestClient;
beforeAll(async () => {
  line = await listen(server);
  [books, plain] = [await register(CALLBACK), await register(PLAIN)];
});
afterAll(() => line.close());

/** Registers a client as the screen does. */
async function register(redirect: string): Promise<TestClient> {
  const headers = await server.signIn(server.users.admin);
  const { status, body } = await post(server, '/oauth/clients', { name: 'Books', redirect }, headers);
  if (status !== 201) throw new Error(`no client was registered: ${status} ${JSON.stringify(body)}`);
  return { id: String(body.id), secret: body.secret, redirects: [redirect] };
}

const cases = PACKAGES.flatMap(each =>
  each.ways.map(way => [each.name, way.name, { ...each, ...way }] as const),
);

describe.each(cases)('%s, by %s', (name, way, { connect, scopesInAnswer: received, checksState }) => {
  const page = (secret = CLIENT.client_secret) =>
    connect({ origin: line.origin, id: CLIENT.client_id, secret, redirect: '' });
  const program = () =>
    name === 'openid-client'
      ? connect({ origin: line.origin, ...plain, redirect: PLAIN })
      : connect({ origin: line.origin, ...books, redirect: CALLBACK });
  const signIn = (client: Client, password = TEST_PASSWORD) =>
    client.signIn(server.users.promoter.email, password);
  const errorOf = (work: Promise<unknown>) => work.then(() => 'no error', received);
  const isAlive = (token: string) => callEndpoint(server, token);

  /** Sends the user away, and gives what the browser brings back. */
  async function authorize(press: 'Разрешить' | 'Отказать', scope = 'profile promo') {
    const { address, finish } = await program().authorize(scope);
    const typed = { email: server.users.moderator.email, password: TEST_PASSWORD };
    const back = locationOf(await (await openConsent(fetch, address)).press(press, typed));
    expect(`${back.origin}${back.pathname}`).toBe(PLAIN);
    expect(back.searchParams.get('shop')).toBe(name === 'openid-client' ? null : '7');
    expect(back.searchParams.get('state')).toBe(new URL(address).searchParams.get('state'));
    return { back, finish };
  }

  it('signs in, refreshes and signs out', async () => {
    const first = await signIn(page());
    expect(await isAlive(first.access)).toBe(200);
    const client = page();
    const second = await client.refresh(first);
    expect(second.refresh).not.toBe(first.refresh);
    expect(await isAlive(second.access)).toBe(200);
    await client.revoke(second);
    expect(await isAlive(second.access)).toBe(401);
    expect(await errorOf(client.refresh(second))).toMatch(/^400 invalid_grant /);
  });

  it('reads the refusal of a spent refresh token, a wrong password and a wrong secret', async () => {
    const first = await signIn(page());
    const second = await page().refresh(first);
    await isAlive(second.access);
    server.clock.advance(MINUTE_MS + 1);
    expect(await errorOf(page().refresh(first))).toMatch(/^400 invalid_grant /);
    expect(await errorOf(page().refresh(second))).toMatch(/^400 invalid_grant /);
    const refused = await errorOf(signIn(page(), 'wrong'));
    expect(refused).toBe('400 invalid_grant The user credentials were incorrect.');
    const stranger = await errorOf(signIn(page('wrong')));
    expect(stranger).toMatch(
      way === 'client_secret_basic' ? /^401 basic challenge \{"realm":"OAuth"/ : /^401 invalid_client /,
    );
  });

  it('is authorized, calls, refreshes and revokes', async () => {
    const { back, finish } = await authorize('Разрешить');
    const first = await finish(back);
    expect(first.scope).toBe('profile promo');
    expect(await isAlive(first.access)).toBe(200);
    const client = program();
    const second = await client.refresh(first);
    expect([second.scope, await isAlive(second.access)]).toEqual(['profile promo', 200]);
    await client.revoke(second);
    for (const { access } of [first, second]) expect(await isAlive(access)).toBe(401);
    expect(await errorOf(client.refresh(second))).toMatch(/^400 invalid_grant /);
  });

  it('reads the user’s no as access_denied, and an unknown scope as invalid_scope', async () => {
    const { back, finish } = await authorize('Отказать');
    expect(await errorOf(finish(back))).toBe('access_denied');
    const asked = await program().authorize('world');
    const sentBack = locationOf(await fetch(asked.address, { redirect: 'manual' }));
    expect(await errorOf(asked.finish(sentBack))).toBe('invalid_scope');
  });

  it('refuses an answer to another question, by its state or by the verifier', async () => {
    const [{ finish }, { back }] = [await authorize('Отказать'), await authorize('Разрешить')];
    expect(await errorOf(finish(back))).toMatch(
      checksState ? /state|^ClientError: invalid/ : /^400 invalid_grant /,
    );
  });

  it('reads the refusal of a wrong verifier and of a used code', async () => {
    const wrong = await authorize('Разрешить');
    expect(await errorOf(wrong.finish(wrong.back, 'x'.repeat(43)))).toMatch(/^400 invalid_grant /);
    const { back, finish } = await authorize('Разрешить');
    const pair = await finish(back);
    expect(await errorOf(finish(back))).toMatch(/^400 invalid_grant /);
    expect(await isAlive(pair.access)).toBe(401);
  });
});

it.each(PACKAGES.filter(({ checksState }) => checksState))(
  '$name reads the challenges of the API',
  async each => {
    const [way] = each.ways;
    const client = way?.connect({
      origin: line.origin,
      id: CLIENT.client_id,
      secret: CLIENT.client_secret,
      redirect: '',
    });
    const { access } =
      (await client?.signIn(server.users.moderator.email, TEST_PASSWORD)) ?? expect.fail('no way');
    const call = async (token: string, path: string, method: string) =>
      client?.call?.(token, path, method).then(({ status }) => String(status), each.scopesInAnswer);
    expect(await call(access, '/api/getUser', 'POST')).toBe('200');
    expect(await call('nonsense', '/api/getUser', 'POST')).toMatch(
      /^401 bearer challenge \{"error":"invalid_token"/,
    );
    const { access_token } = await tokensOf(server, { client: books, user: server.users.moderator });
    expect(await call(access_token, '/api/promo/moderation/promoters', 'GET')).toBe(
      '403 bearer challenge {"error":"insufficient_scope","scope":"moderation"}',
    );
  },
);
