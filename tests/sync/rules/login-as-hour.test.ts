/** The end of the hour for which one may work as another, by the device's clock. */
import { expect, it } from 'vitest';
import { localAuthStore } from '#api/auth-state.ts';
import { getUser, loginAs } from '#contract/session.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { ownersOf } from '#sync/owners.ts';
import { restoreMirrored, workerAuthStore } from '#sync/session-mirror.ts';
import { OTHER, passOf, people, type Setup, setUpActing, setUpTwo } from './fixture.ts';

const token = (setup: Setup) => setup.server.admit(OTHER).accessToken;

it.each([
  ['of a personal token of a year', (given: Setup) => ({ accessToken: token(given), token: {} }), HOUR_MS],
  ['of a token of a year', (given: Setup) => ({ access_token: token(given), expires_in: 9e7 }), HOUR_MS],
  [
    'of a token that could be renewed for ever',
    (given: Setup) => ({ access_token: token(given), refresh_token: 'r', expires_in: 60 }),
    HOUR_MS,
  ],
  [
    'of a token that ends sooner',
    (given: Setup) => ({ accessToken: token(given), expires_in: 600 }),
    10 * MINUTE_MS,
  ],
])('[S28] the device keeps the hour %s itself', async (_, answer, lastsMs) => {
  const setup = await setUpTwo();
  const { network, phone, otherId } = setup;
  network.answer(loginAs.path, () => Response.json(answer(setup)));
  expect((await phone.session.loginAs(otherId)).ok).toBe(true);
  const { accessToken } = phone.auth.read();
  phone.pass(lastsMs - 1);
  expect((await phone.api.call(getUser, {})).ok).toBe(true);
  const { id } = await phone.save('contact.create', people.anna);
  network.seen.length = 0;
  phone.pass(1);
  await passOf(phone);
  expect((await phone.api.call(getUser, {})).ok).toBe(false);
  const { state } = await phone.session.enter();
  expect([state, phone.session.owner(), phone.session.lastOwner()?.actorId]).toEqual(['in', null, 1]);
  expect(network.seen).toEqual([]);
  expect(await phone.entry(id)).toMatchObject({ state: 'queued', attempts: 0 });
  // What has ended stays so, whatever the clock says later.
  phone.pass(-lastsMs);
  expect(phone.auth.read()).toMatchObject({ isLoggedIn: false, own: { subject: 1 } });
  await phone.session.endImpersonation();
  expect(phone.auth.read()).toMatchObject({ isLoggedIn: true, subject: 1 });
  expect(network.seen.map(seen => seen.token)).not.toContain(`Bearer ${accessToken}`);
});

it('[S28] a page that begins with a clock before the beginning counts it as over', async () => {
  const { phone } = await setUpActing();
  phone.pass(-HOUR_MS);
  const again = await phone.crash();
  expect(again.session.owner()).toBeNull();
});

it('[S28] the worker knows as whom it sends, who that is, and when the hour is over', async () => {
  const { phone, otherId } = await setUpActing();
  const page = await restoreMirrored(phone.db, localAuthStore(phone.handset.storage, phone.context.now));
  await page.write(page.read());
  const worker = workerAuthStore(phone.db, phone.context.now);
  await worker.latest();
  expect(ownersOf(worker, '').owner()).toEqual({ apiOrigin: '', userId: otherId, actorId: 1 });
  phone.pass(HOUR_MS);
  await worker.latest();
  expect(ownersOf(worker, '').owner()).toBeNull();
});
