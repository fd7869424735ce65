import { expect, it } from 'vitest';
import { readBook, readContact } from '#features/contacts/offline/contact-book.ts';
import { pullBook, pullContact } from '#features/contacts/offline/pull-contacts.ts';
import { readQueuedOrders } from '#features/orders/offline/order-book.ts';
import { pullRequests } from '#features/orders/offline/pull-requests.ts';
import { deferred } from '#kit/deferred.ts';
import { heldAt, knownContact, orderTo, passOf, people, type Setup, setUp, setUpKeyed } from './fixture.ts';

const BOOK = '/contacts/fullList';

/** What the contact list shows: names and comments. */
async function shown({ phone }: Setup): Promise<string[]> {
  const views = await readBook(phone.book(), 20);
  return views.map(({ first_name, comment }) => `${first_name} ${comment}`.trim());
}

/** A setup whose book is on the phone, with Анна in it; her local id. */
async function withAnna(): Promise<Setup & { contact: string }> {
  const setup = await setUp();
  const { id } = await setup.phone.save('contact.create', { ...people.anna, comment: 'Старый' });
  await setup.phone.drain();
  await pullBook(setup.phone.pulls());
  return { ...setup, contact: id };
}

const change = (contact: string) => ({ ...people.anna, contact, comment: 'Новый' });

it('[S2] what was saved is shown at once, and never written into the cache', async () => {
  const setup = await withAnna();
  setup.network.off();
  await setup.phone.save('contact.update', change(setup.contact));
  await setup.phone.save('contact.create', people.boris);
  expect(await shown(setup)).toEqual(['Борис', 'Анна Новый']);
  expect((await setup.phone.book().cache.contacts.toArray()).map(({ comment }) => comment)).toEqual([
    'Старый',
  ]);
});

it('[S20] a book that was asked for before the confirmation neither hides nor reverts it', async () => {
  const setup = await withAnna();
  const end = await heldAt(setup.network, BOOK, () => pullBook(setup.phone.pulls()));
  await setup.phone.save('contact.update', change(setup.contact));
  await passOf(setup.phone);
  await end();
  expect(await shown(setup)).toEqual(['Анна Новый']);
  await pullBook(setup.phone.pulls());
  expect(await shown(setup)).toEqual(['Анна Новый']);
});

it.each([
  ['a changed book that was asked for before the confirmation does not revert it', BOOK, 'changed', false],
  ['one contact that was asked for before the confirmation does not revert it', '/edit/', 'same', false],
  ['an older book does not undo a newer one', BOOK, 'changed', true],
  ['one contact that was asked for before the book does not undo it', '/edit/', 'same', true],
] as const)('[S20] %s', async (_, path, book, isBookReadMeanwhile) => {
  const setup = await withAnna();
  const { serverId } = await setup.phone.entry(setup.contact);
  if (book === 'changed') knownContact(setup);
  const pulls = setup.phone.pulls();
  const end =
    path === BOOK
      ? await heldAt(setup.network, BOOK, () => pullBook(pulls))
      : await heldAt(setup.network, path + serverId, () => pullContact(pulls, serverId ?? 0));
  await setup.phone.save('contact.update', change(setup.contact));
  await passOf(setup.phone);
  if (isBookReadMeanwhile) await pullBook(pulls);
  await end();
  expect((await readContact(setup.phone.book(), setup.contact))?.comment).toBe('Новый');
});

it('[S20] a book that was asked for while the request was on its way does not revert it', async () => {
  const setup = await withAnna();
  await setup.phone.save('contact.update', change(setup.contact));
  const [arrived, go] = [deferred(), deferred()];
  setup.server.intercept = request => {
    if (!request.url.endsWith('/contacts/save')) return null;
    setup.server.intercept = () => null;
    arrived.resolve();
    return go.promise.then(() => setup.server.handle(request));
  };
  const passing = passOf(setup.phone);
  await arrived.promise;
  await pullBook(setup.phone.pulls());
  go.resolve();
  await passing;
  expect(await shown(setup)).toEqual(['Анна Новый']);
});

it('[S20] an older book does not undo what a newer answer told of one contact', async () => {
  const setup = await withAnna();
  setup.server.addContact(1, people.vera);
  const end = await heldAt(setup.network, BOOK, () => pullBook(setup.phone.pulls()));
  await setup.phone.save('contact.create', people.boris);
  await setup.phone.save('contact.update', change(setup.contact));
  await setup.phone.drain();
  await end();
  expect((await shown(setup)).sort()).toEqual(['Анна Новый', 'Борис', 'Вера']);
});

