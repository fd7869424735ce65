import Dexie from 'dexie';
import { loginAs } from '#contract/session.ts';
import { cacheDbName } from '#storage/names.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { drain } from '#sync/drain.ts';
import { deferred } from '#tests/support/deferred.ts';
import {
  type Guard,
  guard,
  openWorld,
  ownerOf,
  passOf,
  people,
  same,
  untilQuiet,
  type World,
  withFastTimers,
} from '../world.ts';

const SAVE = '/contacts/save';
const OTHER = 'other@test.example';
const THIRD = 'third@test.example';

/** Orders the answer to the next login-as: tokens of that address, without one to renew them. */
function grant({ backend, network }: World, email = OTHER): number {
  const { userId, accessToken } = backend.admit(email);
  const tokens = { access_token: accessToken, refresh_token: '', expires_in: 3600 };
  network.answer(loginAs.path, () => Response.json(tokens));
  return userId;
}

async function openActingWorld(): Promise<World> {
  const world = await openWorld();
  const { ok } = await world.phone.session.loginAs(grant(world));
  same(ok, true);
  return world;
}

/** Who works as somebody else, what belongs to whom, and the way back. */
export const actingGuards: Guard[] = [
  guard('S28', 'what the other has left unsent is none of who works as them', async () => {
    const world = await openWorld();
    const { network, phone } = world;
    await phone.signIn(OTHER, 'password');
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    network.on();
    await phone.signIn('promoter@test.example', 'password');
    await phone.session.loginAs(grant(world));
    await passOf(phone);
    const { state, attempts } = await phone.entry(id);
    same([state, attempts, phone.auth.read().subject], ['queued', 0, 2]);
  }),

  guard(
    'S28',
    'the session as another is one of its own, and so is the one that is come back to',
    async () => {
      const world = await openWorld();
      const { phone } = world;
      const before = phone.auth.read();
      await phone.session.loginAs(grant(world));
      const away = phone.auth.read();
      same([away.subject, away.refreshToken, away.own?.refreshToken], [2, '', before.refreshToken]);
      const cache = cacheDbName(ownerKeyOf(ownerOf(phone)));
      await phone.session.comeBack();
      const { subject, accessToken, refreshToken, epoch } = phone.auth.read();
      same([subject, accessToken, refreshToken], [1, before.accessToken, before.refreshToken]);
      same([before.epoch, away.epoch, epoch].length, new Set([before.epoch, away.epoch, epoch]).size);
      same(await Dexie.exists(cache), false);
    },
  ),

  guard('S28', 'nobody goes on as another in the middle of a pass', async () => {
    const world = await openWorld();
    const { network, phone } = world;
    await phone.save('contact.create', people.anna);
    const late = network.hold(SAVE);
    const passing = passOf(phone);
    await late.arrived;
    const taking = phone.session.loginAs(grant(world));
    await untilQuiet();
    same(phone.auth.read().subject, 1);
    late.release();
    await passing;
    same((await taking).ok, true);
  }),

  guard('S28', 'whoever has signed in meanwhile stays signed in, as themselves', async () => {
    const world = await openWorld();
    const { phone } = world;
    const { userId, accessToken } = world.backend.admit(OTHER);
    const asked = deferred();
    const released = deferred();
    world.backend.intercept = request => {
      if (!request.url.endsWith(loginAs.path)) return null;
      asked.resolve();
      return released.promise.then(() => Response.json({ access_token: accessToken, expires_in: 60 }));
    };
    const taking = phone.session.loginAs(userId);
    await asked.promise;
    await phone.signIn(THIRD, 'password');
    released.resolve();
    same([(await taking).ok, phone.auth.read().own], [false, undefined]);
  }),

  guard('S28', 'tokens of somebody else than was asked for are not taken', async () => {
    const world = await openWorld();
    const asked = grant(world) + 1;
    same((await world.phone.session.loginAs(asked)).ok, false);
    same(world.phone.auth.read().subject, 1);
  }),

  guard('S28', 'coming back does not wait for a request that hangs', async () => {
    const { network, phone } = await openActingWorld();
    await phone.save('contact.create', people.anna);
    const late = network.hold(SAVE);
    const passing = passOf(phone).catch(() => undefined);
    await late.arrived;
    const done = deferred();
    await withFastTimers(async () => {
      void phone.session.comeBack().then(done.resolve);
      await done.promise;
    });
    same(phone.auth.read().subject, 1);
    late.release();
    await passing;
  }),

  guard('S28', 'the end of the hour keeps the screens and the way back', async () => {
    const { backend, phone } = await openActingWorld();
    backend.expireTokens();
    const { state } = await phone.session.enter();
    same([state, phone.auth.read().isLoggedIn, phone.auth.read().own?.subject], ['in', false, 1]);
  }),

  guard('S27', 'what was meant for who works as another does not go as the other', async () => {
    const { backend, phone } = await openActingWorld();
    const owner = ownerOf(phone);
    await phone.save('contact.create', people.anna);
    await phone.session.signOut('keep');
    await phone.signIn(OTHER, 'password');
    await drain(phone.context, owner);
    same(backend.effects.length, 0);
  }),

  guard('S29', 'a sign-out as another wipes both, and deletes only what was asked about', async () => {
    const world = await openWorld();
    const { network, phone } = world;
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    network.on();
    const own = phone.book().ownerKey;
    await phone.drafts.save({ key: 'd', ownerKey: own, form: 'contact', value: people.anna });
    await phone.session.loginAs(grant(world));
    await phone.save('contact.create', people.boris);
    await phone.session.signOut('delete');
    same(
      (await phone.entries()).map(entry => entry.id),
      [id],
    );
    same(await phone.drafts.read('d'), undefined);
  }),
];
