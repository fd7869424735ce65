import { expect, it } from 'vitest';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { restoreEntry } from '#sync/restore-entry.ts';
import {
  heldAt,
  knownContact,
  orderTo,
  ownerOf,
  PROBE,
  passOf,
  people,
  requestsTo,
  SAVE,
  setUp,
  setUpKeyed,
  statesOf,
} from './fixture.ts';

const makeRoom = async () => {};

const deleting = (contact: string) => ({
  id: newId(),
  kind: 'contact.delete',
  payload: { contact, name: 'Анна' },
});

/** A contact whose create the server itself has refused. */
async function refusedContact() {
  const setup = await setUpKeyed();
  const said = { message: 'no', errors: { first_name: ['Заполните поле'] } };
  const init = { status: 422, headers: { 'Idempotency-Status': 'refused' } };
  setup.network.answer(SAVE, () => Response.json(said, init));
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  return { ...setup, rejected: await setup.phone.entry(id) };
}

it('[S14] a corrected entry has a new key', async () => {
  const { phone, rejected } = await refusedContact();
  await phone.outbox.correct(rejected.id, { ...people.anna, first_name: 'Анна-Мария' });
  const corrected = await phone.entry(rejected.id);
  expect([corrected.key === rejected.key, corrected.hash === rejected.hash]).toEqual([false, false]);
  await passOf(phone);
  expect((await phone.entries()).map(({ state }) => state)).toEqual(['done']);
});

it('[S14] what was edited before it was ever sent has a new key', async () => {
  const { network, phone } = await setUp();
  network.off();
  const { id, key } = await phone.save('contact.create', people.anna);
  await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
  expect((await phone.entry(id)).key === key).toBe(false);
});

it('[S14] an entry that may have arrived cannot be corrected', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, 'drop-after');
  const { id, key } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  const refused = await phone.outbox.correct(id, people.vera);
  const again = await phone.outbox.retry(id);
  expect([refused.ok, again.ok, (await phone.entry(id)).key]).toEqual([false, false, key]);
});

it.each([
  ['what was settled over a conflict becomes the new base', { rebase: true }, people.vera],
  ['an edit without a settled conflict keeps the base it was made from', {}, people.anna],
])('[S15] %s', async (_, settled, base) => {
  const setup = await setUp();
  const contact = knownContact(setup);
  setup.network.off();
  const update = { kind: 'contact.update', payload: { ...people.anna, contact } };
  const owner = ownerOf(setup.phone);
  await setup.phone.outbox.enqueue(owner, { ...update, id: newId(), base: people.anna });
  await setup.phone.outbox.enqueue(owner, { ...update, id: newId(), base: people.vera, ...settled });
  expect((await setup.phone.entries()).map(entry => entry.base)).toEqual([base]);
});

it('[S15] a refused entry that is edited is queued again', async () => {
  const { phone, rejected } = await refusedContact();
  const update = { ...people.anna, contact: rejected.id, comment: 'Новый' };
  await phone.save('contact.update', update);
  const { state, attempts, error } = await phone.entry(rejected.id);
  expect([state, attempts, error, (await phone.entries()).length]).toEqual(['queued', 0, null, 1]);
});

it('[S19] a corrected entry is as good as never sent: the next edit goes into it', async () => {
  const { phone, rejected } = await refusedContact();
  await phone.outbox.correct(rejected.id, people.vera);
  await phone.save('contact.update', { ...people.vera, contact: rejected.id, comment: 'Новый' });
  expect((await phone.entries()).length).toBe(1);
});

it('[S19] an edit of what was never sent goes into its entry', async () => {
  const { network, phone } = await setUp();
  network.off();
  const { id } = await phone.save('contact.create', people.anna);
  await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
  const entries = await phone.entries();
  expect(entries.map(({ payload }) => payload)).toEqual([{ ...people.anna, comment: 'Новый' }]);
});

it.each(['drop-before', '503'] as const)(
  '[S19] an edit of what was attempted (%s) is an entry of its own',
  async fault => {
    const { network, phone } = await setUpKeyed();
    network.fault(SAVE, fault);
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Позже' });
    expect((await phone.entries()).map(({ kind }) => kind)).toEqual(['contact.create', 'contact.update']);
  },
);

