import Dexie from 'dexie';
import { describe, expect, it } from 'vitest';
import { localAuthStore } from '#api/auth-state.ts';
import { getUser, loginAs } from '#contract/session.ts';
import { deferred } from '#kit/deferred.ts';
import { cacheDbName, USER_ROW_PREFIX } from '#storage/database-names.ts';
import { drain } from '#sync/drain.ts';
import { ownersOf } from '#sync/owners.ts';
import { countOthers } from '#sync/summary.ts';
import {
  heldAt,
  OTHER,
  ownerOf,
  PROMOTER,
  passOf,
  people,
  requestsTo,
  SAVE,
  setUp,
  setUpActing,
  setUpTwo,
  statesOf,
  untilQuiet,
  withFastTimers,
} from './fixture.ts';

const THIRD = 'third@test.example';

const isCached = (ownerKey: string) => Dexie.exists(cacheDbName(ownerKey));

it('[S28] what the other has left unsent is none of who works as them', async () => {
  const setup = await setUp();
  const { network, phone } = setup;
  await phone.signIn(OTHER, 'password');
  network.off();
  const { id } = await phone.save('contact.create', people.anna);
  network.on();
  await phone.signIn(PROMOTER, 'password');
  await phone.session.loginAs(setup.server.admit(OTHER).userId);
  await passOf(phone);
  const { state, attempts } = await phone.entry(id);
  expect([state, attempts, phone.auth.read().subject]).toEqual(['queued', 0, 2]);
});

it('[S28] nobody goes on as another in the middle of a pass', async () => {
  const setup = await setUp();
  const { network, phone } = setup;
  await phone.save('contact.create', people.anna);
  const end = await heldAt(network, SAVE, () => passOf(phone));
  const taking = phone.session.loginAs(setup.server.admit(OTHER).userId);
  await untilQuiet();
  expect(phone.auth.read().subject).toBe(1);
  await end();
  expect((await taking).ok).toBe(true);
});

it('[S28] whoever has signed in meanwhile stays signed in, as themselves', async () => {
  const setup = await setUp();
  const { phone } = setup;
  const { userId, accessToken } = setup.server.admit(OTHER);
  const asked = deferred();
  const released = deferred();
  setup.server.intercept = request => {
    if (!request.url.endsWith(loginAs.path)) return null;
    asked.resolve();
    return released.promise.then(() => Response.json({ access_token: accessToken, expires_in: 60 }));
  };
  const taking = phone.session.loginAs(userId);
  await asked.promise;
  await phone.signIn(THIRD, 'password');
  released.resolve();
  expect([(await taking).ok, phone.auth.read().own]).toEqual([false, undefined]);
});

it('[S28] tokens of somebody else than was asked for are not taken', async () => {
  const { network, phone, server, otherId } = await setUpTwo();
  const before = phone.auth.read();
  const { accessToken } = server.admit(OTHER);
  network.answer(loginAs.path, () => Response.json({ access_token: accessToken, expires_in: 3600 }));
  const taken = await phone.session.loginAs(otherId + 1);
  expect(taken).toMatchObject({ ok: false, problem: { kind: 'foreign' } });
  expect(phone.auth.read()).toEqual(before);
});

it('[S28] coming back does not wait for a request that hangs', async () => {
  const { network, phone } = await setUpActing();
  await phone.save('contact.create', people.anna);
  const end = await heldAt(network, SAVE, () => passOf(phone).catch(() => undefined));
  const done = deferred();
  await withFastTimers(async () => {
    void phone.session.endImpersonation().then(done.resolve);
    await done.promise;
  });
  expect(phone.auth.read().subject).toBe(1);
  await end();
  expect(await statesOf({ phone })).toEqual(['done']);
});

it('[S28] the end of the hour keeps the screens and the way back', async () => {
  const { server, phone } = await setUpActing();
  server.expireTokens();
  const { state } = await phone.session.enter();
  expect([state, phone.auth.read().isLoggedIn, phone.auth.read().own?.subject]).toEqual(['in', false, 1]);
});

it('[S27] what was meant for who works as another does not go as the other', async () => {
  const { server, phone } = await setUpActing();
  const owner = ownerOf(phone);
  await phone.save('contact.create', people.anna);
  await phone.session.signOut('keep');
  await phone.signIn(OTHER, 'password');
  await drain(phone.context, owner);
  expect(server.effects.length).toBe(0);
});

it('[S29] a sign-out as another wipes both, and deletes only what was asked about', async () => {
  const setup = await setUp();
  const { network, phone } = setup;
  network.off();
  const { id } = await phone.save('contact.create', people.anna);
  network.on();
  const own = phone.book().ownerKey;
  await phone.session.loginAs(setup.server.admit(OTHER).userId);
  const other = phone.book().ownerKey;
  for (const key of [own, other]) {
    await phone.drafts.save({ key, ownerKey: key, form: 'contact', value: people.anna });
  }
  await phone.save('contact.create', people.boris);
  await phone.session.signOut('delete');
  expect((await phone.entries()).map(entry => entry.id)).toEqual([id]);
  expect([await isCached(own), await isCached(other)]).toEqual([false, false]);
  expect((await phone.db.control.toCollection().primaryKeys()).join()).not.toContain(USER_ROW_PREFIX);
  expect(await phone.db.drafts.count()).toBe(0);
});

