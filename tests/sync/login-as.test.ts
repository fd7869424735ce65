import Dexie from 'dexie';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAuthStore } from '#api/auth-state.ts';
import { getUser, loginAs } from '#contract/session.ts';
import { listUsers } from '#contract/users.ts';
import { HOUR_MS } from '#kit/clock.ts';
import { auditLog, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { cacheDbName } from '#storage/names.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { drain } from '#sync/drain.ts';
import { ownersOf } from '#sync/owners.ts';
import { restoreMirrored, workerAuthStore } from '#sync/session-mirror.ts';
import { countOthers } from '#sync/summary.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import type { Phone } from '#tests/support/phone.ts';
import { anna, samples } from '#tests/support/samples.ts';

const LOGIN_AS = loginAs.path;
const SAVE = '/contacts/save';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

/** A phone of the administrator, and a promoter as whom they may work. */
async function office() {
  const { admin } = backend.server.users;
  const phone = await backend.freshPhone();
  phone.clock.now = backend.server.clock();
  await phone.signIn(admin.email, backend.password);
  const promoter = await backend.createPromoter();
  phone.network.seen.length = 0;
  return { phone, admin, promoter };
}

async function officeAsOther() {
  const given = await office();
  const taken = await given.phone.session.loginAs(given.promoter.id);
  expect(taken.ok).toBe(true);
  return given;
}

/** The server ends the session as somebody else, as after its hour. */
function expire(phone: Phone): Promise<void> {
  return Promise.resolve(phone.auth.write({ ...phone.auth.read(), accessToken: 'expired' }));
}

const asked = (phone: Phone, path: string) => phone.network.seen.filter(seen => seen.path.endsWith(path));
const ownerKey = (phone: Phone) => ownerKeyOf(backend.owner(phone));
const isCached = (key: string) => Dexie.exists(cacheDbName(key));

it('[S28] working as another has its own owner, its own epoch, and never the own refresh token', async () => {
  const { phone, admin, promoter } = await office();
  const before = phone.auth.read();
  const taken = await phone.session.loginAs(promoter.id);
  expect(taken).toMatchObject({ ok: true, value: { id: promoter.id } });
  const after = phone.auth.read();
  expect(after).toMatchObject({ isLoggedIn: true, subject: promoter.id, refreshToken: '', expiresIn: 3600 });
  expect(after.epoch).not.toBe(before.epoch);
  expect(after.own).toEqual({
    ...{ accessToken: before.accessToken, refreshToken: before.refreshToken, expiresIn: before.expiresIn },
    ...{ subject: admin.id, since: phone.clock.now },
  });
  expect(phone.session.owner()).toMatchObject({ userId: promoter.id, actorId: admin.id });
});

it('[S28] what is saved as another arrives in their book once, and the server knows who it was', async () => {
  const { phone, admin, promoter } = await officeAsOther();
  const entry = await phone.save('contact.create', anna);
  await phone.drain();
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(asked(phone, SAVE)).toHaveLength(1);
  expect(await backend.contactNames(promoter.email)).toEqual(['Анна']);
  const { db } = backend.server;
  const told = await db.select().from(auditLog).where(eq(auditLog.actor_id, promoter.id));
  expect(told.map(row => row.impersonator_id)).toContain(admin.id);
});

it('[S28] the own unsent work waits meanwhile, and goes once after coming back', async () => {
  const { phone } = await office();
  phone.network.off();
  const own = await phone.save('contact.create', anna);
  phone.network.on();
  const { promoter } = await asPromoter(phone);
  await phone.drain();
  expect(await phone.entry(own.id)).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await countOthers(phone.db, ownerKey(phone))).toBe(1);
  await phone.session.comeBack();
  await phone.drain();
  expect((await phone.entry(own.id)).state).toBe('done');
  expect(asked(phone, SAVE)).toHaveLength(1);
  expect(await backend.contactNames(promoter.email)).toEqual([]);
});

