import { readBook, readContact } from '#features/contacts/offline/contact-book.ts';
import { pullBook, pullContact } from '#features/contacts/offline/pull-contacts.ts';
import { readQueuedOrders } from '#features/orders/offline/order-book.ts';
import { pullRequests } from '#features/orders/offline/pull-requests.ts';
import { deferred } from '#tests/support/deferred.ts';
import {
  type Guard,
  guard,
  knownContact,
  openKeyedWorld,
  openWorld,
  orderTo,
  passOf,
  people,
  same,
  type World,
} from '../world.ts';

const BOOK = '/contacts/fullList';

/** What the contact list shows: names and comments. */
async function shown({ phone }: World): Promise<string[]> {
  const views = await readBook(phone.book(), 20);
  return views.map(({ first_name, comment }) => `${first_name} ${comment}`.trim());
}

/** A world whose book is on the phone, with Анна in it; her local id. */
async function withAnna(): Promise<World & { contact: string }> {
  const world = await openWorld();
  const { id } = await world.phone.save('contact.create', { ...people.anna, comment: 'Старый' });
  await world.phone.drain();
  await pullBook(world.phone.pulls());
  return { ...world, contact: id };
}

const change = (contact: string) => ({ ...people.anna, contact, comment: 'Новый' });

/** What screens show while refreshes and confirmations cross. */
export const refreshingGuards: Guard[] = [
  guard('S2', 'what was saved is shown at once, and never written into the cache', async () => {
    const world = await withAnna();
    world.network.off();
    await world.phone.save('contact.update', change(world.contact));
    await world.phone.save('contact.create', people.boris);
    same(await shown(world), ['Борис', 'Анна Новый']);
    same(
      (await world.phone.book().cache.contacts.toArray()).map(({ comment }) => comment),
      ['Старый'],
    );
  }),

  guard('S20', 'a book that was asked for before the confirmation neither hides nor reverts it', async () => {
    const world = await withAnna();
    const late = world.network.hold(BOOK);
    const refresh = pullBook(world.phone.pulls());
    await late.arrived;
    await world.phone.save('contact.update', change(world.contact));
    await passOf(world.phone);
    late.release();
    await refresh;
    same(await shown(world), ['Анна Новый']);
    await pullBook(world.phone.pulls());
    same(await shown(world), ['Анна Новый']);
  }),

  guard('S20', 'a changed book that was asked for before the confirmation does not revert it', async () => {
    const world = await withAnna();
    knownContact(world);
    const late = world.network.hold(BOOK);
    const refresh = pullBook(world.phone.pulls());
    await late.arrived;
    await world.phone.save('contact.update', change(world.contact));
    await passOf(world.phone);
    late.release();
    await refresh;
    same((await readContact(world.phone.book(), world.contact))?.comment, 'Новый');
  }),

  guard('S20', 'one contact that was asked for before the confirmation does not revert it', async () => {
    const world = await withAnna();
    const { serverId } = await world.phone.entry(world.contact);
    const late = world.network.hold(`/edit/${serverId}`);
    const refresh = pullContact(world.phone.pulls(), serverId ?? 0);
    await late.arrived;
    await world.phone.save('contact.update', change(world.contact));
    await passOf(world.phone);
    late.release();
    await refresh;
    same(await shown(world), ['Анна Новый']);
  }),

  guard('S20', 'a book that was asked for while the request was on its way does not revert it', async () => {
    const world = await withAnna();
    await world.phone.save('contact.update', change(world.contact));
    const [arrived, go] = [deferred(), deferred()];
    world.backend.intercept = request => {
      if (!request.url.endsWith('/contacts/save')) return null;
      world.backend.intercept = () => null;
      arrived.resolve();
      return go.promise.then(() => world.backend.handle(request));
    };
    const passing = passOf(world.phone);
    await arrived.promise;
    await pullBook(world.phone.pulls());
    go.resolve();
    await passing;
    same(await shown(world), ['Анна Новый']);
  }),

  guard('S20', 'an older book does not undo what a newer answer told of one contact', async () => {
    const world = await withAnna();
    world.backend.books.add(1, people.vera);
    const late = world.network.hold(BOOK);
    const refresh = pullBook(world.phone.pulls());
    await late.arrived;
    await world.phone.save('contact.create', people.boris);
    await world.phone.save('contact.update', change(world.contact));
    await world.phone.drain();
    late.release();
    await refresh;
    same((await shown(world)).sort(), ['Анна Новый', 'Борис', 'Вера']);
  }),

  guard('S20', 'an older book does not undo a newer one', async () => {
    const world = await withAnna();
    knownContact(world);
    const late = world.network.hold(BOOK);
    const refresh = pullBook(world.phone.pulls());
    await late.arrived;
    await world.phone.save('contact.update', change(world.contact));
    await passOf(world.phone);
    await pullBook(world.phone.pulls());
    late.release();
    await refresh;
    same((await readContact(world.phone.book(), world.contact))?.comment, 'Новый');
  }),

  guard(
    'S20',
    'a contact that a newer book no longer has does not come back with an older answer',
    async () => {
      const world = await withAnna();
      const { contacts } = world.backend.books;
      const vera = world.backend.books.add(1, people.vera);
      const late = [world.network.hold(BOOK), world.network.hold(`/edit/${vera.id}`)];
      const pulls = [pullBook(world.phone.pulls()), pullContact(world.phone.pulls(), vera.id)];
      await Promise.all(late.map(({ arrived }) => arrived));
      contacts.splice(contacts.indexOf(vera), 1);
      await pullBook(world.phone.pulls());
      for (const [at, { release }] of late.entries()) {
        release();
        await pulls[at];
        same(await shown(world), ['Анна Старый']);
      }
    },
  ),

  guard('S20', 'one contact that was asked for before the book does not undo it', async () => {
    const world = await withAnna();
    const { serverId } = await world.phone.entry(world.contact);
    const late = world.network.hold(`/edit/${serverId}`);
    const refresh = pullContact(world.phone.pulls(), serverId ?? 0);
    await late.arrived;
    await world.phone.save('contact.update', change(world.contact));
    await passOf(world.phone);
    await pullBook(world.phone.pulls());
    late.release();
    await refresh;
    same(await shown(world), ['Анна Новый']);
  }),

  guard('S20', 'a contact deleted here does not come back with a book that was under way', async () => {
    const world = await withAnna();
    const late = world.network.hold(BOOK);
    const refresh = pullBook(world.phone.pulls());
    await late.arrived;
    await world.phone.save('contact.delete', { contact: world.contact, name: 'Анна' });
    await world.phone.drain();
    late.release();
    await refresh;
    same(await shown(world), []);
    await pullBook(world.phone.pulls());
    same(await shown(world), []);
  }),

  guard('S20', '«unchanged» is believed only of the very rows that are on this device', async () => {
    const world = await withAnna();
    const [anna] = world.backend.books.contacts;
    const { cache } = world.phone.book();
    // Somebody changes her elsewhere; this phone hears of it singly, and then she is changed back.
    if (anna) anna.comment = 'Чужой';
    await pullContact(world.phone.pulls(), anna?.id ?? 0);
    if (anna) anna.comment = 'Старый';
    await pullBook(world.phone.pulls());
    same(
      (await cache.contacts.toArray()).map(({ comment }) => comment),
      ['Старый'],
    );
  }),

  guard('S11', 'an untagged «unchanged» is no answer', async () => {
    const world = await withAnna();
    knownContact(world);
    world.network.answer(BOOK, () => new Response(null, { status: 304 }));
    const pulled = await pullBook(world.phone.pulls());
    same(pulled.ok, false);
  }),

  guard(
    'S20',
    'a list of requests that was asked for before the confirmation does not hide the order',
    async () => {
      const world = await openKeyedWorld();
      const contact = knownContact(world);
      await world.phone.save('order.create', orderTo(contact));
      const late = world.network.hold('/getRequests');
      const refresh = pullRequests(world.phone.pulls(), 'all', 1);
      await late.arrived;
      await passOf(world.phone);
      late.release();
      await refresh;
      same((await readQueuedOrders(world.phone.book())).length, 1);
      await pullRequests(world.phone.pulls(), 'all', 1);
      same((await readQueuedOrders(world.phone.book())).length, 0);
    },
  ),

  guard('S20', 'a later page of the requests does not hide an order that page 1 would show', async () => {
    const world = await openKeyedWorld();
    await pullRequests(world.phone.pulls(), 'all', 1);
    await world.phone.save('order.create', orderTo(knownContact(world)));
    await passOf(world.phone);
    await pullRequests(world.phone.pulls(), 'all', 2);
    same((await readQueuedOrders(world.phone.book())).length, 1);
  }),

  guard('S20', 'there is one row for each contact at every step', async () => {
    const world = await openWorld();
    await world.phone.save('contact.create', people.anna);
    const steps = [() => passOf(world.phone), () => pullBook(world.phone.pulls()), () => world.phone.drain()];
    for (const step of steps) {
      same((await shown(world)).length, 1);
      await step();
    }
    same((await shown(world)).length, 1);
  }),

  guard(
    'S30',
    'a superseded entry keeps its receipt and not its content; before that it keeps both',
    async () => {
      const world = await openWorld();
      const { id } = await world.phone.save('contact.create', people.anna);
      await passOf(world.phone);
      const before = (await world.phone.entry(id)).payload;
      await pullBook(world.phone.pulls());
      const after = await world.phone.entry(id);
      same([before, after.state, after.payload, after.base], [people.anna, 'done', null, null]);
    },
  ),
];