it('[S19] an edit goes into the newest entry of the thing only', async () => {
  const setup = await setUp();
  const contact = knownContact(setup);
  setup.network.off();
  const update = { ...people.anna, contact };
  await setup.phone.save('contact.update', update);
  await setup.phone.outbox.enqueue(ownerOf(setup.phone), deleting(contact));
  await setup.phone.save('contact.update', { ...update, comment: 'Позже' });
  expect((await setup.phone.entries()).map(({ kind }) => kind)).toEqual([
    'contact.update',
    'contact.delete',
    'contact.update',
  ]);
});

it('[S19] a never-sent contact is removed, but not while an order waits for it', async () => {
  const { network, phone } = await setUp();
  network.off();
  const { id } = await phone.save('contact.create', people.anna);
  const order = await phone.save('order.create', orderTo(id));
  const refused = await phone.outbox.enqueue(ownerOf(phone), deleting(id));
  expect(refused).toMatchObject({ problem: { reason: 'dependants', entries: [{ id: order.id }] } });
  const kept = await phone.outbox.discard(id);
  expect([kept.ok, (await phone.entries()).length]).toEqual([false, 2]);
  await phone.outbox.discard(order.id);
  expect([await phone.outbox.enqueue(ownerOf(phone), deleting(id)), await phone.entries()]).toEqual([
    { ok: true, value: null },
    [],
  ]);
});

it('[S19] a contact that may have arrived is not simply removed', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, 'drop-after');
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  await phone.outbox.enqueue(ownerOf(phone), deleting(id));
  expect((await phone.entries()).map(({ kind }) => kind)).toEqual(['contact.create', 'contact.delete']);
});

it.each([
  ['the server itself', { 'Idempotency-Status': 'refused' }, []],
  ['nobody knows whom', {}, ['contact.create', 'contact.update', 'contact.delete']],
] as const)(
  '[S19] a contact that was deleted while it left, and is refused by %s',
  async (_who, headers, left) => {
    const { network, phone, server } = await setUpKeyed();
    network.fault(SAVE, 'drop-before');
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    await phone.save('contact.update', { ...people.anna, contact: id });
    await phone.outbox.enqueue(ownerOf(phone), deleting(id));
    network.answer(SAVE, () => Response.json({ message: 'no' }, { status: 422, headers }));
    phone.pass(MINUTE_MS);
    await passOf(phone);
    expect((await phone.entries()).map(({ kind }) => kind)).toEqual(left);
    expect((await phone.entries()).map(({ state }) => state)).not.toContain('rejected');
    for (const _ of ['looked for', 'settled']) {
      phone.pass(5 * MINUTE_MS);
      await passOf(phone);
    }
    expect([await phone.entries(), server.contacts.length]).toEqual([[], 1]);
  },
);

it('[S4] a contact whose deletion is taken back while it is looked for stays, and arrives', async () => {
  const { network, phone, server } = await setUpKeyed();
  network.answer(SAVE, () => Response.json({ message: 'no' }, { status: 422 }));
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  const deletion = deleting(id);
  await phone.outbox.enqueue(ownerOf(phone), deletion);
  server.intercept = request => {
    if (!request.url.includes('/contacts/list')) return null;
    server.intercept = () => null;
    return phone.outbox.discard(deletion.id).then(() => server.handle(request));
  };
  for (const _ of ['looked for', 'sent']) {
    phone.pass(5 * MINUTE_MS);
    await passOf(phone);
  }
  expect([(await phone.entry(id)).state, server.contacts.length]).toEqual(['done', 2]);
});

it('[S19] what was given up, and edited since, is the user’s to decide', async () => {
  const { network, phone } = await setUpKeyed();
  network.answer(SAVE, () => Response.json({ message: 'no' }, { status: 422 }));
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  await phone.outbox.discard(id);
  await phone.save('contact.update', { ...people.anna, contact: id });
  phone.pass(5 * MINUTE_MS);
  await passOf(phone);
  expect((await phone.entries()).map(({ kind, state }) => [kind, state])).toEqual([
    ['contact.create', 'rejected'],
    ['contact.update', 'queued'],
  ]);
});