async function asPromoter(phone: Phone) {
  const promoter = await backend.createPromoter();
  expect((await phone.session.loginAs(promoter.id)).ok).toBe(true);
  return { promoter };
}

it('[S28] what the other has left unsent on this device is neither sent nor touched', async () => {
  const phone = await backend.phone();
  const { userId } = backend.owner(phone);
  phone.network.off();
  const sealed = await phone.save('contact.create', anna);
  await phone.session.signOut('keep');
  phone.network.on();
  await phone.signIn(backend.server.users.admin.email, backend.password);
  expect((await phone.session.loginAs(userId)).ok).toBe(true);
  const mine = await phone.save('contact.create', samples.boris);
  await phone.drain();
  expect(await phone.entry(sealed.id)).toMatchObject({ state: 'queued', attempts: 0 });
  expect((await phone.entry(mine.id)).state).toBe('done');
  expect(await countOthers(phone.db, ownerKey(phone))).toBe(1);
  expect(await backend.contactNames(phone.email)).toEqual(['Борис']);
  await phone.session.signOut('delete');
  await phone.signIn(phone.email, backend.password);
  await phone.drain();
  expect((await phone.entry(sealed.id)).state).toBe('done');
});

it('[S28] what was unsent as another is sealed, and goes at the next login as the same user', async () => {
  const { phone, promoter } = await officeAsOther();
  phone.network.off();
  const entry = await phone.save('contact.create', anna);
  await phone.session.comeBack();
  phone.network.on();
  await phone.drain();
  await asPromoter(phone);
  await phone.drain();
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued', attempts: 0 });
  await phone.session.comeBack();
  expect((await phone.session.loginAs(promoter.id)).ok).toBe(true);
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(await backend.contactNames(promoter.email)).toEqual(['Анна']);
});

it('[S28] coming back needs no network; the own book was kept, the other’s is gone', async () => {
  const { phone, admin } = await office();
  await phone.rawSave(anna);
  await phone.pullAll();
  const own = ownerKey(phone);
  const { epoch } = phone.auth.read();
  await asPromoter(phone);
  await phone.pullAll();
  const other = ownerKey(phone);
  expect([await isCached(own), await isCached(other)]).toEqual([true, true]);
  const away = phone.auth.read().epoch;
  phone.network.off();
  await phone.session.comeBack();
  expect(phone.auth.read()).toMatchObject({ isLoggedIn: true, subject: admin.id });
  expect(phone.auth.read().own).toBeUndefined();
  expect([epoch, away]).not.toContain(phone.auth.read().epoch);
  expect([await isCached(own), await isCached(other)]).toEqual([true, false]);
  expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: admin.id }, offline: true });
});

it('[S30] after coming back the server accepts the other’s token no more, and the own one still', async () => {
  const { phone } = await officeAsOther();
  const away = phone.auth.read();
  const revoking = phone.network.hold('/oauth/revoke');
  await phone.session.comeBack();
  await revoking.arrived;
  revoking.release();
  expect((await phone.api.call(listUsers, {})).ok).toBe(true);
  await phone.auth.write(away);
  expect(await phone.api.call(getUser, {})).toMatchObject({ problem: { kind: 'unauthenticated' } });
  expect(phone.auth.read().isLoggedIn).toBe(false);
});

