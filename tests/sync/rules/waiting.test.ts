import { expect, it } from 'vitest';
import { readQueuedOrders } from '#features/orders/offline/order-book.ts';
import { backoffMs, RETRY_CAP_MS } from '#sync/backoff.ts';
import { drain } from '#sync/drain.ts';
import {
  heldAt,
  knownContact,
  namesOn,
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

const DAY_MS = 24 * 3_600_000;

it('[S16] two changes of one contact go one after the other', async () => {
  const setup = await setUpKeyed();
  const contact = knownContact(setup);
  const { phone } = setup;
  setup.network.fault(SAVE, '500-before');
  await phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
  await passOf(phone);
  const later = await phone.save('contact.update', { ...people.anna, contact, comment: 'Два' });
  await passOf(phone);
  expect((await phone.entry(later.id)).attempts).toBe(0);
  phone.pass(RETRY_CAP_MS);
  await passOf(phone);
  expect(setup.server.effects.map(({ body }) => body.comment)).toEqual(['Раз', 'Два']);
});

it('[S16] a delete waits for the refused change before it', async () => {
  const setup = await setUpKeyed();
  const contact = knownContact(setup);
  setup.network.fault(SAVE, '422');
  await setup.phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
  await passOf(setup.phone);
  await setup.phone.save('contact.delete', { contact, name: 'Анна' });
  await passOf(setup.phone);
  expect(await statesOf(setup)).toEqual(['rejected', 'queued']);
});

it('[S16] an entry whose time has not come is not sent', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, '500-before');
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  await passOf(phone);
  expect((await phone.entry(id)).attempts).toBe(1);
});

it('[S5] a time beyond every back-off holds nothing: the clock was turned', async () => {
  const { phone } = await setUp();
  const { id, seq } = await phone.save('contact.create', people.anna);
  await phone.db.entries.update(seq, { nextAt: phone.clock.now + 365 * DAY_MS });
  await passOf(phone);
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S5] entries go in the order of saving, whatever the clock did meanwhile', async () => {
  const setup = await setUp();
  for (const [first_name, jump] of [
    ['Раз', -5],
    ['Два', 90],
    ['Три', 0],
  ] as const) {
    await setup.phone.save('contact.create', { ...people.anna, first_name });
    setup.phone.pass(jump * DAY_MS);
  }
  await passOf(setup.phone);
  expect(namesOn(setup)).toEqual(['Раз', 'Два', 'Три']);
});

it('[S5] changes of one contact keep their order though the clock was set back', async () => {
  const setup = await setUpKeyed();
  const contact = knownContact(setup);
  setup.network.fault(SAVE, '500-before');
  await setup.phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
  await passOf(setup.phone);
  setup.phone.pass(-5 * DAY_MS);
  const later = await setup.phone.save('contact.update', { ...people.anna, contact, comment: 'Два' });
  await passOf(setup.phone);
  await passOf(setup.phone);
  await setup.phone.entry(later.id);
  expect(setup.server.effects.map(({ body }) => body.comment)).toEqual(['Раз', 'Два']);
});

it.each(['500-before', '422', 'drop-before', 'html'] as const)(
  '[S17] an entry that meets %s holds up no other',
  async fault => {
    const { network, phone } = await setUpKeyed();
    network.fault(SAVE, fault);
    await phone.save('contact.create', people.anna);
    const free = await phone.save('contact.create', people.vera);
    await passOf(phone);
    expect((await phone.entry(free.id)).state).toBe('done');
  },
);

it('[S17] what waits for a refused contact holds up no other order', async () => {
  const setup = await setUpKeyed();
  const known = knownContact(setup);
  setup.network.fault(SAVE, '422');
  const contact = await setup.phone.save('contact.create', people.vera);
  await setup.phone.save('order.create', orderTo(contact.id));
  const free = await setup.phone.save('order.create', orderTo(known));
  await passOf(setup.phone);
  expect((await setup.phone.entry(free.id)).state).toBe('done');
});

it('[S18] an order waits for its contact, and no local id leaves the phone', async () => {
  const setup = await setUpKeyed();
  setup.network.fault(SAVE, '500-before');
  const contact = await setup.phone.save('contact.create', people.anna);
  const order = await setup.phone.save('order.create', orderTo(contact.id));
  await passOf(setup.phone);
  expect(requestsTo(setup, '/sendOrder').length).toBe(0);
  expect(await readQueuedOrders(setup.phone.book())).toMatchObject([{ status: 'blocked' }]);
  setup.phone.pass(RETRY_CAP_MS);
  await passOf(setup.phone);
  const code = `М-${setup.server.orders[0]?.id}`;
  expect(await setup.phone.entry(order.id)).toMatchObject({ state: 'done', code });
  expect(setup.server.orders[0]?.contact.first_name).toBe('Анна');
  expect(setup.network.seen.filter(({ body }) => body.includes(contact.id)).length).toBe(0);
});

