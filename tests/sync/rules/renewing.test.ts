import { expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import type { Fault } from '#tests/support/network.ts';
import { refuse } from './fake-server.ts';
import {
  heldAt,
  OTHER,
  ownerOf,
  PROMOTER,
  passOf,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUp,
  setUpKeyed,
} from './fixture.ts';

const TOKEN = '/oauth/token';

/** A fresh session as another tab may have written it meanwhile. */
const sibling = { accessToken: 'newer', refreshToken: 'newer' };

/** An entry waits, and the token has expired. */
async function expired(): Promise<Setup & { id: string }> {
  const setup = await setUpKeyed();
  const { id } = await setup.phone.save('contact.create', people.anna);
  setup.server.expireTokens();
  return { ...setup, id };
}

/** The next refresh is answered so, after something else has happened to the session. */
function answerRefresh({ network, phone }: Setup, meanwhile: object, respond: () => Response): void {
  network.answer(TOKEN, () => {
    phone.handset.storage.setItem('application', JSON.stringify({ ...phone.auth.read(), ...meanwhile }));
    return respond();
  });
}

const spent = () => refuse(401, 'The refresh token is invalid.');

it('[S25] simultaneous 401s over all tabs share one refresh, and all calls succeed', async () => {
  const setup = await setUp();
  const tab = await setup.phone.openTab();
  setup.server.expireTokens();
  const { phone } = setup;
  const answers = await Promise.all([phone, tab, phone, tab].map(({ api }) => api.call(getUser, {})));
  expect([answers.every(({ ok }) => ok), requestsTo(setup, TOKEN).length]).toEqual([true, 1]);
});

it('a refresh carries the bearer that it is to replace, as every request does', async () => {
  const setup = await setUp();
  const { accessToken } = setup.phone.auth.read();
  setup.server.expireTokens();
  await setup.phone.api.call(getUser, {});
  expect(requestsTo(setup, TOKEN).map(({ token }) => token)).toEqual([`Bearer ${accessToken}`]);
});

it('[S25] a pass that meets an expired token goes on with a fresh one', async () => {
  const setup = await expired();
  await passOf(setup.phone);
  expect([(await setup.phone.entry(setup.id)).state, requestsTo(setup, TOKEN).length]).toEqual(['done', 1]);
});

it('[S27] a 401 is repeated once', async () => {
  const setup = await setUpKeyed();
  setup.network.fault(SAVE, '401', 9);
  await setup.phone.save('contact.create', people.anna);
  let asked = 0;
  setup.server.intercept = request => {
    asked += request.url.endsWith(TOKEN) ? 1 : 0;
    return null;
  };
  await passOf(setup.phone);
  expect(asked).toBe(1);
});

it.each(['drop-before', '500-before', 'html', '503', '429', '403'] as Fault[])(
  '[S26] %s at a refresh signs nobody out',
  async fault => {
    const setup = await expired();
    setup.network.fault(TOKEN, fault);
    await passOf(setup.phone);
    const { isLoggedIn } = setup.phone.auth.read();
    expect([isLoggedIn, (await setup.phone.entry(setup.id)).state]).toEqual([true, 'queued']);
  },
);

it('[S26] [S31] a 401 page ends no session that nothing can renew; the words of our API do', async () => {
  const { server, phone } = await setUp();
  await phone.auth.write({ ...phone.auth.read(), refreshToken: '' });
  server.intercept = () => new Response('<title>Wi-Fi</title>', { status: 401 });
  await phone.api.call(getUser, {});
  expect(phone.auth.read().isLoggedIn).toBe(true);
  server.intercept = () => refuse(401, 'Unauthenticated.');
  await phone.api.call(getUser, {});
  expect(phone.auth.read().isLoggedIn).toBe(false);
});

it('[S27] without a fresh token a 401 is not repeated', async () => {
  const setup = await expired();
  setup.network.fault(TOKEN, '500-before');
  await setup.phone.api.call(getUser, {});
  expect(requestsTo(setup, '/getUser').length).toBe(1);
});

it('[S23] a server that cannot refresh now is asked when it said', async () => {
  const setup = await expired();
  setup.network.answer(TOKEN, () => refuse(503, 'resting', { 'Retry-After': '60' }));
  const answer = await setup.phone.api.call(getUser, {});
  expect(answer.ok || answer.problem.retryAfterMs).toBe(60_000);
});

it.each([
  ['a 5xx', () => refuse(500, 'The refresh token is invalid.')],
  ['a 503', () => refuse(503, 'The refresh token is invalid.')],
  ['no JSON', () => new Response('The refresh token is invalid.', { status: 401 })],
])('[S26] the words of a refusal in %s sign nobody out', async (_, respond) => {
  const setup = await expired();
  setup.network.answer(TOKEN, respond);
  await setup.phone.api.call(getUser, {});
  expect(setup.phone.auth.read().isLoggedIn).toBe(true);
});

it('[S26] a refused client signs nobody out', async () => {
  const setup = await expired();
  setup.network.answer(TOKEN, () => Response.json({ error: 'invalid_client' }, { status: 401 }));
  await passOf(setup.phone);
  expect(setup.phone.auth.read().isLoggedIn).toBe(true);
});

it.each([
  ['league 5', 400, { error: 'invalid_request', message: 'The refresh token is invalid.' }],
  ['league 6–8', 401, { error: 'invalid_request', error_description: 'The refresh token is invalid.' }],
  ['league 9', 400, { error: 'invalid_grant', error_description: 'Token has been revoked' }],
  ['a success that says no', 200, { error: 'invalid_request', message: 'The refresh token is invalid.' }],
  ['a status of its own', 403, { message: 'The refresh token is invalid.' }],
  ['validation', 422, { error: 'invalid_grant' }],
])(
  '[S26] a proven refusal (%s) ends the session, and the entries wait for the same user',
  async (_, status, body) => {
    const setup = await expired();
    const owner = ownerOf(setup.phone);
    setup.network.answer(TOKEN, () => Response.json(body, { status }));
    await passOf(setup.phone);
    const { isLoggedIn, accessToken, refreshToken } = setup.phone.auth.read();
    expect([isLoggedIn, accessToken, refreshToken]).toEqual([false, '', '']);
    expect([setup.phone.session.lastOwner(), setup.phone.session.owner()]).toEqual([owner, null]);
    expect((await setup.phone.entry(setup.id)).state).toBe('queued');
    await setup.phone.signIn(PROMOTER, 'password');
    await passOf(setup.phone);
    expect((await setup.phone.entry(setup.id)).state).toBe('done');
  },
);

it('[S26] a session that ends in the middle of a pass leaves the other entries untouched', async () => {
  const { server, phone } = await setUpKeyed();
  await phone.save('contact.create', people.anna);
  const next = await phone.save('contact.create', people.vera);
  server.intercept = request => {
    if (request.url.endsWith(SAVE)) {
      server.expireTokens();
      server.revokeAll();
    }
    return null;
  };
  await passOf(phone);
  expect((await phone.entry(next.id)).attempts).toBe(0);
});

it('[S26] the refusal of a refresh token that a sibling has replaced ends nothing', async () => {
  const setup = await expired();
  answerRefresh(setup, sibling, spent);
  await setup.phone.api.call(getUser, {});
  const { isLoggedIn, accessToken } = setup.phone.auth.read();
  expect([isLoggedIn, accessToken]).toEqual([true, 'newer']);
});

it.each(['html', '500-before', '503', 'drop-before'] as Fault[])(
  '[S26] %s at the entry signs nobody out',
  async fault => {
    const { network, phone } = await setUp();
    await phone.signIn(PROMOTER, 'password');
    network.fault('/api/getUser', fault);
    const entering = await phone.session.enter();
    expect([entering.state, phone.auth.read().isLoggedIn]).toEqual(['in', true]);
  },
);

it('[S27] a request that was built for one user is not repeated as another', async () => {
  const setup = await expired();
  const { phone, network } = setup;
  await setup.server.handle(signInRequest());
  const taken = { accessToken: 'access-2', refreshToken: 'refresh-2', subject: 2, epoch: 'other' };
  answerRefresh(setup, taken, () =>
    Response.json({ access_token: 'late', refresh_token: 'late', expires_in: 60 }),
  );
  await phone.api.call(getUser, {});
  expect(network.seen.filter(({ token }) => token === 'Bearer access-2').length).toBe(0);
});

it('[S27] a request of one session is not repeated in the next one, be it the same user’s', async () => {
  const setup = await expired();
  answerRefresh(setup, { ...sibling, epoch: 'next' }, spent);
  await setup.phone.api.call(getUser, {});
  expect(setup.network.seen.filter(({ token }) => token === 'Bearer newer').length).toBe(0);
});

it('[S27] what one user saved is not sent as the next, who signed in during the pass', async () => {
  const setup = await setUpKeyed();
  const { network, phone } = setup;
  await phone.save('contact.create', people.anna);
  await phone.save('contact.create', people.vera);
  await setup.server.handle(signInRequest());
  const end = await heldAt(network, SAVE, () => passOf(phone));
  const other = { accessToken: 'access-2', refreshToken: 'refresh-2', subject: 2, epoch: 'other' };
  phone.handset.storage.setItem('application', JSON.stringify({ ...phone.auth.read(), ...other }));
  await end();
  expect(setup.server.effects.filter(({ userId }) => userId !== 1)).toEqual([]);
});

it('[S27] nothing is asked as somebody else than who is signed in', async () => {
  const { network, phone } = await setUp();
  network.seen.length = 0;
  const answer = await phone.api.call(getUser, {}, { as: { userId: 99 } });
  expect([answer.ok, network.seen.length]).toEqual([false, 0]);
});

it('[S28] a refresh that is answered after a sign-out signs nobody in', async () => {
  const setup = await expired();
  const end = await heldAt(setup.network, TOKEN, () => setup.phone.api.call(getUser, {}));
  await setup.phone.auth.remove();
  await end();
  expect(setup.phone.auth.read().isLoggedIn).toBe(false);
});

/** Somebody else signs in, on another device. */
function signInRequest(): Request {
  const body = new URLSearchParams({ grant_type: 'password', username: OTHER });
  return new Request('http://server.test/oauth/token', { method: 'POST', body });
}