it('[S20] a contact that a newer book no longer has does not come back with an older answer', async () => {
  const setup = await withAnna();
  const { contacts } = setup.server;
  const vera = setup.server.addContact(1, people.vera);
  const late = [setup.network.hold(BOOK), setup.network.hold(`/edit/${vera.id}`)];
  const pulls = [pullBook(setup.phone.pulls()), pullContact(setup.phone.pulls(), vera.id)];
  await Promise.all(late.map(({ arrived }) => arrived));
  contacts.splice(contacts.indexOf(vera), 1);
  await pullBook(setup.phone.pulls());
  for (const [at, { release }] of late.entries()) {
    release();
    await pulls[at];
    expect(await shown(setup)).toEqual(['Анна Старый']);
  }
});

it('[S20] a contact deleted here does not come back with a book that was under way', async () => {
  const setup = await withAnna();
  const end = await heldAt(setup.network, BOOK, () => pullBook(setup.phone.pulls()));
  await setup.phone.save('contact.delete', { contact: setup.contact, name: 'Анна' });
  await setup.phone.drain();
  await end();
  expect(await shown(setup)).toEqual([]);
  await pullBook(setup.phone.pulls());
  expect(await shown(setup)).toEqual([]);
});

it('[S20] «unchanged» is believed only of the very rows that are on this device', async () => {
  const setup = await withAnna();
  const [anna] = setup.server.contacts;
  const { cache } = setup.phone.book();
  // Somebody changes her elsewhere; this phone hears of it singly, and then she is changed back.
  if (anna) anna.comment = 'Чужой';
  await pullContact(setup.phone.pulls(), anna?.id ?? 0);
  if (anna) anna.comment = 'Старый';
  await pullBook(setup.phone.pulls());
  expect((await cache.contacts.toArray()).map(({ comment }) => comment)).toEqual(['Старый']);
});

it('[S11] an untagged «unchanged» is no answer', async () => {
  const setup = await withAnna();
  knownContact(setup);
  setup.network.answer(BOOK, () => new Response(null, { status: 304 }));
  const pulled = await pullBook(setup.phone.pulls());
  expect(pulled.ok).toBe(false);
});

it('[S20] a list of requests that was asked for before the confirmation does not hide the order', async () => {
  const setup = await setUpKeyed();
  const contact = knownContact(setup);
  await setup.phone.save('order.create', orderTo(contact));
  const end = await heldAt(setup.network, '/getRequests', () => pullRequests(setup.phone.pulls(), 'all', 1));
  await passOf(setup.phone);
  await end();
  expect((await readQueuedOrders(setup.phone.book())).length).toBe(1);
  await pullRequests(setup.phone.pulls(), 'all', 1);
  expect((await readQueuedOrders(setup.phone.book())).length).toBe(0);
});

it('[S20] a later page of the requests does not hide an order that page 1 would show', async () => {
  const setup = await setUpKeyed();
  await pullRequests(setup.phone.pulls(), 'all', 1);
  await setup.phone.save('order.create', orderTo(knownContact(setup)));
  await passOf(setup.phone);
  const paging = { current_page: 2, last_page: 2, per_page: 1, from: null, to: null, total: 1 };
  const counts = { all: 1, paid: 0, done: 0 };
  setup.network.answer('/getRequests', () =>
    Response.json({ list: [], counts, percentSum: 0, status: 'all', ...paging }),
  );
  expect((await pullRequests(setup.phone.pulls(), 'all', 2)).ok).toBe(true);
  expect((await readQueuedOrders(setup.phone.book())).length).toBe(1);
});

it('[S20] there is one row for each contact at every step', async () => {
  const setup = await setUp();
  await setup.phone.save('contact.create', people.anna);
  const steps = [() => passOf(setup.phone), () => pullBook(setup.phone.pulls()), () => setup.phone.drain()];
  for (const step of steps) {
    expect((await shown(setup)).length).toBe(1);
    await step();
  }
  expect((await shown(setup)).length).toBe(1);
});

it('[S30] a superseded entry keeps its receipt and not its content; before that it keeps both', async () => {
  const setup = await setUp();
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  const before = (await setup.phone.entry(id)).payload;
  await pullBook(setup.phone.pulls());
  const after = await setup.phone.entry(id);
  expect([before, after.state, after.payload, after.base]).toEqual([people.anna, 'done', null, null]);
});