it('[S20] what was confirmed can no longer be given up', async () => {
  const { phone } = await setUp();
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  await phone.outbox.discard(id);
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S19] a deletion that is taken back brings the very entry, once', async () => {
  const { network, phone } = await setUp();
  network.off();
  const first = await phone.save('contact.create', people.anna);
  const second = await phone.save('contact.create', people.vera);
  await phone.outbox.discard(first.id);
  const restore = () => restoreEntry(phone.db, makeRoom, first);
  await Promise.all([restore(), restore(), passOf(phone)]);
  expect(await phone.entries()).toEqual([first, second]);
  network.on();
  await passOf(phone);
  await restore();
  expect(await statesOf({ phone })).toEqual(['done', 'done']);
});

it('[S19] an order does not come back when its contact is gone', async () => {
  const { network, phone } = await setUp();
  network.off();
  const contact = await phone.save('contact.create', people.anna);
  const order = await phone.save('order.create', orderTo(contact.id));
  await phone.outbox.discard(order.id);
  await phone.outbox.discard(contact.id);
  const restored = await restoreEntry(phone.db, makeRoom, order);
  expect(restored).toEqual({ ok: false, problem: { reason: 'orphaned' } });
  expect(await phone.entries()).toEqual([]);
  await restoreEntry(phone.db, makeRoom, contact);
  expect(await restoreEntry(phone.db, makeRoom, order)).toMatchObject({ ok: true });
});

it('[S19] a change that is taken back keeps its place before a later one', async () => {
  const setup = await setUp();
  const contact = knownContact(setup);
  setup.network.off();
  const first = await setup.phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
  await setup.phone.outbox.discard(first.id);
  const later = { id: newId(), kind: 'contact.delete', payload: { contact, name: 'Анна' } };
  await setup.phone.outbox.enqueue(ownerOf(setup.phone), later);
  await restoreEntry(setup.phone.db, makeRoom, first);
  expect((await setup.phone.entries()).map(({ kind }) => kind)).toEqual(['contact.update', 'contact.delete']);
});

it('[S15] a refusal keeps the content, and the messages at their fields', async () => {
  const { rejected } = await refusedContact();
  expect(rejected).toMatchObject({
    state: 'rejected',
    payload: people.anna,
    error: { status: 422, fields: { first_name: [expect.any(String)] } },
  });
});

it('[S19] a removed contact that is brought back under its own id is one entry, whatever a pass does meanwhile', async () => {
  const setup = await setUp();
  const { network, phone } = setup;
  const { id } = await phone.save('contact.create', people.anna);
  const save = () => phone.save('contact.create', people.anna, id);
  const end = await heldAt(network, PROBE, () => passOf(phone));
  expect(await phone.outbox.enqueue(ownerOf(phone), deleting(id))).toEqual({ ok: true, value: null });
  await Promise.all([save(), save()]);
  await end();
  await passOf(phone);
  await save();
  await passOf(phone);
  expect(await statesOf(setup)).toEqual(['done']);
  expect(requestsTo(setup, SAVE)).toHaveLength(1);
});

it('[S19] a queued delete can be taken back until it is sent', async () => {
  const { network, phone } = await setUp();
  const { id } = await phone.save('contact.create', people.anna);
  await phone.drain();
  network.off();
  const deletion = await phone.save('contact.delete', { contact: id, name: 'Анна' });
  expect(await readBook(phone.book(), 10)).toMatchObject([{ isDeleting: true }]);
  await phone.outbox.discard(deletion.id);
  expect(await readBook(phone.book(), 10)).toMatchObject([{ isDeleting: false, status: null }]);
});

it('[S19] a delete that has left meanwhile is not called taken back', async () => {
  const { network, phone } = await setUp();
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  const deletion = await phone.save('contact.delete', { contact: id, name: 'Анна' });
  network.fault('/contacts/delete', 'drop-before');
  await passOf(phone);
  const discarded = await phone.outbox.discard(deletion.id, { ifOpen: true });
  expect(discarded).toEqual({ ok: false, problem: { reason: 'unknown-outcome' } });
  expect((await phone.entry(deletion.id)).state).toBe('unsure');
});
