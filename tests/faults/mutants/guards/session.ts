import Dexie from 'dexie';
import { localAuthStore } from '#api/auth-state.ts';
import { cacheDbName } from '#storage/names.ts';
import { restoreMirrored, workerAuthStore } from '#sync/session-mirror.ts';
import { deferred } from '#tests/support/deferred.ts';
import {
  type Guard,
  guard,
  openKeyedWorld,
  openWorld,
  passOf,
  people,
  same,
  statesOf,
  untilQuiet,
  withFastTimers,
} from '../world.ts';

const SAVE = '/contacts/save';
const OTHER = 'other@test.example';

/** Who is signed in, and what belongs to whom. */
export const sessionGuards: Guard[] = [
  guard(
    'S28',
    'the next user waits for the pass, finds nothing of the last one’s, and sends nothing of theirs',
    async () => {
      const world = await openKeyedWorld();
      const { network, phone } = world;
      const { cache, ownerKey } = phone.book();
      await cache.marks.put({ name: 'book', tick: 1, at: 1 });
      const { epoch } = phone.auth.read();
      await phone.save('contact.create', people.anna);
      const late = network.hold(SAVE);
      const passing = passOf(phone);
      await late.arrived;
      const signing = phone.signIn(OTHER, 'password');
      await untilQuiet();
      same(phone.auth.read().subject, 1);
      late.release();
      await passing;
      await signing;
      same([phone.auth.read().epoch === epoch, await Dexie.exists(cacheDbName(ownerKey))], [false, false]);
    },
  ),

  guard('S28', 'other owners’ entries are not touched by a pass', async () => {
    const { network, phone } = await openKeyedWorld();
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    network.on();
    await phone.signIn(OTHER, 'password');
    await passOf(phone);
    const own = await phone.save('contact.create', people.vera);
    await passOf(phone);
    const { state, attempts } = await phone.entry(id);
    same([state, attempts, (await phone.entry(own.id)).state], ['queued', 0, 'done']);
  }),

  guard('S29', 'a sign-out keeps what waits, or deletes that of this user alone', async () => {
    const world = await openWorld();
    const { network, phone } = world;
    network.off();
    await phone.save('contact.create', people.anna);
    network.on();
    await phone.session.signOut('keep');
    same(await statesOf(world), ['queued']);
    await phone.signIn(OTHER, 'password');
    network.off();
    await phone.save('contact.create', people.boris);
    await phone.session.signOut('delete');
    same(
      (await phone.entries()).map(({ owner }) => owner.userId),
      [1],
    );
  }),

  guard('S29', 'a sign-out does not wait for a request that hangs', async () => {
    const { network, phone } = await openKeyedWorld();
    await phone.save('contact.create', people.anna);
    const late = network.hold(SAVE);
    const passing = passOf(phone);
    await late.arrived;
    const done = deferred();
    await withFastTimers(async () => {
      void phone.session.signOut('keep').then(done.resolve);
      await done.promise;
    });
    same(phone.auth.read().isLoggedIn, false);
    late.release();
    await passing;
  }),

  guard('S30', 'a sign-out wipes cache, drafts and tokens', async () => {
    const { phone } = await openWorld();
    const { cache, ownerKey } = phone.book();
    await cache.marks.put({ name: 'book', tick: 1, at: 1 });
    await phone.drafts.save({ key: 'd', ownerKey, form: 'contact', value: people.anna });
    await phone.session.signOut('keep');
    same(
      [
        await Dexie.exists(cacheDbName(ownerKey)),
        await phone.drafts.read('d'),
        phone.auth.read().accessToken,
      ],
      [false, undefined, ''],
    );
  }),

  guard('S25', 'page and worker see each other’s tokens', async () => {
    const { phone } = await openWorld();
    const page = await restoreMirrored(phone.db, localAuthStore(phone.handset.storage));
    const worker = workerAuthStore(phone.db);
    await page.write({ ...page.read(), accessToken: 'page' });
    same((await worker.latest()).accessToken, 'page');
    await worker.write({ ...worker.read(), accessToken: 'worker' });
    same((await page.latest()).accessToken, 'worker');
    await page.remove();
    same([(await worker.latest()).isLoggedIn, (await page.latest()).isLoggedIn], [false, false]);
  }),

  guard('S26', 'a phone that dies before local storage is on the disk comes back signed in', async () => {
    const { phone } = await openWorld();
    const { storage } = phone.handset;
    const page = await restoreMirrored(phone.db, localAuthStore(storage));
    await page.write(page.read());
    storage.removeItem('application');
    const again = await restoreMirrored(phone.db, localAuthStore(storage));
    same(again.read().isLoggedIn, true);
    await again.remove();
    const after = await restoreMirrored(phone.db, localAuthStore(storage));
    same(after.read().isLoggedIn, false);
  }),
];
