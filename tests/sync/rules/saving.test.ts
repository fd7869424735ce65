import { expect, it } from 'vitest';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { kinds } from '#features/offline.ts';
import { newId } from '#kit/ids.ts';
import { dropCache } from '#storage/cache-db.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { contentOf } from '#sync/drafts.ts';
import { createOutbox } from '#sync/outbox.ts';
import type { Phone } from '#tests/support/phone.ts';
import { OTHER, ownerOf, passOf, people, setUp, setUpKeyed } from './fixture.ts';

const creating = (payload: unknown = people.anna, id = newId()) => ({ id, kind: 'contact.create', payload });

it('[S1] dropping the cache loses nothing that was saved', async () => {
  const { network, phone } = await setUp();
  network.off();
  const { id } = await phone.save('contact.create', people.anna);
  network.on();
  await phone.signIn(OTHER, 'password');
  expect((await phone.entry(id)).state).toBe('queued');
});

it('[S1] without its cache the phone still shows what was saved', async () => {
  const { network, phone } = await setUp();
  network.off();
  await phone.save('contact.create', people.anna);
  await dropCache(phone.book().ownerKey);
  expect(await readBook(phone.book(), 10)).toMatchObject([{ first_name: 'Анна', status: 'queued' }]);
});

it('letters of two signs are composed when they are saved, one by one or many together, and never what was tried', async () => {
  const { network, phone } = await setUp();
  network.off();
  const two = { ...people.anna, first_name: 'Андрей'.normalize('NFD') };
  const saved = await phone.save('contact.create', two);
  await phone.outbox.enqueueAll(ownerOf(phone), [creating(two)]);
  const names = async () => (await phone.entries()).map(({ payload }) => Object(payload).first_name);
  expect(await names()).toEqual(['Андрей', 'Андрей']);
  await phone.db.entries.update(saved.seq, { payload: two, attempts: 1 });
  network.on();
  await passOf(phone);
  expect((await names())[0]).toBe(two.first_name);
});

it('[S3] a double tap is one entry', async () => {
  const { phone } = await setUp();
  const id = newId();
  const saved = await Promise.all([
    phone.save('contact.create', people.anna, id),
    phone.save('contact.create', people.anna, id),
  ]);
  expect([new Set(saved.map(({ seq }) => seq)).size, (await phone.entries()).length]).toEqual([1, 1]);
});

it('[S3] several things that are saved twice are kept once', async () => {
  const { phone } = await setUp();
  const commands = [creating(), creating(people.boris)];
  const save = () => phone.outbox.enqueueAll(ownerOf(phone), commands);
  const saved = await Promise.all([save(), save()]);
  expect(saved.map(each => each.ok)).toEqual([true, true]);
  expect((await phone.entries()).map(({ id }) => id)).toEqual(commands.map(({ id }) => id));
});

it('[S3] «saved» is said only after the strict transaction is complete', async () => {
  const { phone } = await setUp();
  const { outbox, open, durabilities } = await watchWrites(phone);
  await outbox.enqueue(ownerOf(phone), creating());
  expect([open(), durabilities()]).toEqual([0, ['strict']]);
});

it('[S3] a draft stays when its entry could not be written', async () => {
  const { phone } = await setUp();
  await phone.drafts.save({ key: 'd', ownerKey: 'x', form: 'contact', value: people.anna });
  const { outbox } = fullDisk(phone, 2);
  const draft = { draftKey: 'd', draftSeen: contentOf(people.anna) };
  const saved = await outbox.enqueue(ownerOf(phone), { ...creating(), ...draft });
  expect(saved).toEqual({ ok: false, problem: { reason: 'full' } });
  expect(await phone.entries()).toEqual([]);
  expect((await phone.drafts.read('d'))?.key).toBe('d');
});

it('[S3] the draft goes in the same transaction in which the entry comes', async () => {
  const { phone } = await setUp();
  await phone.drafts.save({ key: 'd', ownerKey: 'x', form: 'contact', value: people.anna });
  const draft = { draftKey: 'd', draftSeen: contentOf(people.anna) };
  await phone.outbox.enqueue(ownerOf(phone), { ...creating(), ...draft });
  expect(await phone.drafts.read('d')).toBeUndefined();
});

it('[S3] several things saved at once are all kept or none: the disk may be full at the second', async () => {
  const { phone } = await setUp();
  const { outbox } = fullDisk(phone, Number.POSITIVE_INFINITY, 1);
  const saved = await outbox.enqueueAll(ownerOf(phone), [creating(), creating(people.boris)]);
  expect(saved).toEqual({ ok: false, problem: { reason: 'full' } });
  expect(await phone.entries()).toEqual([]);
});

it('[S9] a draft outlives a crash', async () => {
  const { phone } = await setUp();
  await phone.drafts.save({ key: 'd', ownerKey: 'x', form: 'contact', value: { first_name: 'Ан' } });
  const again = await phone.crash();
  expect((await again.drafts.read('d'))?.value).toEqual({ first_name: 'Ан' });
});

it('[S4] an unknown kind and a newer version are parked untouched, and nothing waits for them', async () => {
  const { phone } = await setUpKeyed();
  const stranger = await phone.save('contact.create', people.anna);
  await phone.db.entries.update(stranger.seq, { kind: 'contact.merge' });
  const newer = await phone.save('contact.create', people.anna);
  await phone.db.entries.update(newer.seq, { v: 99 });
  const own = await phone.save('contact.create', people.vera);
  const before = await phone.entries();
  await passOf(phone);
  const after = await phone.entries();
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect((await phone.entry(own.id)).state).toBe('done');
  expect((await readBook(phone.book(), 10)).map(view => view.status)).toContain('parked');
});

it('[S6] a full disk first makes room, and then the form keeps its content', async () => {
  const { phone } = await setUp();
  const once = fullDisk(phone, 1);
  const saved = await once.outbox.enqueue(ownerOf(phone), creating());
  expect([saved.ok, once.rooms()]).toEqual([true, 1]);
});

it('[S7] an old tab lets a newer version have the database, and refuses to write', async () => {
  const { phone } = await setUp();
  const { name } = phone.db;
  await phone.db.open();
  const newer = new OutboxDb(name);
  newer.version(99).stores({ later: '++id' });
  await newer.open();
  const saved = await phone.outbox.enqueue(ownerOf(phone), creating());
  expect(saved).toEqual({ ok: false, problem: { reason: 'outdated' } });
  await phone.runner.wake('saved');
  newer.close();
});

/** An outbox whose first writes meet a full disk. `room`: so many entries of each transaction still find room. */
function fullDisk({ db }: Phone, failures: number, room = 0) {
  let left = failures;
  let tried = 0;
  let rooms = 0;
  db.entries.hook('creating', () => {
    tried += 1;
    if (left <= 0 || tried % (room + 1) !== 0) return;
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
  const db = await new OutboxDb(phone.db.name).open().finally(() => {
    prototype.transaction = begin;
  });
  const outbox = createOutbox({ db: db as OutboxDb, kinds, now: Date.now, makeRoom: async () => {} });
  return { outbox, open: () => open, durabilities: () => [...durabilities] };
}
