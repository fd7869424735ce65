import Dexie from 'dexie';
import { expect, it } from 'vitest';
import { localAuthStore } from '#api/auth-state.ts';
import { isAnswered } from '#api/problem.ts';
import { getUser } from '#contract/session.ts';
import { deferred } from '#kit/deferred.ts';
import { cacheDbName, PROBLEMS_ROW_PREFIX, USER_ROW_PREFIX } from '#storage/database-names.ts';
import { readCallBacks } from '#sync/phone-calls.ts';
import { restoreMirrored, workerAuthStore } from '#sync/session-mirror.ts';
import {
  heldAt,
  OTHER,
  PROMOTER,
  passOf,
  people,
  requestsTo,
  SAVE,
  setUp,
  setUpKeyed,
  statesOf,
  untilQuiet,
  withFastTimers,
} from './fixture.ts';

const isUser = (name: string) => name.startsWith(USER_ROW_PREFIX);

it('[S28] the next user waits for the pass, finds nothing of the last one’s, and sends nothing of theirs', async () => {
  const setup = await setUpKeyed();
  const { network, phone } = setup;
  await phone.signIn(PROMOTER, 'password');
  const { cache, ownerKey } = phone.book();
  await cache.marks.put({ name: 'book', tick: 1, at: 1 });
  const { epoch } = phone.auth.read();
  await phone.save('contact.create', people.anna);
  const end = await heldAt(network, SAVE, () => passOf(phone));
  const signing = phone.signIn(OTHER, 'password');
  await untilQuiet();
  expect(phone.auth.read().subject).toBe(1);
  await end();
  await signing;
  expect([phone.auth.read().epoch === epoch, await Dexie.exists(cacheDbName(ownerKey))]).toEqual([
    false,
    false,
  ]);
});

it('[S28] other owners’ entries are not touched by a pass', async () => {
  const { network, phone } = await setUpKeyed();
  network.off();
  const { id } = await phone.save('contact.create', people.anna);
  network.on();
  await phone.signIn(OTHER, 'password');
  await passOf(phone);
  const own = await phone.save('contact.create', people.vera);
  await passOf(phone);
  const { state, attempts } = await phone.entry(id);
  expect([state, attempts, (await phone.entry(own.id)).state]).toEqual(['queued', 0, 'done']);
});

it('[S29] a sign-out keeps what waits, or deletes that of this user alone', async () => {
  const setup = await setUp();
  const { network, phone } = setup;
  network.off();
  await phone.save('contact.create', people.anna);
  network.on();
  await phone.session.signOut('keep');
  expect(await statesOf(setup)).toEqual(['queued']);
  await phone.signIn(OTHER, 'password');
  network.off();
  await phone.save('contact.create', people.boris);
  await phone.session.signOut('delete');
  expect((await phone.entries()).map(({ owner }) => owner.userId)).toEqual([1]);
});

it('[S29] a sign-out does not wait for a request that hangs', async () => {
  const { network, phone } = await setUpKeyed();
  await phone.save('contact.create', people.anna);
  const end = await heldAt(network, SAVE, () => passOf(phone));
  const done = deferred();
  await withFastTimers(async () => {
    void phone.session.signOut('keep').then(done.resolve);
    await done.promise;
  });
  expect(phone.auth.read().isLoggedIn).toBe(false);
  await end();
  expect(await statesOf({ phone })).toEqual(['done']);
});

it('[S30] a sign-out wipes cache, drafts, tokens and what failed', async () => {
  const { phone } = await setUp();
  const { cache, ownerKey } = phone.book();
  await cache.marks.put({ name: 'book', tick: 1, at: 1 });
  await phone.drafts.save({ key: 'd', ownerKey, form: 'contact', value: people.anna });
  await phone.db.control.put({ name: PROBLEMS_ROW_PREFIX + ownerKey, value: [] });
  await phone.session.signOut('keep');
  expect(await phone.db.control.get(PROBLEMS_ROW_PREFIX + ownerKey)).toBeUndefined();
  expect([
    await Dexie.exists(cacheDbName(ownerKey)),
    await phone.drafts.read('d'),
    phone.handset.storage.getItem('application'),
  ]).toEqual([false, undefined, null]);
});

