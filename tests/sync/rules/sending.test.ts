import { expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { drain } from '#sync/drain.ts';
import { readLease } from '#sync/lease.ts';
import { refuse } from './fake-server.ts';
import {
  heldAt,
  namesOn,
  ownerOf,
  PROBE,
  passOf,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUp,
  setUpKeyed,
  statesOf,
  untilQuiet,
} from './fixture.ts';

/** A pass of another tab, which takes the lock from whoever has it. */
const stealing =
  ({ phone }: Setup) =>
  async () =>
    passOf(await phone.openTab(), { steal: true });

it('[S10] an entry is unsure on the disk while its request is under way', async () => {
  const { network, phone } = await setUpKeyed();
  const entry = await phone.save('contact.create', people.anna);
  const end = await heldAt(network, SAVE, () => passOf(phone));
  const { state, attemptId } = await phone.entry(entry.id);
  expect([state, attemptId !== '']).toEqual(['unsure', true]);
  await end();
});

it('[S10] a phone that dies while the request is under way loses nothing and doubles nothing', async () => {
  const setup = await setUpKeyed();
  setup.network.fault(SAVE, 'stall-after');
  const entry = await setup.phone.save('contact.create', people.anna);
  const stalled = setup.network.stalled(SAVE);
  void passOf(setup.phone).catch(() => {}); // dies with the phone
  await stalled;
  const again = await setup.phone.crash();
  again.pass(RETRY_CAP_MS);
  await again.drain();
  expect((await again.entry(entry.id)).state).toBe('done');
  expect(namesOn(setup)).toEqual(['Борис', 'Анна']);
});

it('[S12] a late refusal changes nothing of a newer attempt', async () => {
  const setup = await setUpKeyed();
  const { phone } = setup;
  const entry = await phone.save('contact.create', people.anna);
  const first = deferred();
  const arrived = deferred();
  setup.server.intercept = request => {
    if (!request.url.endsWith(SAVE)) return null;
    setup.server.intercept = () => null;
    arrived.resolve();
    return first.promise.then(() => refuse(422, 'late'));
  };
  const zombie = passOf(phone);
  await arrived.promise;
  const end = await heldAt(setup.network, SAVE, stealing(setup));
  first.resolve();
  await zombie;
  const { state, attempts } = await phone.entry(entry.id);
  expect([state, attempts]).toEqual(['unsure', 2]);
  await end();
  expect((await phone.entry(entry.id)).state).toBe('done');
});

it('[S12] a look-up that comes back late changes nothing of what is done', async () => {
  const { network, phone } = await setUp({ keyed: false });
  network.fault(SAVE, 'drop-after');
  const entry = await phone.save('contact.create', people.anna);
  await passOf(phone);
  phone.pass(RETRY_CAP_MS);
  const end = await heldAt(network, '/contacts/list', () => passOf(phone));
  await passOf(await phone.openTab(), { steal: true });
  const settled = await phone.entry(entry.id);
  expect(settled.state).toBe('done');
  await end();
  expect(await phone.entry(entry.id)).toEqual(settled);
});

it('[S21] two tabs never send at the same time', async () => {
  const setup = await setUpKeyed();
  await setup.phone.save('contact.create', people.anna);
  await setup.phone.save('contact.create', people.vera);
  const late = setup.network.hold(SAVE);
  const first = passOf(setup.phone);
  await late.arrived;
  const second = passOf(await setup.phone.openTab());
  await untilQuiet();
  expect(requestsTo(setup, SAVE).length).toBe(1);
  late.release();
  await Promise.all([first, second]);
  expect(await statesOf(setup)).toEqual(['done', 'done']);
});

it('[S21] a drainer that lost its lease while it probed sends nothing more', async () => {
  const setup = await setUpKeyed();
  await setup.phone.save('contact.create', people.anna);
  await setup.phone.save('contact.create', people.vera);
  const endFrozen = await heldAt(setup.network, PROBE, () => passOf(setup.phone));
  const endThief = await heldAt(setup.network, SAVE, stealing(setup));
  await endFrozen();
  expect(requestsTo(setup, SAVE).length).toBe(1);
  await endThief();
  expect(namesOn(setup)).toEqual(['Борис', 'Анна', 'Вера']);
});

it('[S21] a pass that froze before its first attempt asks and sends nothing once another has the lease', async () => {
  const setup = await setUpKeyed();
  const { phone } = setup;
  await phone.save('contact.create', people.anna);
  const { db, thaw, isFrozen } = freezingOnce(phone.db);
  const frozen = drain({ ...phone.context, db }, ownerOf(phone));
  await isFrozen;
  const end = await heldAt(setup.network, SAVE, stealing(setup));
  thaw();
  await frozen;
  expect([requestsTo(setup, PROBE).length, requestsTo(setup, SAVE).length]).toEqual([1, 1]);
  await end();
});

it('[S21] a drainer that was robbed does not give the new drainer’s lease back', async () => {
  const setup = await setUpKeyed();
  await setup.phone.save('contact.create', people.anna);
  await setup.phone.save('contact.create', people.vera);
  const endRobbed = await heldAt(setup.network, SAVE, () => passOf(setup.phone));
  const endThief = await heldAt(setup.network, SAVE, stealing(setup));
  await endRobbed();
  await endThief();
  expect(await statesOf(setup)).toEqual(['done', 'done']);
});

it('[S21] after a pass nobody holds the lease', async () => {
  const { phone } = await setUpKeyed();
  await phone.save('contact.create', people.anna);
  await passOf(phone);
  expect((await readLease(phone.db)).holder).toBe('');
});

it('[S14] what was edited while a pass was starting goes as it was edited', async () => {
  const setup = await setUpKeyed();
  const { network, phone } = setup;
  const { id } = await phone.save('contact.create', people.anna);
  const end = await heldAt(network, PROBE, () => passOf(phone));
  await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
  await end();
  await passOf(phone);
  expect(setup.server.contacts.map(contact => contact.comment)).toEqual(['', 'Новый']);
});

it('[S19] what was discarded while a pass was starting is not sent', async () => {
  const setup = await setUpKeyed();
  const { id } = await setup.phone.save('contact.create', people.anna);
  const end = await heldAt(setup.network, PROBE, () => passOf(setup.phone));
  await setup.phone.outbox.discard(id);
  await end();
  expect([await statesOf(setup), namesOn(setup)]).toEqual([[], ['Борис']]);
});

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
