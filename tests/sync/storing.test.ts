import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { kinds } from '#features/offline.ts';
import { newId } from '#kit/ids.ts';
import { dropCache } from '#storage/cache-db.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import { createOutbox } from '#sync/outbox.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import { anna, orderFor, samples } from '#tests/support/samples.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

it('[S1] dropping the cache loses nothing that was saved', async () => {
  const phone = await backend.phone();
  phone.network.off();
  await phone.save('contact.create', anna);
  await dropCache(phone.book().ownerKey);
  expect(await readBook(phone.book(), 10)).toMatchObject([{ first_name: 'Анна', status: 'queued' }]);
});

it('[S2] nothing optimistic is ever written into the cache', async () => {
  const phone = await backend.phone();
  phone.network.off();
  await phone.save('contact.create', anna);
  expect(await phone.book().cache.contacts.count()).toBe(0);
});

it('[S3] a double tap on save is one entry', async () => {
  const phone = await backend.phone();
  const id = newId();
  const [first, second] = await Promise.all([
    phone.save('contact.create', anna, id),
    phone.save('contact.create', anna, id),
  ]);
  expect(second.seq).toBe(first.seq);
  expect(await phone.entries()).toHaveLength(1);
});

it('[S3] the draft goes in the same transaction in which the entry comes', async () => {
  const phone = await backend.phone();
  const owner = phone.session.lastOwner();
  if (!owner) throw new Error('signed in above');
  await phone.drafts.save({ key: 'd1', ownerKey: 'x', form: 'contact', value: anna });
  await phone.outbox.enqueue(owner, {
    id: newId(),
    kind: 'contact.create',
    payload: anna,
    draftKey: 'd1',
  });
  expect(await phone.drafts.read('d1')).toBeUndefined();
});

it('[S3] several things saved at once are kept whole, and saved again they are no further entries', async () => {
  const phone = await backend.phone();
  const commands = [anna, samples.boris].map(payload => ({ id: newId(), kind: 'contact.create', payload }));
  const [first, second] = commands.map(command => command.id);
  const save = () => phone.outbox.enqueueAll(ownerOf(phone), commands);
  const saved = await Promise.all([save(), save()]);
  expect(saved.map(each => each.ok)).toEqual([true, true]);
  expect((await phone.entries()).map(entry => entry.id)).toEqual([first, second]);
});

it('[S3] several things saved at once are all kept or none: the disk may be full at the second', async () => {
  const phone = await backend.phone();
  const commands = [anna, samples.boris].map(payload => ({ id: newId(), kind: 'contact.create', payload }));
  const { outbox } = fullDiskOutbox(phone.db, Number.POSITIVE_INFINITY, 1);
  const saved = await outbox.enqueueAll(ownerOf(phone), commands);
  expect(saved).toEqual({ ok: false, problem: { reason: 'full' } });
  expect(await phone.entries()).toEqual([]);
});

it('[S4] an entry of an unknown kind or a newer version is parked untouched, and nothing waits for it', async () => {
  const phone = await backend.phone();
  const stranger = await phone.save('contact.create', anna);
  await phone.db.entries.update(stranger.seq, { kind: 'contact.merge', v: 1 });
  const newer = await phone.save('contact.create', anna);
  await phone.db.entries.update(newer.seq, { v: 99 });
  const own = await phone.save('contact.create', samples.boris);
  const before = await phone.entry(stranger.id);
  await phone.drain();
  expect(await phone.entry(stranger.id)).toEqual(before);
  expect((await phone.entry(newer.id)).state).toBe('queued');
  expect((await phone.entry(own.id)).state).toBe('done');
  expect((await readBook(phone.book(), 10)).map(view => view.status)).toContain('parked');
});

it('[S5] entries go in the order of saving, whatever the clock did meanwhile', async () => {
  const phone = await backend.phone();
  await phone.save('contact.create', { ...anna, first_name: 'Раз' });
  phone.pass(-5 * 24 * 3_600_000);
  await phone.save('contact.create', { ...anna, first_name: 'Два' });
  phone.pass(90 * 24 * 3_600_000);
  await phone.save('contact.create', { ...anna, first_name: 'Три' });
  await phone.drain();
  expect(savedNames(phone.network.seen)).toEqual(['Раз', 'Два', 'Три']);
});