it('[S25] page and worker see each other’s tokens', async () => {
  const { phone } = await setUp();
  const page = await restoreMirrored(phone.db, localAuthStore(phone.handset.storage));
  const worker = workerAuthStore(phone.db);
  await page.write({ ...page.read(), accessToken: 'page' });
  expect((await worker.latest()).accessToken).toBe('page');
  await worker.write({ ...worker.read(), accessToken: 'worker' });
  expect((await page.latest()).accessToken).toBe('worker');
  await page.remove();
  expect([(await worker.latest()).isLoggedIn, (await page.latest()).isLoggedIn]).toEqual([false, false]);
});

it('[S26] a phone that dies before local storage is on the disk comes back signed in', async () => {
  const { phone } = await setUp();
  const { storage } = phone.handset;
  const page = await restoreMirrored(phone.db, localAuthStore(storage));
  await page.write(page.read());
  storage.removeItem('application');
  const again = await restoreMirrored(phone.db, localAuthStore(storage));
  expect(again.read().isLoggedIn).toBe(true);
  await again.remove();
  const after = await restoreMirrored(phone.db, localAuthStore(storage));
  expect(after.read().isLoggedIn).toBe(false);
});

it('[S29] a sign-out tells the server that the session is over', async () => {
  const setup = await setUp();
  const { network, phone } = setup;
  const { refreshToken } = phone.auth.read();
  const revoking = network.hold('/oauth/revoke');
  await phone.session.signOut('keep');
  await revoking.arrived;
  revoking.release();
  const [asked] = requestsTo(setup, '/oauth/revoke');
  expect(new URLSearchParams(asked?.body).get('token')).toBe(refreshToken);
});

it('[S30] a sign-out wipes the log of calls; who is to be called back stays sealed to their owner', async () => {
  const { phone } = await setUp();
  const { ownerKey } = phone.book();
  const call = { ownerKey, contact: '7', name: 'Анна', phone: '0001234567', at: 1, note: '' };
  const plain = { ...call, id: 'plain', outcome: 'reached', callBackOn: '' } as const;
  const open = { ...call, id: 'open', outcome: 'call-back', callBackOn: '2026-11-20' } as const;
  await phone.db.calls.bulkPut([plain, open]);
  await phone.session.signOut('keep');
  expect((await phone.db.calls.toArray()).map(({ id }) => id)).toEqual(['open']);
  await phone.signIn(OTHER, 'password');
  expect(await readCallBacks(phone.db, phone.book().ownerKey)).toEqual([]);
  await phone.session.signOut('delete');
  await phone.signIn(PROMOTER, 'password');
  expect(await readCallBacks(phone.db, ownerKey)).toHaveLength(1);
  await phone.session.signOut('delete');
  expect(await phone.db.calls.count()).toBe(0);
});

it('[S1] the user is known without the cache, and one whom an older version has kept only there is known too', async () => {
  const { network, phone } = await setUp();
  await phone.signIn(PROMOTER, 'password');
  const { ownerKey } = phone.book();
  network.off();
  await Dexie.delete(cacheDbName(ownerKey));
  const known = { state: 'in', offline: true, user: { id: 1 } };
  const again = await phone.crash();
  expect(await again.session.enter()).toMatchObject(known);
  await again.db.control.delete(USER_ROW_PREFIX + ownerKey);
  expect(await (await again.crash()).session.enter()).toMatchObject(known);
});

