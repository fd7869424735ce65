import { expect, it } from 'vitest';
import type { KeyValueStorage } from '#api/auth-state.ts';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { nextTick } from '#sync/control-rows.ts';
import { noteUnsent, readLost } from '#sync/lost-entries.ts';
import { restoreIdMap } from '#sync/restore-id-map.ts';
import { orderTo, passOf, people, setUpKeyed } from './fixture.ts';

it('[S20] after the counter was lost what is confirmed stays on the screen, and refreshes are taken over again', async () => {
  const { phone, server } = await setUpKeyed();
  for (let refresh = 0; refresh < 9; refresh += 1) await nextTick(phone.db);
  await phone.pullAll();
  // The counter begins anew with the clock: a test is faster than the clock's steps.
  const counted = await nextTick(phone.db);
  while (Date.now() <= counted) await phone.db.control.count();
  await phone.db.control.clear();
  await phone.save('contact.create', people.vera);
  await passOf(phone);
  const names = async () => (await readBook(phone.book(), 9)).map(contact => contact.first_name).sort();
  expect(await names()).toEqual(['Борис', 'Вера']);
  server.addContact(1, people.anna);
  await phone.pullAll();
  expect(await names()).toEqual(['Анна', 'Борис', 'Вера']);
});

it('[S18] after the id map was lost an order goes to the contact that had arrived before', async () => {
  const { network, phone, server } = await setUpKeyed();
  const { id } = await phone.save('contact.create', people.anna);
  await phone.drain();
  network.off();
  await phone.save('order.create', orderTo(id));
  await phone.db.idMap.clear();
  network.on();
  await restoreIdMap(phone.db);
  await passOf(phone);
  expect(server.orders.map(({ contact }) => contact.first_name)).toEqual(['Анна']);
});

/** Local storage, whose keys are its own properties. */
function localStorage(): KeyValueStorage {
  const values: Record<string, string> = {};
  const methods: KeyValueStorage = {
    getItem: key => values[key] ?? null,
    setItem: (key, value) => void Object.assign(values, { [key]: value }),
    removeItem: key => void Reflect.deleteProperty(values, key),
  };
  return Object.setPrototypeOf(values, methods);
}

it('[S4] a loss of unsent entries is found at a start, and neither made up nor told twice', async () => {
  const { network, phone } = await setUpKeyed();
  const { ownerKey } = phone.book();
  const local = localStorage();
  const look = (isStart: boolean) => noteUnsent(phone.db, local, ownerKey, isStart);
  const start = async () => [await look(true), await readLost(phone.db, ownerKey)];
  expect(await start()).toEqual([[], 0]);
  network.off();
  await phone.save('contact.create', people.anna);
  await look(false);
  // Sent without this page, e.g. by the worker.
  network.on();
  await passOf(phone);
  expect(await start()).toEqual([[], 0]);
  network.off();
  const { id } = await phone.save('contact.create', people.vera);
  await look(false);
  await phone.outbox.discard(id);
  await phone.db.entries.where('state').equals('done').delete();
  await look(false);
  expect(await start()).toEqual([[], 0]);
  await phone.save('contact.create', people.vera);
  await look(false);
  await phone.session.signOut('keep');
  await phone.db.entries.clear();
  expect(await noteUnsent(phone.db, local, null, true)).toEqual([ownerKey]);
  expect(await start()).toEqual([[], 1]);
});