it('[S18] a change of a contact made here reaches that contact, and no local id leaves the phone', async () => {
  const setup = await setUpKeyed();
  const { phone } = setup;
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
  await passOf(phone);
  expect(setup.server.contacts.map(({ comment }) => comment)).toEqual(['', 'Новый']);
  await phone.save('contact.delete', { contact: id, name: 'Анна' });
  await passOf(phone);
  expect(namesOn(setup)).toEqual(['Борис']);
  expect(setup.network.seen.filter(({ body }) => body.includes(id)).length).toBe(0);
});

it('[S18] done and the id map are one transaction', async () => {
  const { phone } = await setUpKeyed();
  const { id } = await phone.save('contact.create', people.anna);
  const dying = () => {
    throw new Error('the phone dies');
  };
  phone.db.idMap.hook('creating', dying);
  await passOf(phone).catch(() => {}); // it is meant to die here
  phone.db.idMap.hook('creating').unsubscribe(dying);
  expect((await phone.entry(id)).state).toBe('unsure');
  phone.pass(RETRY_CAP_MS);
  await passOf(phone);
  expect([(await phone.entry(id)).state, await phone.db.idMap.where({ localId: id }).count()]).toEqual([
    'done',
    1,
  ]);
});

it('[S18] a contact made here is the same thing under its server’s id', async () => {
  const { network, phone } = await setUpKeyed();
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  network.off();
  const { serverId, aggregate } = await phone.entry(id);
  const update = { ...people.anna, contact: String(serverId), comment: 'Новый' };
  expect((await phone.save('contact.update', update)).aggregate).toEqual(aggregate);
});

it('[S22] a portal that answers for our server stops the pass before anything is sent', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(PROBE, 'html');
  const { id } = await phone.save('contact.create', people.anna);
  const { problem } = await passOf(phone);
  expect([problem?.kind, (await phone.entry(id)).attempts]).toEqual(['foreign', 0]);
});

it('[S22] after a lost connection the server is probed before the next entry goes', async () => {
  const setup = await setUpKeyed();
  const { server, network, phone } = setup;
  await phone.save('contact.create', people.anna);
  const next = await phone.save('contact.create', people.vera);
  network.fault(SAVE, 'drop-before');
  let probes = 0;
  server.intercept = request => {
    if (!request.url.endsWith(PROBE)) return null;
    probes += 1;
    return probes === 1 ? null : new Response('<html>Wi-Fi</html>');
  };
  await passOf(phone);
  expect([probes, (await phone.entry(next.id)).attempts]).toEqual([2, 0]);
});

it('[S22] what is saved during a pass goes in the same pass', async () => {
  const setup = await setUpKeyed();
  await setup.phone.save('contact.create', people.anna);
  const end = await heldAt(setup.network, SAVE, () => passOf(setup.phone));
  await setup.phone.save('contact.create', people.vera);
  await end();
  expect(namesOn(setup)).toEqual(['Борис', 'Анна', 'Вера']);
});

it.each(['429', '503'] as const)('[S23] %s stops the pass: the server asks for peace', async fault => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, fault);
  await phone.save('contact.create', people.anna);
  const next = await phone.save('contact.create', people.vera);
  await passOf(phone);
  expect((await phone.entry(next.id)).attempts).toBe(0);
});

it('[S23] an entry is tried once a pass', async () => {
  const setup = await setUpKeyed();
  setup.network.fault(SAVE, '500-before', 20);
  const { id } = await setup.phone.save('contact.create', people.anna);
  await drain({ ...setup.phone.context, random: () => 0 }, ownerOf(setup.phone));
  expect((await setup.phone.entry(id)).attempts).toBe(1);
});

it('[S23] an entry that failed waits longer each time', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, '500-before', 3);
  const { id } = await phone.save('contact.create', people.anna);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await passOf(phone);
    const { nextAt } = await phone.entry(id);
    waits.push(nextAt - phone.clock.now);
    phone.pass(nextAt - phone.clock.now);
  }
  expect(waits).toEqual([2000, 4000, 8000]);
});

it('[S23] back-off is jittered, capped, and heeds Retry-After', async () => {
  const waits = [
    backoffMs(1, () => 1),
    backoffMs(3, () => 0),
    backoffMs(60, () => 1),
    backoffMs(1, () => 0, 30_000),
    backoffMs(1, () => 0, 10 ** 9),
    backoffMs(60, () => 0.5),
    backoffMs(1, () => 0.5, 30_000),
  ];
  expect(waits).toEqual([4000, 0, RETRY_CAP_MS, 30_000, RETRY_CAP_MS, RETRY_CAP_MS / 2, 32_000]);
});
