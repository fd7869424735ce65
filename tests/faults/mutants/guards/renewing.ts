import { getUser } from '#contract/session.ts';
import type { Fault } from '#tests/support/network.ts';
import { refuse } from '../tiny-backend.ts';
import {
  type Guard,
  guard,
  openKeyedWorld,
  openWorld,
  ownerOf,
  passOf,
  people,
  requestsTo,
  same,
  type World,
} from '../world.ts';

const SAVE = '/contacts/save';
const TOKEN = '/oauth/token';
const OTHER = 'other@test.example';

/** A fresh session as another tab may have written it meanwhile. */
const sibling = { accessToken: 'newer', refreshToken: 'newer' };

/** An entry waits, and the token has expired. */
async function expired(): Promise<World & { id: string }> {
  const world = await openKeyedWorld();
  const { id } = await world.phone.save('contact.create', people.anna);
  world.backend.expireTokens();
  return { ...world, id };
}

/** The next refresh is answered so, after something else has happened to the session. */
function answerRefresh({ network, phone }: World, meanwhile: object, respond: () => Response): void {
  network.answer(TOKEN, () => {
    phone.handset.storage.setItem('application', JSON.stringify({ ...phone.auth.read(), ...meanwhile }));
    return respond();
  });
}

const spent = () => refuse(401, 'The refresh token is invalid.');

