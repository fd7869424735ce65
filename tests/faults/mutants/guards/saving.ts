import { kinds } from '#features/offline.ts';
import { newId } from '#kit/ids.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { createOutbox } from '#sync/outbox.ts';
import type { Phone } from '#tests/support/phone.ts';
import {
  type Guard,
  guard,
  knownContact,
  openKeyedWorld,
  openWorld,
  orderTo,
  ownerOf,
  passOf,
  people,
  same,
} from '../world.ts';

const SAVE = '/contacts/save';

const creating = (payload: unknown = people.anna, id = newId()) => ({ id, kind: 'contact.create', payload });
const deleting = (contact: string) => ({
  id: newId(),
  kind: 'contact.delete',
  payload: { contact, name: 'Анна' },
});

/** A contact whose create the server has refused. */
async function refusedContact() {
  const world = await openKeyedWorld();
  world.network.fault(SAVE, '422');
  const { id } = await world.phone.save('contact.create', people.anna);
  await passOf(world.phone);
  return { ...world, rejected: await world.phone.entry(id) };
}

/** What is saved, how it is kept, and what may still be changed. */
export const savingGuards: Guard[] = [
  guard('S1', 'dropping the cache loses nothing that was saved', async () => {
    const { network, phone } = await openWorld();
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    network.on();
    await phone.signIn('other@test.example', 'password');
    same((await phone.entry(id)).state, 'queued');
  }),

  guard('S3', 'a double tap is one entry', async () => {
    const { phone } = await openWorld();
    const id = newId();
    const saved = await Promise.all([
      phone.save('contact.create', people.anna, id),
      phone.save('contact.create', people.anna, id),
    ]);
    same([new Set(saved.map(({ seq }) => seq)).size, (await phone.entries()).length], [1, 1]);
  }),

  guard('S3', 'several things that are saved twice are kept once', async () => {
    const { phone } = await openWorld();
    const commands = [creating(), creating(people.boris)];
    for (let time = 0; time < 2; time += 1) await phone.outbox.enqueueAll(ownerOf(phone), commands);
    same((await phone.entries()).length, 2);
  }),

  guard('S3', '«saved» is said only after the strict transaction is complete', async () => {
    const { phone } = await openWorld();
    const { outbox, open, durabilities } = await watchWrites(phone);
    await outbox.enqueue(ownerOf(phone), creating());
    same([open(), durabilities()], [0, ['strict']]);
  }),

  guard('S3', 'a draft stays when its entry could not be written', async () => {
    const { phone } = await openWorld();
    await phone.drafts.save({ key: 'd', ownerKey: 'x', form: 'contact', value: people.anna });
    const { outbox } = fullDisk(phone, 2);
    const saved = await outbox.enqueue(ownerOf(phone), { ...creating(), draftKey: 'd' });
    same([saved, (await phone.drafts.read('d'))?.key], [{ ok: false, problem: { reason: 'full' } }, 'd']);
  }),

  guard('S4', 'an unknown kind and a newer version are parked untouched, and nothing waits for them', async () => {
    const { phone } = await openKeyedWorld();
    const stranger = await phone.save('contact.create', people.anna);
    await phone.db.entries.update(stranger.seq, { kind: 'contact.merge' });
    const newer = await phone.save('contact.create', people.anna);
    await phone.db.entries.update(newer.seq, { v: 99 });
    const own = await phone.save('contact.create', people.vera);
    const before = await phone.entries();
    await passOf(phone);
    const after = await phone.entries();
    same(after.slice(0, 3), before.slice(0, 3));
    same((await phone.entry(own.id)).state, 'done');
  }),

  guard('S6', 'a full disk first makes room, and then the form keeps its content', async () => {
    const { phone } = await openWorld();
    const once = fullDisk(phone, 1);
    const saved = await once.outbox.enqueue(ownerOf(phone), creating());
    same([saved.ok, once.rooms()], [true, 1]);
  }),

  guard('S7', 'an old tab lets a newer version have the database, and refuses to write', async () => {
    const { phone } = await openWorld();
    const { name } = phone.db;
    await phone.db.open();
    const newer = new OutboxDb(name);
    newer.version(99).stores({ later: '++id' });
    await newer.open();
    const saved = await phone.outbox.enqueue(ownerOf(phone), creating());
    same(saved, { ok: false, problem: { reason: 'outdated' } });
    await phone.runner.wake('saved');
    newer.close();
  }),

  guard('S14', 'a corrected entry has a new key', async () => {
    const { phone, rejected } = await refusedContact();
    await phone.outbox.correct(rejected.id, { ...people.anna, first_name: 'Анна-Мария' });
    const corrected = await phone.entry(rejected.id);
    same([corrected.key === rejected.key, corrected.hash === rejected.hash], [false, false]);
    await passOf(phone);
    same((await phone.entries()).map(({ state }) => state), ['done', 'done']);
  }),

  guard('S14', 'what was edited before it was ever sent has a new key', async () => {
    const { network, phone } = await openWorld();
    network.off();
    const { id, key } = await phone.save('contact.create', people.anna);
    await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
    same((await phone.entry(id)).key === key, false);
  }),

  guard('S14', 'an entry that may have arrived cannot be corrected', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(SAVE, 'drop-after');
    const { id, key } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    const refused = await phone.outbox.correct(id, people.vera);
    const again = await phone.outbox.retry(id);
    same([refused.ok, again.ok, (await phone.entry(id)).key], [false, false, key]);
  }),

  guard('S15', 'what was settled over a conflict becomes the new base', async () => {
    const world = await openWorld();
    const contact = knownContact(world);
    world.network.off();
    const update = { kind: 'contact.update', payload: { ...people.anna, contact } };
    const owner = ownerOf(world.phone);
    await world.phone.outbox.enqueue(owner, { ...update, id: newId(), base: people.anna });
    await world.phone.outbox.enqueue(owner, { ...update, id: newId(), base: people.vera, rebase: true });
    same(
      (await world.phone.entries()).map(({ base }) => base),
      [people.vera],
    );
  }),

  guard('S15', 'an edit without a settled conflict keeps the base it was made from', async () => {
    const world = await openWorld();
    const contact = knownContact(world);
    world.network.off();
    const update = { kind: 'contact.update', payload: { ...people.anna, contact } };
    const owner = ownerOf(world.phone);
    await world.phone.outbox.enqueue(owner, { ...update, id: newId(), base: people.anna });
    await world.phone.outbox.enqueue(owner, { ...update, id: newId(), base: people.vera });
    same(
      (await world.phone.entries()).map(({ base }) => base),
      [people.anna],
    );
  }),

  guard('S15', 'a refused entry that is edited is queued again', async () => {
    const { phone, rejected } = await refusedContact();
    const update = { ...people.anna, contact: rejected.id, comment: 'Новый' };
    await phone.save('contact.update', update);
    const { state, attempts, error } = await phone.entry(rejected.id);
    same([state, attempts, error, (await phone.entries()).length], ['queued', 0, null, 2]);
  }),

  guard('S19', 'a corrected entry is as good as never sent: the next edit goes into it', async () => {
    const { phone, rejected } = await refusedContact();
    await phone.outbox.correct(rejected.id, people.vera);
    await phone.save('contact.update', { ...people.vera, contact: rejected.id, comment: 'Новый' });
    same((await phone.entries()).length, 2);
  }),

  guard('S19', 'an edit of what was never sent goes into its entry', async () => {
    const { network, phone } = await openWorld();
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
    const entries = await phone.entries();
    same([entries.length, (entries[0]?.payload as typeof people.anna).comment], [1, 'Новый']);
  }),

  ...(['drop-before', '503'] as const).map(fault =>
    guard('S19', `an edit of what was attempted (${fault}) is an entry of its own`, async () => {
      const { network, phone } = await openKeyedWorld();
      network.fault(SAVE, fault);
      const { id } = await phone.save('contact.create', people.anna);
      await passOf(phone);
      await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Позже' });
      same(
        (await phone.entries()).map(({ kind }) => kind),
        ['contact.create', 'contact.create', 'contact.update'],
      );
    }),
  ),

  guard('S19', 'an edit goes into the newest entry of the thing only', async () => {
    const world = await openWorld();
    const contact = knownContact(world);
    world.network.off();
    const update = { ...people.anna, contact };
    await world.phone.save('contact.update', update);
    await world.phone.outbox.enqueue(ownerOf(world.phone), deleting(contact));
    await world.phone.save('contact.update', { ...update, comment: 'Позже' });
    same(
      (await world.phone.entries()).map(({ kind }) => kind),
      ['contact.update', 'contact.delete', 'contact.update'],
    );
  }),

  guard('S19', 'a never-sent contact is removed, but not while an order waits for it', async () => {
    const { network, phone } = await openWorld();
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    const order = await phone.save('order.create', orderTo(id));
    const refused = await phone.outbox.enqueue(ownerOf(phone), deleting(id));
    const kept = await phone.outbox.discard(id);
    same([refused.ok, kept.ok, (await phone.entries()).length], [false, false, 2]);
    await phone.outbox.discard(order.id);
    same([await phone.outbox.enqueue(ownerOf(phone), deleting(id)), await phone.entries()], [{ ok: true, value: null }, []]);
  }),

  guard('S19', 'a contact that may have arrived is not simply removed', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(SAVE, 'drop-after');
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    await phone.outbox.enqueue(ownerOf(phone), deleting(id));
    same(
      (await phone.entries()).map(({ kind }) => kind),
      ['contact.create', 'contact.create', 'contact.delete'],
    );
  }),

  guard('S20', 'what was confirmed can no longer be given up', async () => {
    const { phone } = await openWorld();
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    await phone.outbox.discard(id);
    same((await phone.entry(id)).state, 'done');
  }),
];

/** An outbox whose first writes meet a full disk, as the browser tells it. */
function fullDisk({ db }: Phone, failures: number) {
  let left = failures;
  let rooms = 0;
  db.entries.hook('creating', () => {
    if (left <= 0) return;
    left -= 1;
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  const makeRoom = async () => {
    rooms += 1;
  };
  return { outbox: createOutbox({ db, kinds, now: Date.now, makeRoom }), rooms: () => rooms };
}

/** A second tab whose writing transactions are watched: how many are not complete yet, and how durable they are. */
async function watchWrites(phone: Phone) {
  let open = 0;
  const durabilities = new Set<string>();
  const { prototype } = IDBDatabase;
  const { transaction: begin } = prototype;
  prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options);
    if (mode !== 'readwrite') return transaction;
    open += 1;
    durabilities.add(String(options?.durability));
    transaction.addEventListener('complete', () => {
      open -= 1;
    });
    return transaction;
  };
  // Dexie binds the method when it opens the database.
  const db = await new OutboxDb(phone.db.name).open();
  prototype.transaction = begin;
  const outbox = createOutbox({ db: db as OutboxDb, kinds, now: Date.now, makeRoom: async () => {} });
  return { outbox, open: () => open, durabilities: () => [...durabilities] };
}
