import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { listUsers } from '#contract/users.ts';
import { HOUR_MS } from '#kit/clock.ts';
import { auditLog, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import { anna, type Phone } from '#tests/support/phone.ts';

const SAVE = '/contacts/save';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

/** A phone of the administrator, and a promoter as whom they may work. */
async function openAsAdmin() {
  const { admin } = backend.server.users;
  const phone = await backend.freshPhone();
  phone.clock.now = backend.server.clock();
  await phone.signIn(admin.email, backend.password);
  const promoter = await backend.createPromoter();
  phone.network.seen.length = 0;
  return { phone, admin, promoter };
}

async function openAsOther() {
  const given = await openAsAdmin();
  const taken = await given.phone.session.loginAs(given.promoter.id);
  expect(taken.ok).toBe(true);
  return given;
}

/** The server ends the session as somebody else, as after its hour. */
function expire(phone: Phone): Promise<void> {
  return Promise.resolve(phone.auth.write({ ...phone.auth.read(), accessToken: 'expired' }));
}

const asked = (phone: Phone, path: string) => phone.network.seen.filter(seen => seen.path.endsWith(path));

it('[S28] what is saved as another arrives in their book once, and the server knows who it was', async () => {
  const { phone, admin, promoter } = await openAsOther();
  const entry = await phone.save('contact.create', anna);
  await phone.drain();
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(asked(phone, SAVE)).toHaveLength(1);
  expect(await backend.contactNames(promoter.email)).toEqual(['Анна']);
  const { db } = backend.server;
  const received = await db.select().from(auditLog).where(eq(auditLog.actor_id, promoter.id));
  expect(received.map(row => row.impersonator_id)).toContain(admin.id);
});

it('[S30] after coming back the server accepts the other’s token no more, and the own one still', async () => {
  const { phone } = await openAsOther();
  const away = phone.auth.read();
  const revoking = phone.network.hold('/oauth/revoke');
  await phone.session.endImpersonation();
  await revoking.arrived;
  revoking.release();
  expect((await phone.api.call(listUsers, {})).ok).toBe(true);
  await phone.auth.write(away);
  expect(await phone.api.call(getUser, {})).toMatchObject({ problem: { kind: 'unauthenticated' } });
  expect(phone.auth.read().isLoggedIn).toBe(false);
});

describe('[S28] the end of the hour', () => {
  it('loses nothing: no refresh, no sign-in as the other, the way back stays', async () => {
    const { phone, admin, promoter } = await openAsOther();
    const entry = await phone.save('contact.create', anna);
    await expire(phone);
    await phone.drain();
    expect(asked(phone, '/oauth/token')).toEqual([]);
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, subject: promoter.id, accessToken: '' });
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued' });
    const again = await phone.crash();
    expect(await again.session.enter()).toMatchObject({ state: 'in', user: { id: promoter.id } });
    await again.session.endImpersonation();
    expect(again.auth.read()).toMatchObject({ isLoggedIn: true, subject: admin.id });
    expect((await again.api.call(listUsers, {})).ok).toBe(true);
    expect((await again.session.loginAs(promoter.id)).ok).toBe(true);
    await again.drain();
    expect(await backend.contactNames(promoter.email)).toEqual(['Анна']);
  });

  it('comes from the server, and is the device’s to tell by its clock before', async () => {
    const { phone, promoter } = await openAsOther();
    backend.server.clock.advance(HOUR_MS);
    try {
      expect(await phone.session.enter()).toMatchObject({ state: 'in', user: { id: promoter.id } });
      expect(phone.auth.read().isLoggedIn).toBe(false);
    } finally {
      backend.server.clock.advance(-HOUR_MS);
    }
  });
});

describe('[S29] signing out while working as another', () => {
  it('ends both sessions, also for the server', async () => {
    const { phone } = await openAsOther();
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
});

it('[S28] a target who has been blocked meanwhile is refused in the server’s words', async () => {
  const { phone, promoter } = await openAsAdmin();
  await transact(backend.server.db, tx =>
    tx.update(users).set({ status: 'blocked' }).where(eq(users.id, promoter.id)),
  );
  expect(await phone.session.loginAs(promoter.id)).toMatchObject({
    problem: { kind: 'refused', status: 404 },
  });
});
