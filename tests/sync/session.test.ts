import Dexie from 'dexie';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { cacheDbName } from '#storage/names.ts';
import { readCallBacks } from '#sync/calls.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import { anna } from '#tests/support/samples.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

type Phone = Awaited<ReturnType<Backend['phone']>>;

/** The access token no longer works; the refresh token does. */
function expire(phone: Phone): void {
  phone.auth.write({ ...phone.auth.read(), accessToken: 'expired' });
}

const refreshes = (phone: Phone) => phone.network.seen.filter(({ path }) => path === '/oauth/token').length;

it('[S25] simultaneous 401s over all tabs share one refresh, and all calls succeed', async () => {
  const phone = await backend.phone();
  const tab = await phone.openTab();
  expire(phone);
  const calls = [phone, tab, phone, tab, phone].map(({ api }) => api.call(getUser, {}));
  const answers = await Promise.all(calls);
  expect(answers.every(answer => answer.ok)).toBe(true);
  expect(refreshes(phone)).toBe(1);
});

it('[S25] a drain that meets an expired token takes the locks in order and goes on', async () => {
  const phone = await backend.phone();
  const entry = await phone.save('contact.create', anna);
  expire(phone);
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(refreshes(phone)).toBe(1);
});

describe('[S26] what ends a session', () => {
  it.each(['drop-before', '500-before', 'html', '503', '429'] as const)(
    '%s on the refresh does not',
    async fault => {
      const phone = await backend.phone();
      const entry = await phone.save('contact.create', anna);
      expire(phone);
      phone.network.fault('/oauth/token', fault);
      await phone.drain();
      expect(phone.auth.read().isLoggedIn).toBe(true);
      expect((await phone.entry(entry.id)).state).toBe('queued');
      await phone.drain();
      expect((await phone.entry(entry.id)).state).toBe('done');
    },
  );

  it.each([
    ['league 5', 400, { error: 'invalid_request', message: 'The refresh token is invalid.' }],
    ['league 6–8', 401, { error: 'invalid_request', error_description: 'The refresh token is invalid.' }],
    ['league 9', 400, { error: 'invalid_grant', error_description: 'Token has been revoked' }],
  ])('a proven refusal does (%s), and the outbox waits for the same user', async (_, status, body) => {
    const phone = await backend.phone();
    const entry = await phone.save('contact.create', anna);
    expire(phone);
    phone.network.answer('/oauth/token', () => Response.json(body, { status }));
    await phone.drain();
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, accessToken: '', refreshToken: '' });
    expect((await phone.entry(entry.id)).state).toBe('queued');
    await phone.signIn(phone.email, backend.password);
    await phone.drain();
    expect((await phone.entry(entry.id)).state).toBe('done');
  });

  it('a refused client does not: the firm has to mend its configuration', async () => {
    const phone = await backend.phone();
    expire(phone);
    phone.network.answer('/oauth/token', () => Response.json({ error: 'invalid_client' }, { status: 401 }));
    await phone.api.call(getUser, {});
    expect(phone.auth.read().isLoggedIn).toBe(true);
  });

  it('a refusal of a refresh token that a sibling has replaced meanwhile does not', async () => {
    const phone = await backend.phone();
    expire(phone);
    phone.network.answer('/oauth/token', () => {
      phone.auth.write({ ...phone.auth.read(), accessToken: 'newer', refreshToken: 'newer' });
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    });
    await phone.api.call(getUser, {});
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: true, accessToken: 'newer' });
  });
});

it('[S27] a call built for one user is never repeated as another', async () => {
  const phone = await backend.phone();
  const other = await backend.phone();
  await phone.save('contact.create', anna);
  expire(phone);
  phone.network.answer('/oauth/token', () => {
    const { accessToken, refreshToken } = other.auth.read();
    phone.auth.write({
      ...phone.auth.read(),
      accessToken,
      refreshToken,
      subject: other.auth.read().subject,
      epoch: 'x',
    });
    return Response.json({ access_token: 'late', refresh_token: 'late', expires_in: 60 });
  });
  await phone.drain().catch(() => {});
  expect(await backend.contactNames(other.email)).toEqual([]);
});

it('[S28] another user of the phone finds nothing of the last one and sends nothing of theirs', async () => {
  const phone = await backend.phone();
  await phone.rawSave(anna);
  await phone.pullAll();
  const first = phone.book().ownerKey;
  phone.network.off();
  const entry = await phone.save('contact.create', { ...anna, first_name: 'Чужая' });
  phone.network.on();
  const other = await backend.createPromoter();
  await phone.signIn(other.email, backend.password);
  expect(await Dexie.exists(cacheDbName(first))).toBe(false);
  await phone.drain();
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await backend.contactNames(other.email)).toEqual([]);
  await phone.signIn(phone.email, backend.password);
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
});

