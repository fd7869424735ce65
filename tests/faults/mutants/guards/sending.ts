import type { OutboxDb } from '#storage/outbox-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { drain } from '#sync/drain.ts';
import { readLease } from '#sync/lease.ts';
import { deferred } from '#tests/support/deferred.ts';
import { refuse } from '../tiny-backend.ts';
import {
  guard,
  namesOn,
  openKeyedWorld,
  openWorld,
  ownerOf,
  passOf,
  people,
  requestsTo,
  same,
  statesOf,
  untilQuiet,
} from '../world.ts';

const SAVE = '/contacts/save';
const PROBE = '/contacts/getStates';

/** What must be true while a request is under way, and between tabs that drain. */
export const sendingGuards = [
  guard('S10', 'an entry is unsure on the disk while its request is under way', async () => {
    const { network, phone } = await openKeyedWorld();
    const entry = await phone.save('contact.create', people.anna);
    const late = network.hold(SAVE);
    const passing = passOf(phone);
    await late.arrived;
    const { state, attemptId } = await phone.entry(entry.id);
    same([state, attemptId !== ''], ['unsure', true]);
    late.release();
    await passing;
  }),

  guard(
    'S10',
    'a phone that dies while the request is under way loses nothing and doubles nothing',
    async () => {
      const world = await openKeyedWorld();
      world.network.fault(SAVE, 'stall-after');
      const entry = await world.phone.save('contact.create', people.anna);
      const stalled = world.network.stalled(SAVE);
      void passOf(world.phone).catch(() => {}); // dies with the phone
      await stalled;
      const again = await world.phone.crash();
      again.pass(RETRY_CAP_MS);
      await again.drain();
      same((await again.entry(entry.id)).state, 'done');
      same(namesOn(world), ['Борис', 'Анна']);
    },
  ),

  guard('S12', 'a late refusal changes nothing of a newer attempt', async () => {
    const world = await openKeyedWorld();
    const { phone } = world;
    const entry = await phone.save('contact.create', people.anna);
    const first = deferred();
    const arrived = deferred();
    world.backend.intercept = request => {
      if (!request.url.endsWith(SAVE)) return null;
      world.backend.intercept = () => null;
      arrived.resolve();
      return first.promise.then(() => refuse(422, 'late'));
    };
    const zombie = passOf(phone);
    await arrived.promise;
    const second = world.network.hold(SAVE);
    const thief = passOf(await phone.openTab(), { steal: true });
    await second.arrived;
    first.resolve();
    await zombie;
    const { state, attempts } = await phone.entry(entry.id);
    same([state, attempts], ['unsure', 2]);
    second.release();
    await thief;
    same((await phone.entry(entry.id)).state, 'done');
  }),

  guard('S12', 'a look-up that comes back late changes nothing of what is done', async () => {
    const { network, phone } = await openWorld({ keyed: false });
    network.fault(SAVE, 'drop-after');
    const entry = await phone.save('contact.create', people.anna);
    await passOf(phone);
    phone.pass(RETRY_CAP_MS);
    const late = network.hold('/contacts/list');
    const zombie = passOf(phone);
    await late.arrived;
    await passOf(await phone.openTab(), { steal: true });
    const settled = await phone.entry(entry.id);
    same(settled.state, 'done');
    late.release();
    await zombie;
    same(await phone.entry(entry.id), settled);
  }),

  guard('S21', 'two tabs never send at the same time', async () => {
    const world = await openKeyedWorld();
    await world.phone.save('contact.create', people.anna);
    await world.phone.save('contact.create', people.vera);
    const late = world.network.hold(SAVE);
    const first = passOf(world.phone);
    await late.arrived;
    const second = passOf(await world.phone.openTab());
    await untilQuiet();
    same(requestsTo(world, SAVE).length, 1);
    late.release();
    await Promise.all([first, second]);
    same(await statesOf(world), ['done', 'done', 'done']);
  }),

  guard('S21', 'a drainer that lost its lease while it probed sends nothing more', async () => {
    const world = await openKeyedWorld();
    await world.phone.save('contact.create', people.anna);
    await world.phone.save('contact.create', people.vera);
    const probe = world.network.hold(PROBE);
    const frozen = passOf(world.phone);
    await probe.arrived;
    const late = world.network.hold(SAVE);
    const thief = passOf(await world.phone.openTab(), { steal: true });
    await late.arrived;
    probe.release();
    await frozen;
    same(requestsTo(world, SAVE).length, 1);
    late.release();
    await thief;
    same(namesOn(world), ['Борис', 'Анна', 'Вера']);
  }),

  guard(
    'S21',
    'a pass that froze before its first attempt asks and sends nothing once another has the lease',
    async () => {
      const world = await openKeyedWorld();
      const { phone } = world;
      await phone.save('contact.create', people.anna);
      const { db, thaw, isFrozen } = freezingOnce(phone.db);
      const frozen = drain({ ...phone.context, db }, ownerOf(phone));
      await isFrozen;
      const late = world.network.hold(SAVE);
      const thief = passOf(await phone.openTab(), { steal: true });
      await late.arrived;
      thaw();
      await frozen;
      same([requestsTo(world, PROBE).length, requestsTo(world, SAVE).length], [1, 1]);
      late.release();
      await thief;
    },
  ),

  guard('S21', 'a drainer that was robbed does not give the new drainer’s lease back', async () => {
    const world = await openKeyedWorld();
    await world.phone.save('contact.create', people.anna);
    await world.phone.save('contact.create', people.vera);
    const first = world.network.hold(SAVE);
    const robbed = passOf(world.phone);
    await first.arrived;
    const second = world.network.hold(SAVE);
    const thief = passOf(await world.phone.openTab(), { steal: true });
    await second.arrived;
    first.release();
    await robbed;
    second.release();
    await thief;
    same(await statesOf(world), ['done', 'done', 'done']);
  }),

  guard('S21', 'after a pass nobody holds the lease', async () => {
    const { phone } = await openKeyedWorld();
    await phone.save('contact.create', people.anna);
    await passOf(phone);
    same((await readLease(phone.db)).holder, '');
  }),

  guard('S14', 'what was edited while a pass was starting goes as it was edited', async () => {
    const world = await openKeyedWorld();
    const { network, phone } = world;
    const { id } = await phone.save('contact.create', people.anna);
    const probe = network.hold(PROBE);
    const passing = passOf(phone);
    await probe.arrived;
    await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
    probe.release();
    await passing;
    await passOf(phone);
    same(
      world.backend.books.contacts.map(contact => contact.comment),
      ['', 'Новый'],
    );
  }),

  guard('S19', 'what was discarded while a pass was starting is not sent', async () => {
    const world = await openKeyedWorld();
    const { id } = await world.phone.save('contact.create', people.anna);
    const probe = world.network.hold(PROBE);
    const passing = passOf(world.phone);
    await probe.arrived;
    await world.phone.outbox.discard(id);
    probe.release();
    await passing;
    same([await statesOf(world), namesOn(world)], [['done'], ['Борис']]);
  }),
];

/** The database as a tab sees it that freezes right after it has read the lease for the first time. */
function freezingOnce(real: OutboxDb): { db: OutboxDb; thaw: () => void; isFrozen: Promise<void> } {
  const [frozen, thawed] = [deferred(), deferred()];
  let isFirst = true;
  const control = Object.create(real.control, {
    get: {
      async value(name: string) {
        const row = await real.control.get(name);
        if (!isFirst) return row;
        isFirst = false;
        frozen.resolve();
        await thawed.promise;
        return row;
      },
    },
  });
  const db = Object.create(real, { control: { value: control } });
  return { db, thaw: thawed.resolve, isFrozen: frozen.promise };
}