describe('[S28] the end of the hour', () => {
  it('loses nothing: no refresh, no sign-in as the other, the way back stays', async () => {
    const { phone, admin, promoter } = await officeAsOther();
    const entry = await phone.save('contact.create', anna);
    await expire(phone);
    await phone.drain();
    expect(asked(phone, '/oauth/token')).toEqual([]);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, subject: promoter.id, accessToken: '' });
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued' });
    const again = await phone.crash();
    expect(await again.session.enter()).toMatchObject({ state: 'in', user: { id: promoter.id } });
    await again.session.comeBack();
    expect(again.auth.read()).toMatchObject({ isLoggedIn: true, subject: admin.id });
    expect((await again.api.call(listUsers, {})).ok).toBe(true);
    expect((await again.session.loginAs(promoter.id)).ok).toBe(true);
    await again.drain();
    expect(await backend.contactNames(promoter.email)).toEqual(['Анна']);
  });

  it('comes from the server, and is the device’s to tell by its clock before', async () => {
    const { phone, promoter } = await officeAsOther();
    backend.server.clock.advance(HOUR_MS);
    try {
      expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: promoter.id } });
      expect(phone.auth.read().isLoggedIn).toBe(false);
    } finally {
      backend.server.clock.advance(-HOUR_MS);
    }
  });

  it('an answered refusal at the entry keeps the way back too', async () => {
    const { phone } = await officeAsOther();
    phone.network.fault('/api/getUser', '403');
    expect(await phone.session.enter()).toMatchObject({ state: 'in', offline: true });
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false });
    expect(phone.auth.read().own).toBeDefined();
  });

  it('an own session that has died meanwhile leads to the sign-in, with everything in place', async () => {
    const { phone, admin } = await office();
    phone.network.off();
    const entry = await phone.save('contact.create', anna);
    phone.network.on();
    await asPromoter(phone);
    const { own, ...state } = phone.auth.read();
    const dead = own && { ...own, accessToken: 'dead', refreshToken: 'dead' };
    await phone.auth.write({ ...state, ...(dead && { own: dead }) });
    await phone.session.comeBack();
    expect(await phone.session.enter()).toEqual({ state: 'out' });
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, subject: admin.id });
    await phone.signIn(admin.email, backend.password);
    await phone.drain();
    expect((await phone.entry(entry.id)).state).toBe('done');
  });
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
    const { phone, promoter } = await office();
    const before = phone.auth.read();
    phone.network.fault(LOGIN_AS, fault);
    expect((await phone.session.loginAs(promoter.id)).ok).toBe(false);
    expect(phone.auth.read()).toEqual(before);
    expect((await phone.session.loginAs(promoter.id)).ok).toBe(true);
  });

  it.each(['drop-before', '500-before', 'html', '403', '401'] as const)(
    'when who that is cannot be asked (%s), and the token ends',
    async fault => {
      const { phone, promoter } = await office();
      const before = phone.auth.read();
      phone.network.fault('/api/getUser', fault);
      const revoking = phone.network.hold('/oauth/revoke');
      expect((await phone.session.loginAs(promoter.id)).ok).toBe(false);
      await revoking.arrived;
      revoking.release();
      expect(phone.auth.read()).toEqual(before);
    },
  );

  it('when the token turns out to be somebody else’s', async () => {
    const { phone, promoter } = await office();
    const before = phone.auth.read();
    phone.network.answer('/api/getUser', () =>
      Response.json({ id: promoter.id + 1, name: 'Кто-то', email: '', role: {}, can: {} }),
    );
    expect(await phone.session.loginAs(promoter.id)).toMatchObject({ problem: { kind: 'foreign' } });
    expect(phone.auth.read()).toEqual(before);
  });

  it.each([LOGIN_AS, '/api/getUser'])('when the app dies before %s has answered', async path => {
    const { phone, admin, promoter } = await office();
    const before = phone.auth.read();
    phone.network.fault(path, 'stall-after');
    const stalled = phone.network.stalled(path);
    void phone.session.loginAs(promoter.id);
    await stalled;
    const again = await phone.crash();
    expect(again.auth.read()).toEqual(before);
    expect(await again.session.enter()).toMatchObject({
      state: 'in',
      user: { id: admin.id },
      offline: false,
    });
    expect((await again.session.loginAs(promoter.id)).ok).toBe(true);
  });

  it('when somebody has signed out in another tab meanwhile', async () => {
    const { phone, promoter } = await office();
    const answer = phone.network.hold(LOGIN_AS);
    const taking = phone.session.loginAs(promoter.id);
    await answer.arrived;
    await (await phone.openTab()).session.signOut('keep');
    answer.release();
    expect((await taking).ok).toBe(false);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, subject: null });
  });

  it('when they work as somebody already, or mean themselves: the server is not even asked', async () => {
    const { phone, admin, promoter } = await office();
    expect((await phone.session.loginAs(admin.id)).ok).toBe(false);
    expect((await phone.session.loginAs(promoter.id)).ok).toBe(true);
    const before = phone.auth.read();
    const other = await backend.createPromoter();
    expect((await phone.session.loginAs(other.id)).ok).toBe(false);
    expect((await phone.session.loginAs(admin.id)).ok).toBe(false);
    expect(asked(phone, LOGIN_AS)).toHaveLength(1);
    expect(phone.auth.read()).toEqual(before);
  });
});