/** What a token that has expired does, and what it must not do. */
export const renewingGuards: Guard[] = [
  guard('S25', 'simultaneous 401s over all tabs share one refresh, and all calls succeed', async () => {
    const world = await openWorld();
    const tab = await world.phone.openTab();
    world.backend.expireTokens();
    const { phone } = world;
    const answers = await Promise.all([phone, tab, phone, tab].map(({ api }) => api.call(getUser, {})));
    same([answers.every(({ ok }) => ok), requestsTo(world, TOKEN).length], [true, 1]);
  }),

  guard('S25', 'a pass that meets an expired token goes on with a fresh one', async () => {
    const world = await expired();
    await passOf(world.phone);
    same([(await world.phone.entry(world.id)).state, requestsTo(world, TOKEN).length], ['done', 1]);
  }),

  guard('S27', 'a 401 is repeated once', async () => {
    const world = await openKeyedWorld();
    world.network.fault(SAVE, '401', 9);
    await world.phone.save('contact.create', people.anna);
    let asked = 0;
    world.backend.intercept = request => {
      asked += request.url.endsWith(TOKEN) ? 1 : 0;
      return null;
    };
    await passOf(world.phone);
    same(asked, 1);
  }),

  ...(['drop-before', '500-before', 'html', '503', '429', '403'] as Fault[]).map(fault =>
    guard('S26', `${fault} at a refresh signs nobody out`, async () => {
      const world = await expired();
      world.network.fault(TOKEN, fault);
      await passOf(world.phone);
      const { isLoggedIn } = world.phone.auth.read();
      same([isLoggedIn, (await world.phone.entry(world.id)).state], [true, 'queued']);
    }),
  ),

  guard('S27', 'without a fresh token a 401 is not repeated', async () => {
    const world = await expired();
    world.network.fault(TOKEN, '500-before');
    await world.phone.api.call(getUser, {});
    same(requestsTo(world, '/getUser').length, 1);
  }),

  guard('S23', 'a server that cannot refresh now is asked when it said', async () => {
    const world = await expired();
    world.network.answer(TOKEN, () => refuse(503, 'resting', { 'Retry-After': '60' }));
    const answer = await world.phone.api.call(getUser, {});
    same(answer.ok || answer.problem.retryAfterMs, 60_000);
  }),

  guard('S26', 'a refused client signs nobody out', async () => {
    const world = await expired();
    world.network.answer(TOKEN, () => Response.json({ error: 'invalid_client' }, { status: 401 }));
    await passOf(world.phone);
    same(world.phone.auth.read().isLoggedIn, true);
  }),

  guard('S26', 'a proven refusal ends the session, and the entries wait for the same user', async () => {
    const world = await expired();
    const owner = ownerOf(world.phone);
    world.backend.revokeAll();
    await passOf(world.phone);
    const { isLoggedIn, accessToken, refreshToken } = world.phone.auth.read();
    same([isLoggedIn, accessToken, refreshToken], [false, '', '']);
    same([world.phone.session.lastOwner(), world.phone.session.owner()], [owner, null]);
    same((await world.phone.entry(world.id)).state, 'queued');
    await world.phone.signIn('promoter@test.example', 'password');
    await passOf(world.phone);
    same((await world.phone.entry(world.id)).state, 'done');
  }),

  guard('S26', 'a session that ends in the middle of a pass leaves the other entries untouched', async () => {
    const { backend, phone } = await openKeyedWorld();
    await phone.save('contact.create', people.anna);
    const next = await phone.save('contact.create', people.vera);
    backend.intercept = request => {
      if (request.url.endsWith(SAVE)) {
        backend.expireTokens();
        backend.revokeAll();
      }
      return null;
    };
    await passOf(phone);
    same((await phone.entry(next.id)).attempts, 0);
  }),

  guard('S26', 'the refusal of a refresh token that a sibling has replaced ends nothing', async () => {
    const world = await expired();
    answerRefresh(world, sibling, spent);
    await world.phone.api.call(getUser, {});
    const { isLoggedIn, accessToken } = world.phone.auth.read();
    same([isLoggedIn, accessToken], [true, 'newer']);
  }),

  ...(['html', '500-before', '503', 'drop-before'] as Fault[]).map(fault =>
    guard('S26', `${fault} at the entry signs nobody out`, async () => {
      const { network, phone } = await openWorld();
      await phone.signIn('promoter@test.example', 'password');
      network.fault('/api/getUser', fault);
      const entering = await phone.session.enter();
      same([entering.state, phone.auth.read().isLoggedIn], ['in', true]);
    }),
  ),

  guard('S27', 'a request that was built for one user is not repeated as another', async () => {
    const world = await expired();
    const { phone, network } = world;
    await world.backend.handle(signInRequest());
    const taken = { accessToken: 'access-2', refreshToken: 'refresh-2', subject: 2, epoch: 'other' };
    answerRefresh(world, taken, () =>
      Response.json({ access_token: 'late', refresh_token: 'late', expires_in: 60 }),
    );
    await phone.api.call(getUser, {});
    same(network.seen.filter(({ token }) => token === 'Bearer access-2').length, 0);
  }),

  guard(
    'S27',
    'a request of one session is not repeated in the next one, be it the same user’s',
    async () => {
      const world = await expired();
      answerRefresh(world, { ...sibling, epoch: 'next' }, spent);
      await world.phone.api.call(getUser, {});
      same(world.network.seen.filter(({ token }) => token === 'Bearer newer').length, 0);
    },
  ),

  guard('S27', 'what one user saved is not sent as the next, who signed in during the pass', async () => {
    const world = await openKeyedWorld();
    const { network, phone } = world;
    await phone.save('contact.create', people.anna);
    await phone.save('contact.create', people.vera);
    await world.backend.handle(signInRequest());
    const late = network.hold(SAVE);
    const passing = passOf(phone);
    await late.arrived;
    const other = { accessToken: 'access-2', refreshToken: 'refresh-2', subject: 2, epoch: 'other' };
    phone.handset.storage.setItem('application', JSON.stringify({ ...phone.auth.read(), ...other }));
    late.release();
    await passing;
    same(
      world.backend.effects.filter(({ userId }) => userId !== 1),
      [],
    );
  }),

  guard('S27', 'nothing is asked as somebody else than who is signed in', async () => {
    const { network, phone } = await openWorld();
    network.seen.length = 0;
    const answer = await phone.api.call(getUser, {}, { as: { userId: 99 } });
    same([answer.ok, network.seen.length], [false, 0]);
  }),

  guard('S28', 'a refresh that is answered after a sign-out signs nobody in', async () => {
    const world = await expired();
    const late = world.network.hold(TOKEN);
    const calling = world.phone.api.call(getUser, {});
    await late.arrived;
    await world.phone.auth.remove();
    late.release();
    await calling;
    same(world.phone.auth.read().isLoggedIn, false);
  }),
];

/** Somebody else signs in, on another device. */
function signInRequest(): Request {
  const body = new URLSearchParams({ grant_type: 'password', username: OTHER });
  return new Request('http://server.test/oauth/token', { method: 'POST', body });
}