it('[S28] the own unsent work waits meanwhile, and goes once after coming back', async () => {
  const { network, phone, server, otherId } = await setUpTwo();
  network.off();
  const own = await phone.save('contact.create', people.anna);
  network.on();
  await phone.session.loginAs(otherId);
  await passOf(phone);
  expect(await phone.entry(own.id)).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await countOthers(phone.db, phone.book().ownerKey)).toBe(1);
  await phone.session.endImpersonation();
  await passOf(phone);
  expect((await phone.entry(own.id)).state).toBe('done');
  expect(server.effects.map(({ userId }) => userId)).toEqual([1]);
});

it('[S28] what was unsent as another is sealed, and goes at the next login as the same user', async () => {
  const { network, phone, server, otherId } = await setUpActing();
  const thirdId = server.admit(THIRD).userId;
  network.off();
  const entry = await phone.save('contact.create', people.anna);
  await phone.session.endImpersonation();
  network.on();
  await passOf(phone);
  await phone.session.loginAs(thirdId);
  await passOf(phone);
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued', attempts: 0 });
  await phone.session.endImpersonation();
  await phone.session.loginAs(otherId);
  await passOf(phone);
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(server.effects.map(({ userId }) => userId)).toEqual([otherId]);
});

it('[S28] as another one has a session of its own; coming back needs no network and leaves nothing of it', async () => {
  const { network, phone, otherId } = await setUpTwo();
  await phone.pullAll();
  const own = phone.book().ownerKey;
  const { accessToken, refreshToken, expiresIn, epoch } = phone.auth.read();
  const session = { accessToken, refreshToken, expiresIn, subject: 1 };
  expect(await phone.session.loginAs(otherId)).toMatchObject({ ok: true, value: { id: otherId } });
  const away = phone.auth.read();
  expect(away).toMatchObject({ isLoggedIn: true, subject: otherId, refreshToken: '', expiresIn: 3600 });
  expect(away.own).toEqual({ ...session, since: phone.clock.now });
  expect(phone.session.owner()).toMatchObject({ userId: otherId, actorId: 1 });
  await phone.pullAll();
  const other = phone.book().ownerKey;
  expect([await isCached(own), await isCached(other)]).toEqual([true, true]);
  network.off();
  await phone.session.endImpersonation();
  const back = phone.auth.read();
  expect(back).toMatchObject({ isLoggedIn: true, ...session });
  expect(back.own).toBeUndefined();
  expect(new Set([epoch, away.epoch, back.epoch]).size).toBe(3);
  expect([await isCached(own), await isCached(other)]).toEqual([true, false]);
  expect(await phone.db.control.get(USER_ROW_PREFIX + other)).toBeUndefined();
  expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: 1 }, offline: true });
});

it('[S28] an answered refusal at the entry keeps the way back', async () => {
  const { network, phone } = await setUpActing();
  network.fault('/api/getUser', '403');
  expect(await phone.session.enter()).toMatchObject({ state: 'in', offline: true });
  expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, own: { subject: 1 } });
});

it('[S28] an own session that has died meanwhile leads to the sign-in, with everything in place', async () => {
  const { network, phone, otherId } = await setUpTwo();
  network.off();
  const entry = await phone.save('contact.create', people.anna);
  network.on();
  await phone.session.loginAs(otherId);
  const { own, ...state } = phone.auth.read();
  const dead = own && { ...own, accessToken: 'dead', refreshToken: 'dead' };
  await phone.auth.write({ ...state, ...(dead && { own: dead }) });
  await phone.session.endImpersonation();
  expect(await phone.session.enter()).toEqual({ state: 'out' });
  expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, subject: 1 });
  await phone.signIn(PROMOTER, 'password');
  await passOf(phone);
  expect((await phone.entry(entry.id)).state).toBe('done');
});