it('[S28] a pass that runs ends as whom it began', async () => {
  const { phone, admin, promoter } = await office();
  const entry = await phone.save('contact.create', anna);
  const answer = phone.network.hold(SAVE);
  const passing = phone.drain();
  await answer.arrived;
  const asking = phone.network.hold('/api/getUser');
  const taking = phone.session.loginAs(promoter.id);
  await asking.arrived;
  asking.release();
  expect(phone.auth.read().subject).toBe(admin.id);
  answer.release();
  await passing;
  expect((await taking).ok).toBe(true);
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(await backend.contactNames(promoter.email)).toEqual([]);
});

it('[S28] coming back does not wait for a request that hangs, and its late answer is still taken', async () => {
  const { phone, admin, promoter } = await officeAsOther();
  const entry = await phone.save('contact.create', anna);
  const answer = phone.network.hold(SAVE);
  const passing = drain(phone.context, backend.owner(phone)).catch(() => {});
  await answer.arrived;
  await phone.session.comeBack();
  expect(phone.auth.read().subject).toBe(admin.id);
  answer.release();
  await passing;
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(await backend.contactNames(promoter.email)).toEqual(['Анна']);
});

it('[S27] nothing that was meant for the session as another goes as the other themselves', async () => {
  const { phone, promoter } = await officeAsOther();
  const owner = backend.owner(phone);
  const entry = await phone.save('contact.create', anna);
  await phone.session.signOut('keep');
  await phone.signIn(promoter.email, backend.password);
  await drain(phone.context, owner);
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued' });
  expect(await backend.contactNames(promoter.email)).toEqual([]);
});

describe('two tabs', () => {
  it('[S28] the other tab follows, there and back', async () => {
    const { phone, admin, promoter } = await office();
    const tab = await phone.openTab();
    await phone.session.loginAs(promoter.id);
    expect(tab.session.owner()).toMatchObject({ userId: promoter.id, actorId: admin.id });
    expect(await tab.session.enter()).toMatchObject({ state: 'in', user: { id: promoter.id } });
    await tab.session.comeBack();
    expect(phone.session.owner()).toEqual({ apiOrigin: backend.owner(tab).apiOrigin, userId: admin.id });
    expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: admin.id } });
  });

  it('[S28] both come back at once: once is enough', async () => {
    const { phone, admin } = await officeAsOther();
    const tab = await phone.openTab();
    await Promise.all([phone.session.comeBack(), tab.session.comeBack()]);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: true, subject: admin.id });
    expect((await phone.api.call(listUsers, {})).ok).toBe(true);
  });

  it('[S27] an entry that was answered after the other tab came back is asked again as oneself', async () => {
    const { phone, admin } = await officeAsOther();
    const other = ownerKey(phone);
    const tab = await phone.openTab();
    const answer = phone.network.hold('/api/getUser');
    const entering = phone.session.enter();
    await answer.arrived;
    await tab.session.comeBack();
    answer.release();
    expect(await entering).toMatchObject({ state: 'in', user: { id: admin.id } });
    expect(await isCached(other)).toBe(false);
  });
});

