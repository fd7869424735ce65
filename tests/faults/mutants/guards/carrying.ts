import { newId } from '#kit/ids.ts';
import { readEntries, writeEntries } from '#sync/entries-file.ts';
import { collectUnsent } from '#sync/export-entries.ts';
import { importEntries } from '#sync/import-entries.ts';
import { restoreEntry } from '#sync/restore-entry.ts';
import { createPhone, type Phone } from '#tests/support/phone.ts';
import {
  type Guard,
  guard,
  knownContact,
  namesOn,
  openWorld,
  orderTo,
  ownerOf,
  passOf,
  people,
  same,
  type World,
} from '../world.ts';

const SITE = 'https://field.example';

const makeRoom = async () => {};

const unsentOf = (phone: Phone) => collectUnsent(phone.db, ownerOf(phone), SITE, phone.clock.now);

/** Another phone of the same promoter. */
async function secondPhone({ network, phone }: World): Promise<Phone> {
  const second = await createPhone(network, { clientSecret: 'secret', now: phone.clock.now });
  await second.signIn('promoter@test.example', 'password');
  return second;
}

/** Entries that leave a device as a file, and that come back after they were deleted. */
export const carryingGuards: Guard[] = [
  guard(
    'S13',
    'a create from a file is looked for before it is sent: its own phone may have gone on',
    async () => {
      const world = await openWorld({ keyed: false });
      const second = await secondPhone(world);
      await world.phone.save('contact.create', people.anna);
      const file = await unsentOf(world.phone);
      await passOf(world.phone);
      await importEntries({ db: second.db, makeRoom }, ownerOf(second), file);
      await passOf(second);
      same([namesOn(world), (await second.entries()).map(({ state }) => state)], [['Анна'], ['done']]);
    },
  ),

  guard('S3', 'a file that is taken in twice is one entry each', async () => {
    const world = await openWorld();
    const second = await secondPhone(world);
    await world.phone.save('contact.create', people.anna);
    const file = await unsentOf(world.phone);
    for (let time = 0; time < 2; time += 1) {
      await importEntries({ db: second.db, makeRoom }, ownerOf(second), file);
    }
    same((await second.entries()).length, 1);
  }),

  guard('S18', 'an order from a file finds the contact that its own phone has sent', async () => {
    const world = await openWorld({ keyed: false });
    const second = await secondPhone(world);
    const contact = await world.phone.save('contact.create', people.anna);
    await passOf(world.phone);
    await world.phone.save('order.create', orderTo(contact.id));
    await importEntries({ db: second.db, makeRoom }, ownerOf(second), await unsentOf(world.phone));
    await passOf(second);
    same(
      world.backend.books.orders.map(order => order.contact.first_name),
      ['Анна'],
    );
  }),

  guard(
    'S14',
    'what was changed in the file is not taken in: its key stands for something else',
    async () => {
      const { phone } = await openWorld();
      await phone.save('contact.create', people.anna);
      const text = writeEntries(await unsentOf(phone)).replace('Третий', 'Пятый');
      const read = readEntries(text, SITE, ownerOf(phone));
      same(read.ok && [read.value.entries.length, read.value.damaged], [0, 1]);
    },
  ),

  guard('S28', 'somebody else’s file is refused', async () => {
    const { phone } = await openWorld();
    await phone.save('contact.create', people.anna);
    const owner = { ...ownerOf(phone), userId: 99 };
    same(readEntries(writeEntries(await unsentOf(phone)), SITE, owner).ok, false);
  }),

  guard('S19', 'a deletion that is taken back brings the very entry, once', async () => {
    const { network, phone } = await openWorld();
    network.off();
    const { id } = await phone.save('contact.create', people.anna);
    const before = await phone.entry(id);
    await phone.outbox.discard(id);
    for (let time = 0; time < 2; time += 1) await restoreEntry(phone.db, makeRoom, before);
    same(await phone.entries(), [before]);
  }),

  guard('S19', 'an order does not come back when its contact is gone', async () => {
    const { network, phone } = await openWorld();
    network.off();
    const contact = await phone.save('contact.create', people.anna);
    const order = await phone.save('order.create', orderTo(contact.id));
    await phone.outbox.discard(order.id);
    await phone.outbox.discard(contact.id);
    const restored = await restoreEntry(phone.db, makeRoom, order);
    same([restored.ok, (await phone.entries()).length], [false, 0]);
  }),

  guard('S19', 'a change that is taken back keeps its place before a later one', async () => {
    const world = await openWorld();
    const contact = knownContact(world);
    world.network.off();
    const first = await world.phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
    await world.phone.outbox.discard(first.id);
    const later = { id: newId(), kind: 'contact.delete', payload: { contact, name: 'Анна' } };
    await world.phone.outbox.enqueue(ownerOf(world.phone), later);
    await restoreEntry(world.phone.db, makeRoom, first);
    same(
      (await world.phone.entries()).map(({ kind }) => kind),
      ['contact.update', 'contact.delete'],
    );
  }),
];
