import { kinds } from '#features/offline.ts';
import { newId } from '#kit/ids.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { createOutbox } from '#sync/outbox.ts';
import type { Phone } from '#tests/support/phone.ts';
import { type Guard, guard, openKeyedWorld, openWorld, ownerOf, passOf, people, same } from '../world.ts';

const creating = (payload: unknown = people.anna, id = newId()) => ({ id, kind: 'contact.create', payload });

/** How things are kept on the device. */
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

  guard(
    'S4',
    'an unknown kind and a newer version are parked untouched, and nothing waits for them',
    async () => {
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
    },
  ),

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