describe('[S29] signing out while working as another', () => {
  it('ends both sessions, also for the server', async () => {
    const { phone } = await officeAsOther();
    const before = phone.auth.read();
    const revoking = [phone.network.hold('/oauth/revoke'), phone.network.hold('/oauth/revoke')];
    await phone.session.signOut('keep');
    for (const each of revoking) {
      await each.arrived;
      each.release();
    }
    expect(phone.handset.storage.getItem('application')).toBeNull();
    const { own, ...away } = before;
    await phone.auth.write(away);
    expect((await phone.api.call(listUsers, {})).ok).toBe(false);
    await phone.auth.write({ ...away, ...own });
    expect((await phone.api.call(listUsers, {})).ok).toBe(false);
  });

  it('wipes what both have read and typed, and deletes of the unsent only what was asked about', async () => {
    const { phone, promoter } = await office();
    const own = ownerKey(phone);
    phone.network.off();
    const mine = await phone.save('contact.create', anna);
    phone.network.on();
    await phone.session.loginAs(promoter.id);
    const other = ownerKey(phone);
    await phone.save('contact.create', samples.boris);
    for (const key of [own, other])
      await phone.drafts.save({ key, ownerKey: key, form: 'contact', value: anna });
    await phone.session.signOut('delete');
    expect((await phone.entries()).map(({ id }) => id)).toEqual([mine.id]);
    expect([await isCached(own), await isCached(other)]).toEqual([false, false]);
    expect(await phone.db.drafts.count()).toBe(0);
  });
});

it('[S28] whoever signs in over a session as another leaves nothing of both behind', async () => {
  const { phone } = await office();
  const own = ownerKey(phone);
  await asPromoter(phone);
  const other = ownerKey(phone);
  const next = await backend.createPromoter();
  await phone.signIn(next.email, backend.password);
  expect(phone.auth.read().own).toBeUndefined();
  expect([await isCached(own), await isCached(other)]).toEqual([false, false]);
});

it('[S28] what a crash on the way back has left of the other’s book goes with the next entry', async () => {
  const { phone } = await officeAsOther();
  const other = ownerKey(phone);
  const { own, ...away } = phone.auth.read();
  await phone.auth.write({ ...away, ...own, epoch: 'back, and dead before the book was gone' });
  const again = await phone.crash();
  await again.session.enter();
  expect(await isCached(other)).toBe(false);
  expect(await isCached(ownerKey(again))).toBe(true);
});

it('[S28] as somebody of whom nothing is here one is oneself again, also without a network', async () => {
  const { phone, admin } = await officeAsOther();
  phone.network.off();
  await Dexie.delete(cacheDbName(ownerKey(phone)));
  expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: admin.id }, offline: true });
});

it('[S28] a target who has been blocked meanwhile is refused in the server’s words', async () => {
  const { phone, promoter } = await office();
  await transact(backend.server.db, tx =>
    tx.update(users).set({ status: 'blocked' }).where(eq(users.id, promoter.id)),
  );
  expect(await phone.session.loginAs(promoter.id)).toMatchObject({
    problem: { kind: 'refused', status: 404 },
  });
});

it('a session that an older version has stored is read as it is', () => {
  const stored = {
    ...{ isLoggedIn: true, accessToken: 'a', refreshToken: 'r', expiresIn: 60, error: '' },
    ...{ subject: 7, epoch: 'e' },
  };
  const values = new Map([['application', JSON.stringify(stored)]]);
  const storage = { getItem: (key: string) => values.get(key) ?? null, setItem() {}, removeItem() {} };
  const auth = localAuthStore(storage);
  expect(auth.read()).toEqual(stored);
  expect(ownersOf(auth, '').owner()).toEqual({ apiOrigin: '', userId: 7 });
});

it('[S28] the worker knows as whom it sends, and who that is', async () => {
  const { phone, admin, promoter } = await officeAsOther();
  const page = await restoreMirrored(phone.db, localAuthStore(phone.handset.storage));
  await page.write(page.read());
  const worker = workerAuthStore(phone.db);
  await worker.latest();
  expect(ownersOf(worker, '').owner()).toEqual({ apiOrigin: '', userId: promoter.id, actorId: admin.id });
});
