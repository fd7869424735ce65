import { isKeyed } from '#sync/control.ts';
import { refuse } from '../tiny-backend.ts';
import {
  type Guard,
  guard,
  knownContact,
  namesOn,
  openKeyedWorld,
  openWorld,
  orderTo,
  ownerOf,
  passOf,
  people,
  requestsTo,
  same,
  type World,
} from '../world.ts';

const SAVE = '/contacts/save';
const LIST = '/contacts/list';
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** On a backend without keys a create was sent, and no answer came. `after`: it was carried out. */
async function losingAnswer(fault: 'drop-after' | 'drop-before'): Promise<World & { id: string }> {
  const world = await openWorld({ keyed: false });
  world.network.fault(SAVE, fault);
  const { id } = await world.phone.save('contact.create', people.anna);
  await passOf(world.phone);
  return { ...world, id };
}

/** [S13] An outcome that nobody knows. */
export const askingGuards: Guard[] = [
  guard('S13', 'a backend counts as keyed once it has echoed a key, and is remembered as that', async () => {
    const { phone } = await openWorld();
    const isKnown = () => isKeyed(phone.db, ownerOf(phone).apiOrigin);
    const before = await isKnown();
    await phone.save('contact.create', people.anna);
    await passOf(phone);
    same([before, await isKnown()], [false, true]);
  }),

  guard('S13', 'every attempt carries the key of its entry, the first one too', async () => {
    const world = await openKeyedWorld();
    world.network.fault(SAVE, 'drop-after');
    const entry = await world.phone.save('contact.create', people.anna);
    await passOf(world.phone);
    world.phone.pass(30 * SECOND_MS);
    await passOf(world.phone);
    same(
      requestsTo(world, SAVE).map(({ key }) => key),
      [entry.key, entry.key],
    );
    same([(await world.phone.entry(entry.id)).state, namesOn(world)], ['done', ['Борис', 'Анна']]);
  }),

  guard(
    'S13',
    'a backend that has echoed a key is sent the same key again, without any look-up',
    async () => {
      const world = await openKeyedWorld();
      world.network.fault(SAVE, 'drop-before');
      const { id } = await world.phone.save('contact.create', people.anna);
      await passOf(world.phone);
      world.phone.pass(30 * SECOND_MS);
      await passOf(world.phone);
      same([(await world.phone.entry(id)).state, requestsTo(world, LIST).length], ['done', 0]);
    },
  ),

  guard('S13', 'a backend that has echoed no key is looked at before a create is sent again', async () => {
    const world = await losingAnswer('drop-after');
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    const { state, serverId } = await world.phone.entry(world.id);
    same([state, serverId, namesOn(world)], ['done', world.backend.books.contacts[0]?.id, ['Анна']]);
  }),

  guard('S13', 'a backend that answered without echoing a key is looked at too', async () => {
    const world = await openWorld({ keyed: false });
    await world.phone.save('contact.create', people.boris);
    await passOf(world.phone);
    world.network.fault(SAVE, 'drop-after');
    await world.phone.save('contact.create', people.anna);
    await passOf(world.phone);
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    same(namesOn(world), ['Борис', 'Анна']);
  }),

  guard('S13', 'what was not found is sent again only two minutes after its last attempt', async () => {
    const world = await losingAnswer('drop-before');
    world.phone.pass(MINUTE_MS);
    await passOf(world.phone);
    const { state, absentAt, nextAt } = await world.phone.entry(world.id);
    same([state, absentAt, nextAt > world.phone.clock.now], ['unsure', 0, true]);
    world.phone.pass(MINUTE_MS + SECOND_MS);
    await passOf(world.phone);
    const sent = await world.phone.entry(world.id);
    same([sent.state, sent.absentAt], ['done', world.phone.clock.now]);
    same(namesOn(world), ['Анна']);
  }),

  guard('S5', 'a clock that was set back does not keep a look-up waiting for days', async () => {
    const world = await losingAnswer('drop-before');
    world.phone.pass(-5 * 24 * 60 * MINUTE_MS);
    await passOf(world.phone);
    same([(await world.phone.entry(world.id)).state, namesOn(world)], ['done', ['Анна']]);
  }),

  guard(
    'S13',
    'several that are alike are a question, and nothing is asked of the server meanwhile',
    async () => {
      const world = await losingAnswer('drop-after');
      const older = world.backend.books.contacts[0]?.id ?? 0;
      knownContact(world);
      world.phone.pass(5 * MINUTE_MS);
      await passOf(world.phone);
      same((await world.phone.entry(world.id)).question?.matches.length, 2);
      world.network.seen.length = 0;
      await passOf(world.phone);
      same([world.network.seen.length, (await world.phone.entry(world.id)).state], [0, 'unsure']);
      await world.phone.outbox.answer(world.id, 'arrived', older);
      same((await world.phone.entry(world.id)).serverId, older);
    },
  ),

  guard('S13', 'the user’s «send again» stands for the look-up, and is recorded', async () => {
    const world = await losingAnswer('drop-after');
    knownContact(world);
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    await world.phone.outbox.answer(world.id, 'send-again');
    same((await world.phone.entry(world.id)).absentAt, world.phone.clock.now);
    await passOf(world.phone);
    same([(await world.phone.entry(world.id)).state, namesOn(world).length], ['done', 3]);
  }),

  guard('S13', 'what another entry has become is not adopted a second time', async () => {
    const world = await losingAnswer('drop-after');
    world.network.fault(SAVE, 'drop-before');
    const twin = await world.phone.save('contact.create', people.anna);
    await passOf(world.phone);
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    const ids = (await world.phone.entries()).map(entry => entry.serverId);
    same([(await world.phone.entry(twin.id)).state, new Set(ids).size], ['done', 2]);
  }),

  ...[403, 429, 503].map(status =>
    guard('S13', `a look-up that is answered ${status} proves nothing about the entry`, async () => {
      const world = await losingAnswer('drop-after');
      world.phone.pass(5 * MINUTE_MS);
      world.network.answer(LIST, () => refuse(status, 'not now'));
      await passOf(world.phone);
      same((await world.phone.entry(world.id)).state, 'unsure');
    }),
  ),

  guard('S13', 'an update without an answer is simply sent again, soon', async () => {
    const world = await openWorld({ keyed: false });
    const contact = knownContact(world);
    world.network.fault(SAVE, 'drop-after');
    const { id } = await world.phone.save('contact.update', { ...people.anna, contact, comment: 'Новый' });
    await passOf(world.phone);
    world.phone.pass(30 * SECOND_MS);
    await passOf(world.phone);
    same((await world.phone.entry(id)).state, 'done');
    same(
      world.backend.books.contacts.map(({ comment }) => comment),
      ['Новый'],
    );
  }),

  guard(
    'S13',
    'an older contact of the same name but another comment is not taken for the lost one',
    async () => {
      const world = await openWorld({ keyed: false });
      world.backend.books.add(1, { ...people.anna, comment: 'Другая' });
      world.network.fault(SAVE, 'drop-before');
      const { id } = await world.phone.save('contact.create', people.anna);
      await passOf(world.phone);
      world.phone.pass(5 * MINUTE_MS);
      await passOf(world.phone);
      same([(await world.phone.entry(id)).state, namesOn(world).length], ['done', 2]);
    },
  ),

  guard('S13', 'an order that was lost is found again and not sent twice', async () => {
    const world = await openWorld({ keyed: false });
    world.network.fault('/sendOrder', 'drop-after');
    const { id } = await world.phone.save('order.create', orderTo(knownContact(world)));
    await passOf(world.phone);
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    same([(await world.phone.entry(id)).state, world.backend.books.orders.length], ['done', 1]);
  }),

  ...[
    { name: 'an order of another street', change: { street: 'Садовая' } },
    { name: 'an order of another kind', change: { type: 'basa' } },
  ].map(({ name, change }) =>
    guard('S13', `${name} is not taken for the lost one`, async () => {
      const world = await openWorld({ keyed: false });
      const contact = knownContact(world);
      orderPast(world, contact);
      Object.assign(world.backend.books.orders[0] ?? {}, change);
      world.network.fault('/sendOrder', 'drop-before');
      const { id } = await world.phone.save('order.create', orderTo(contact));
      await passOf(world.phone);
      world.phone.pass(5 * MINUTE_MS);
      await passOf(world.phone);
      same([(await world.phone.entry(id)).state, world.backend.books.orders.length], ['done', 2]);
    }),
  ),

  guard('S13', 'an order of long ago is not taken for the lost one: the user is asked', async () => {
    const world = await openWorld({ keyed: false });
    const contact = knownContact(world);
    orderPast(world, contact);
    Object.assign(world.backend.books.orders[0] ?? {}, { created_at: '2025-11-21 12:00:00' });
    world.network.fault('/sendOrder', 'drop-before');
    const { id } = await world.phone.save('order.create', orderTo(contact));
    await passOf(world.phone);
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    const { state, question } = await world.phone.entry(id);
    same([state, question?.matches.length, world.backend.books.orders.length], ['unsure', 1, 1]);
  }),

  guard('S13', 'an order of somebody else is not taken for the lost one', async () => {
    const world = await openWorld({ keyed: false });
    const other = world.backend.books.add(1, people.boris);
    orderPast(world, String(other.id));
    world.network.fault('/sendOrder', 'drop-before');
    const { id } = await world.phone.save('order.create', orderTo(knownContact(world)));
    await passOf(world.phone);
    world.phone.pass(5 * MINUTE_MS);
    await passOf(world.phone);
    same([(await world.phone.entry(id)).state, world.backend.books.orders.length], ['done', 2]);
  }),
];

/** The same order came to the server past this phone. */
function orderPast({ backend }: World, contact: string): void {
  const { type, street, broken } = orderTo(contact);
  backend.books.change('/orders/sendOrder', 1, { contact_id: Number(contact), type, street, broken });
}