it('[S5] a time to retry that lies beyond every back-off does not hold an entry', async () => {
  const phone = await backend.phone();
  const entry = await phone.save('contact.create', anna);
  await phone.db.entries.update(entry.seq, { nextAt: phone.clock.now + 365 * 24 * 3_600_000 });
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
});

it('[S6] a full disk first drops what can be fetched again', async () => {
  const phone = await backend.phone();
  const { outbox, roomsMade } = fullDiskOutbox(phone.db, 1);
  const saved = await outbox.enqueue(ownerOf(phone), { id: newId(), kind: 'contact.create', payload: anna });
  expect(saved.ok).toBe(true);
  expect(roomsMade()).toBe(1);
});

it('[S6] a disk that stays full is told, and nothing is half saved', async () => {
  const phone = await backend.phone();
  const { outbox } = fullDiskOutbox(phone.db, 2);
  const saved = await outbox.enqueue(ownerOf(phone), { id: newId(), kind: 'contact.create', payload: anna });
  expect(saved).toEqual({ ok: false, problem: { reason: 'full' } });
  expect(await phone.entries()).toEqual([]);
});

it('[S7] after a newer version took the database over, the old tab refuses to write', async () => {
  const phone = await backend.phone();
  const name = phone.db.name;
  await phone.db.open();
  const newer = new OutboxDb(name);
  newer.version(99).stores({ later: '++id' });
  await newer.open();
  const saved = await phone.outbox.enqueue(ownerOf(phone), {
    id: newId(),
    kind: 'contact.create',
    payload: anna,
  });
  expect(saved).toEqual({ ok: false, problem: { reason: 'outdated' } });
  newer.close();
});

it('[S9] a draft outlives a crash', async () => {
  const phone = await backend.phone();
  await phone.drafts.save({ key: 'd2', ownerKey: 'x', form: 'contact', value: { first_name: 'Ан' } });
  const again = await phone.crash();
  expect((await again.drafts.read('d2'))?.value).toEqual({ first_name: 'Ан' });
});

it('[S14] a corrected entry gets a new key, and one key stands for one payload', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', '422');
  const entry = await phone.save('contact.create', anna);
  await phone.drain();
  const rejected = await phone.entry(entry.id);
  expect(rejected).toMatchObject({ state: 'rejected', error: { status: 422 } });
  await phone.outbox.correct(entry.id, { ...anna, first_name: 'Анна-Мария' });
  const corrected = await phone.entry(entry.id);
  expect(corrected.key).not.toBe(rejected.key);
  expect(corrected.hash).not.toBe(rejected.hash);
  await phone.drain();
  expect((await phone.entry(entry.id)).state).toBe('done');
  expect(await backend.contactNames(phone.email)).toContain('Анна-Мария');
});

it('[S15] a refusal keeps the content and the messages at their fields', async () => {
  const phone = await backend.phone();
  const entry = await phone.save('contact.create', { ...anna, phones: ['123'] });
  await phone.drain();
  expect(await phone.entry(entry.id)).toMatchObject({
    state: 'rejected',
    payload: { phones: ['123'] },
    error: { fields: { 'contact_phones.0.full_phone': [expect.any(String)] } },
  });
});

it('[S19] editing a never-sent contact edits its entry', async () => {
  const phone = await backend.phone();
  phone.network.off();
  const created = await phone.save('contact.create', anna);
  await phone.save('contact.update', { ...anna, contact: created.id, comment: 'Второй подъезд' });
  const entries = await phone.entries();
  expect(entries).toMatchObject([{ kind: 'contact.create', payload: { comment: 'Второй подъезд' } }]);
  expect(entries[0]?.key).not.toBe(created.key);
});