describe('[S28] who stays oneself', () => {
  it.each([
    'drop-before',
    'drop-after',
    '500-before',
    '500-after',
    '403',
    '404',
    'html',
    'truncated',
  ] as const)('when the server’s answer is %s', async fault => {
    const { network, phone, otherId } = await setUpTwo();
    const before = phone.auth.read();
    network.fault(loginAs.path, fault);
    expect((await phone.session.loginAs(otherId)).ok).toBe(false);
    expect(phone.auth.read()).toEqual(before);
    expect((await phone.session.loginAs(otherId)).ok).toBe(true);
  });

  it.each(['drop-before', '500-before', 'html', '403', '401'] as const)(
    'when who that is cannot be asked (%s), and the token ends',
    async fault => {
      const { network, phone, otherId } = await setUpTwo();
      const before = phone.auth.read();
      network.fault('/api/getUser', fault);
      const revoking = network.hold('/oauth/revoke');
      expect((await phone.session.loginAs(otherId)).ok).toBe(false);
      await revoking.arrived;
      revoking.release();
      expect(phone.auth.read()).toEqual(before);
    },
  );

  it.each([loginAs.path, '/api/getUser'])('when the app dies before %s has answered', async path => {
    const { network, phone, otherId } = await setUpTwo();
    const before = phone.auth.read();
    network.fault(path, 'stall-after');
    const stalled = network.stalled(path);
    void phone.session.loginAs(otherId);
    await stalled;
    const again = await phone.crash();
    expect(again.auth.read()).toEqual(before);
    expect(await again.session.enter()).toMatchObject({ state: 'in', user: { id: 1 }, offline: false });
    expect((await again.session.loginAs(otherId)).ok).toBe(true);
  });

  it('when somebody has signed out in another tab meanwhile', async () => {
    const { network, phone, otherId } = await setUpTwo();
    const answer = network.hold(loginAs.path);
    const taking = phone.session.loginAs(otherId);
    await answer.arrived;
    await (await phone.openTab()).session.signOut('keep');
    answer.release();
    expect((await taking).ok).toBe(false);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, subject: null });
  });

  it('when they work as somebody already, or mean themselves: the server is not even asked', async () => {
    const setup = await setUpTwo();
    const { phone, server, otherId } = setup;
    expect((await phone.session.loginAs(1)).ok).toBe(false);
    expect((await phone.session.loginAs(otherId)).ok).toBe(true);
    const before = phone.auth.read();
    expect((await phone.session.loginAs(server.admit(THIRD).userId)).ok).toBe(false);
    expect((await phone.session.loginAs(1)).ok).toBe(false);
    expect(requestsTo(setup, loginAs.path)).toHaveLength(1);
    expect(phone.auth.read()).toEqual(before);
  });
});

describe('two tabs', () => {
  it('[S28] the other tab follows, there and back', async () => {
    const { phone, otherId } = await setUpTwo();
    const tab = await phone.openTab();
    await phone.session.loginAs(otherId);
    expect(tab.session.owner()).toMatchObject({ userId: otherId, actorId: 1 });
    expect(await tab.session.enter()).toMatchObject({ state: 'in', user: { id: otherId } });
    await tab.session.endImpersonation();
    expect(phone.session.owner()).toEqual({ apiOrigin: ownerOf(tab).apiOrigin, userId: 1 });
    expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: 1 } });
  });

  it('[S28] both come back at once: once is enough', async () => {
    const { phone } = await setUpActing();
    const tab = await phone.openTab();
    await Promise.all([phone.session.endImpersonation(), tab.session.endImpersonation()]);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: true, subject: 1 });
    expect((await phone.api.call(getUser, {})).ok).toBe(true);
  });

  it('[S27] an entry that was answered after the other tab came back is asked again as oneself', async () => {
    const { network, phone } = await setUpActing();
    const other = phone.book().ownerKey;
    const tab = await phone.openTab();
    const answer = network.hold('/api/getUser');
    const entering = phone.session.enter();
    await answer.arrived;
    await tab.session.endImpersonation();
    answer.release();
    expect(await entering).toMatchObject({ state: 'in', user: { id: 1 } });
    expect(await isCached(other)).toBe(false);
  });
});

it('[S28] whoever signs in over a session as another leaves nothing of both behind', async () => {
  const { phone, otherId } = await setUpTwo();
  const own = phone.book().ownerKey;
  await phone.session.loginAs(otherId);
  const other = phone.book().ownerKey;
  await phone.signIn(THIRD, 'password');
  expect(phone.auth.read().own).toBeUndefined();
  expect([await isCached(own), await isCached(other)]).toEqual([false, false]);
});

it('[S28] what a crash on the way back has left of the other’s book goes with the next entry', async () => {
  const { phone } = await setUpActing();
  const other = phone.book().ownerKey;
  const { own, ...away } = phone.auth.read();
  await phone.auth.write({ ...away, ...own, epoch: 'back, and dead before the book was gone' });
  const again = await phone.crash();
  await again.session.enter();
  expect(await isCached(other)).toBe(false);
  expect(await isCached(again.book().ownerKey)).toBe(true);
});

it('[S28] as somebody of whom nothing is here one is oneself again, also without a network', async () => {
  const { network, phone } = await setUpActing();
  network.off();
  const { ownerKey } = phone.book();
  await Dexie.delete(cacheDbName(ownerKey));
  await phone.db.control.delete(USER_ROW_PREFIX + ownerKey);
  expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: 1 }, offline: true });
});

it('a session that an older version has stored is read as it is', () => {
  const stored = {
    isLoggedIn: true,
    accessToken: 'a',
    refreshToken: 'r',
    expiresIn: 60,
    error: '',
    subject: 7,
    epoch: 'e',
  };
  const values = new Map([['application', JSON.stringify(stored)]]);
  const storage = { getItem: (key: string) => values.get(key) ?? null, setItem() {}, removeItem() {} };
  const auth = localAuthStore(storage);
  expect(auth.read()).toEqual(stored);
  expect(ownersOf(auth, '').owner()).toEqual({ apiOrigin: '', userId: 7 });
});
