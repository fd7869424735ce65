import { newId } from '#kit/ids.ts';
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

/** What may still be changed, and what comes of it. */
export const changingGuards: Guard[] = [
  guard('S14', 'a corrected entry has a new key', async () => {
    const { phone, rejected } = await refusedContact();
    await phone.outbox.correct(rejected.id, { ...people.anna, first_name: 'Анна-Мария' });
    const corrected = await phone.entry(rejected.id);
    same([corrected.key === rejected.key, corrected.hash === rejected.hash], [false, false]);
    await passOf(phone);
    same(
      (await phone.entries()).map(({ state }) => state),
      ['done', 'done'],
    );
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
    same(
      entries.map(({ payload }) => payload),
      [{ ...people.anna, comment: 'Новый' }],
    );
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
    same(
      [await phone.outbox.enqueue(ownerOf(phone), deleting(id)), await phone.entries()],
      [{ ok: true, value: null }, []],
    );
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