it('[S19] an edit of a contact whose create is under way is an entry of its own', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', 'drop-before');
  const created = await phone.save('contact.create', anna);
  await phone.drain();
  await phone.save('contact.update', { ...anna, contact: created.id, comment: 'Позже' });
  expect((await phone.entries()).map(entry => entry.kind)).toEqual(['contact.create', 'contact.update']);
});

it('[S19] deleting a never-sent contact removes it; with an order waiting the app says which', async () => {
  const phone = await backend.phone();
  phone.network.off();
  const created = await phone.save('contact.create', anna);
  const order = await phone.save('order.create', await orderFor(phone, created.id));
  const command = { id: newId(), kind: 'contact.delete', payload: { contact: created.id, name: 'Анна' } };
  const refused = await phone.outbox.enqueue(ownerOf(phone), command);
  expect(refused).toMatchObject({
    ok: false,
    problem: { reason: 'dependants', entries: [{ id: order.id }] },
  });
  expect(await phone.entries()).toHaveLength(2);
  await phone.outbox.discard(order.id);
  expect(await phone.outbox.enqueue(ownerOf(phone), command)).toEqual({ ok: true, value: null });
  expect(await phone.entries()).toEqual([]);
});

it('[S19] a removed contact that is brought back under its own id is one entry, whatever a pass does meanwhile', async () => {
  const phone = await backend.phone();
  const created = await phone.save('contact.create', anna);
  const starting = phone.network.hold('/contacts/getStates');
  const passing = phone.drain();
  await starting.arrived;
  const command = { id: newId(), kind: 'contact.delete', payload: { contact: created.id, name: 'Анна' } };
  expect(await phone.outbox.enqueue(ownerOf(phone), command)).toEqual({ ok: true, value: null });
  await Promise.all([
    phone.save('contact.create', anna, created.id),
    phone.save('contact.create', anna, created.id),
  ]);
  starting.release();
  await passing;
  await phone.drain();
  await phone.save('contact.create', anna, created.id);
  await phone.drain();
  expect((await phone.entries()).map(entry => entry.state)).toEqual(['done']);
  expect(savedNames(phone.network.seen)).toEqual(['Анна']);
});

it('[S19] a queued delete can be taken back until it is sent', async () => {
  const phone = await backend.phone();
  const created = await phone.save('contact.create', anna);
  await phone.drain();
  phone.network.off();
  const deletion = await phone.save('contact.delete', { contact: created.id, name: 'Анна' });
  expect(await readBook(phone.book(), 10)).toMatchObject([{ isDeleting: true }]);
  await phone.outbox.discard(deletion.id);
  expect(await readBook(phone.book(), 10)).toMatchObject([{ isDeleting: false, status: null }]);
});

it('[S19] a delete that has left meanwhile is not called taken back', async () => {
  const phone = await backend.phone();
  const created = await phone.save('contact.create', anna);
  await phone.drain();
  const deletion = await phone.save('contact.delete', { contact: created.id, name: 'Анна' });
  phone.network.fault('/contacts/delete', 'drop-before');
  await phone.drain();
  expect(await phone.outbox.discard(deletion.id, { ifOpen: true })).toEqual({
    ok: false,
    problem: { reason: 'unknown-outcome' },
  });
  expect((await phone.entry(deletion.id)).state).toBe('unsure');
});

function ownerOf(phone: { session: { lastOwner(): ReturnType<Backend['owner']> | null } }) {
  const owner = phone.session.lastOwner();
  if (!owner) throw new Error('Sign in first');
  return owner;
}

function savedNames(seen: readonly { path: string; body: string }[]): string[] {
  return seen.filter(({ path }) => path.endsWith('/save')).map(({ body }) => JSON.parse(body).first_name);
}

/** An outbox whose first writes meet a full disk, as the browser tells it. */
/** `room`: so many entries of each transaction still find room. */
function fullDiskOutbox(db: OutboxDb, failures: number, room = 0) {
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
  return { outbox: createOutbox({ db, kinds, now: Date.now, makeRoom }), roomsMade: () => rooms };
}