it('[S30] who the user was is forgotten at a sign-out and when the next one comes; what is unsent stays', async () => {
  const { network, phone } = await setUp();
  const known = async () => (await phone.db.control.toCollection().primaryKeys()).filter(isUser);
  await phone.signIn(PROMOTER, 'password');
  const { ownerKey } = phone.book();
  network.off();
  await phone.save('contact.create', people.anna);
  await phone.session.signOut('keep');
  expect([await known(), await statesOf({ phone })]).toEqual([[], ['queued']]);
  network.on();
  await phone.signIn(PROMOTER, 'password');
  // Nobody signed out: local storage was lost.
  phone.handset.storage.removeItem('application');
  await phone.signIn(OTHER, 'password');
  expect(await known()).toEqual([USER_ROW_PREFIX + phone.book().ownerKey]);
  expect(await Dexie.exists(cacheDbName(ownerKey))).toBe(false);
});

it('[S30] local storage never holds anything personal', async () => {
  const { phone } = await setUp();
  await phone.signIn(PROMOTER, 'password');
  await phone.save('contact.create', people.anna);
  await phone.drain();
  expect(phone.handset.storage.getItem('application')).not.toMatch(/Анна|000123|@/);
});

it('[S26] without an answer the entry goes on with the cached user', async () => {
  const { network, phone } = await setUp();
  await phone.signIn(PROMOTER, 'password');
  network.off();
  const again = await phone.crash();
  expect(await again.session.enter()).toMatchObject({ state: 'in', offline: true });
});

it.each([
  ['403', 1],
  // To the token, and to the one that was renewed.
  ['401', 2],
] as const)(
  '[S26] an answered refusal (%s) at the entry leads out, and the outbox stays',
  async (fault, times) => {
    const setup = await setUp();
    await setup.phone.save('contact.create', people.anna);
    setup.network.fault('/api/getUser', fault, times);
    expect(await setup.phone.session.enter()).toEqual({ state: 'out' });
    expect(await statesOf(setup)).toEqual(['queued']);
  },
);

it('[S26] a 401 whose session could not be renewed keeps it, and says why it could not', async () => {
  const { network, phone } = await setUp();
  await phone.signIn(PROMOTER, 'password');
  network.fault('/api/getUser', '401', 2);
  network.fault('/oauth/token', '500-before', 2);
  expect(await phone.session.enter()).toMatchObject({ state: 'in', offline: true });
  expect(await phone.api.call(getUser, {})).toMatchObject({
    problem: { kind: 'unauthenticated', renewal: { kind: 'server', status: 500 } },
  });
});

it.each([
  [400, { error: 'invalid_grant' }],
  [200, { error: 'invalid_credentials', message: 'The user credentials were incorrect.' }],
])(
  'a wrong password that is told with %s is kept as the auth error, and nobody is signed in',
  async (status, said) => {
    const { network, phone } = await setUp();
    await phone.session.signOut('keep');
    network.answer('/oauth/token', () => Response.json(said, { status }));
    const refused = await phone.session.signIn(PROMOTER, 'wrong');
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'refused', code: said.error } });
    expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, error: said.error });
  },
);

it('a token answer without a token signs nobody in, and leaves no auth error', async () => {
  const { network, phone } = await setUp();
  await phone.session.signOut('keep');
  network.answer('/oauth/token', () => Response.json({ ok: true }));
  const answer = await phone.session.signIn(PROMOTER, 'right');
  expect(answer.ok || isAnswered(answer.problem)).toBe(false);
  expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, error: '' });
});

it('sign-in and sign-out carry the bearer that there is', async () => {
  const setup = await setUp();
  const { accessToken: first } = setup.phone.auth.read();
  setup.network.seen.length = 0;
  await setup.phone.signIn(PROMOTER, 'password');
  const { accessToken: second } = setup.phone.auth.read();
  const revoking = setup.network.hold('/oauth/revoke');
  await setup.phone.session.signOut('keep');
  await revoking.arrived;
  revoking.release();
  expect(setup.network.seen.map(({ path, token }) => [path, token])).toEqual([
    ['/oauth/token', `Bearer ${first}`],
    ['/api/getUser', `Bearer ${second}`],
    ['/oauth/revoke', `Bearer ${second}`],
  ]);
});