it('[S29] logout keeps unsent entries sealed to their owner, or deletes them if the user says so', async () => {
  const phone = await backend.phone();
  phone.network.off();
  const entry = await phone.save('contact.create', anna);
  await phone.session.signOut('keep');
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'queued' });
  phone.network.on();
  await phone.signIn(phone.email, backend.password);
  phone.network.off();
  await phone.session.signOut('delete');
  expect(await phone.entries()).toEqual([]);
});

it('[S29] logout does not wait for a request that hangs, and its late answer is still taken', async () => {
  const phone = await backend.phone();
  const entry = await phone.save('contact.create', anna);
  const answer = phone.network.hold('/contacts/save');
  const passing = phone.drain().catch(() => {});
  await answer.arrived;
  await phone.session.signOut('keep');
  expect(phone.auth.read().isLoggedIn).toBe(false);
  answer.release();
  await passing;
  expect((await phone.entry(entry.id)).state).toBe('done');
  await phone.signIn(phone.email, backend.password);
  await phone.drain();
  expect(await backend.contactNames(phone.email)).toEqual(['Анна']);
});

it('[S29] after logout the server accepts the old tokens no more', async () => {
  const phone = await backend.phone();
  const before = phone.auth.read();
  const revoking = phone.network.hold('/oauth/revoke');
  await phone.session.signOut('keep');
  await revoking.arrived;
  revoking.release();
  phone.auth.write(before);
  expect(await phone.api.call(getUser, {})).toMatchObject({
    ok: false,
    problem: { kind: 'unauthenticated' },
  });
  expect(phone.auth.read().isLoggedIn).toBe(false);
});

it('[S30] logout wipes cache, drafts and tokens', async () => {
  const phone = await backend.phone();
  const { ownerKey } = phone.book();
  await phone.rawSave(anna);
  await phone.pullAll();
  await phone.drafts.save({ key: 'd', ownerKey, form: 'contact', value: anna });
  await phone.session.signOut('keep');
  expect(await Dexie.exists(cacheDbName(ownerKey))).toBe(false);
  expect(await phone.drafts.read('d')).toBeUndefined();
  expect(phone.handset.storage.getItem('application')).toBeNull();
});

it('[S30] logout wipes the log of calls; who is to be called back stays sealed to their owner', async () => {
  const phone = await backend.phone();
  const { ownerKey } = phone.book();
  const call = { ownerKey, contact: '7', name: 'Анна', phone: '0001234567', at: 1, note: '' };
  const plain = { ...call, id: 'plain', outcome: 'reached', callBackOn: '' } as const;
  const open = { ...call, id: 'open', outcome: 'call-back', callBackOn: '2026-11-20' } as const;
  await phone.db.calls.bulkPut([plain, open]);
  await phone.session.signOut('keep');
  expect((await phone.db.calls.toArray()).map(({ id }) => id)).toEqual(['open']);
  const other = await backend.createPromoter();
  await phone.signIn(other.email, backend.password);
  expect(await readCallBacks(phone.db, phone.book().ownerKey, '2026-11-20')).toEqual([]);
  await phone.session.signOut('delete');
  await phone.signIn(phone.email, backend.password);
  expect(await readCallBacks(phone.db, ownerKey, '2026-11-20')).toHaveLength(1);
  await phone.session.signOut('delete');
  expect(await phone.db.calls.count()).toBe(0);
});

it('[S30] local storage never holds anything personal, and a superseded entry keeps only its receipt', async () => {
  const phone = await backend.phone();
  const entry = await phone.save('contact.create', anna);
  await phone.drain();
  expect(phone.handset.storage.getItem('application')).not.toMatch(/Анна|000123|@/);
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'done', payload: null, base: null });
});

describe('entry into the protected area', () => {
  it('without an answer it goes on with the cached user', async () => {
    const phone = await backend.phone();
    phone.network.off();
    const again = await phone.crash();
    expect(await again.session.enter()).toMatchObject({ state: 'in', offline: true });
  });

  it.each(['html', '500-before', '503'] as const)('%s is no answer about the session either', async fault => {
    const phone = await backend.phone();
    phone.network.fault('/api/getUser', fault);
    expect(await phone.session.enter()).toMatchObject({ state: 'in', offline: true });
  });

  it('an answered refusal leads out, and the outbox stays', async () => {
    const phone = await backend.phone();
    const entry = await phone.save('contact.create', anna);
    phone.network.fault('/api/getUser', '403');
    expect(await phone.session.enter()).toEqual({ state: 'out' });
    expect((await phone.entry(entry.id)).state).toBe('queued');
  });

  it('a wrong password is told, and nobody is signed in', async () => {
    const phone = await backend.freshPhone();
    const { email } = await backend.createPromoter();
    const refused = await phone.session.signIn(email, 'wrong');
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'refused', code: 'invalid_grant' } });
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, error: 'invalid_grant' });
  });
});
