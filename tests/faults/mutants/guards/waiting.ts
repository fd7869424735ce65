import { backoffMs, RETRY_CAP_MS } from '#sync/backoff.ts';
import { drain } from '#sync/drain.ts';
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
  statesOf,
} from '../world.ts';

const SAVE = '/contacts/save';
const PROBE = '/contacts/getStates';
const DAY_MS = 24 * 3_600_000;

/** What waits for what, and for what it must not wait. */
export const waitingGuards: Guard[] = [
  guard('S16', 'two changes of one contact go one after the other', async () => {
    const world = await openKeyedWorld();
    const contact = knownContact(world);
    const { phone } = world;
    world.network.fault(SAVE, '500-before');
    await phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
    await passOf(phone);
    const later = await phone.save('contact.update', { ...people.anna, contact, comment: 'Два' });
    await passOf(phone);
    same((await phone.entry(later.id)).attempts, 0);
    phone.pass(RETRY_CAP_MS);
    await passOf(phone);
    same(
      world.backend.effects.map(({ body }) => body.comment),
      ['Раз', 'Два'],
    );
  }),

  guard('S16', 'a delete waits for the refused change before it', async () => {
    const world = await openKeyedWorld();
    const contact = knownContact(world);
    world.network.fault(SAVE, '422');
    await world.phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
    await passOf(world.phone);
    await world.phone.save('contact.delete', { contact, name: 'Анна' });
    await passOf(world.phone);
    same(await statesOf(world), ['rejected', 'queued']);
  }),

  guard('S16', 'an entry whose time has not come is not sent', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(SAVE, '500-before');
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    await passOf(phone);
    same((await phone.entry(id)).attempts, 1);
  }),

  guard('S5', 'a time beyond every back-off holds nothing: the clock was turned', async () => {
    const { phone } = await openWorld();
    const { id, seq } = await phone.save('contact.create', people.anna);
    await phone.db.entries.update(seq, { nextAt: phone.clock.now + 365 * DAY_MS });
    await passOf(phone);
    same((await phone.entry(id)).state, 'done');
  }),

  guard('S5', 'entries go in the order of saving, whatever the clock did meanwhile', async () => {
    const world = await openWorld();
    for (const [first_name, jump] of [
      ['Раз', -5],
      ['Два', 90],
      ['Три', 0],
    ] as const) {
      await world.phone.save('contact.create', { ...people.anna, first_name });
      world.phone.pass(jump * DAY_MS);
    }
    await passOf(world.phone);
    same(namesOn(world), ['Раз', 'Два', 'Три']);
  }),

  guard('S5', 'changes of one contact keep their order though the clock was set back', async () => {
    const world = await openKeyedWorld();
    const contact = knownContact(world);
    world.network.fault(SAVE, '500-before');
    await world.phone.save('contact.update', { ...people.anna, contact, comment: 'Раз' });
    await passOf(world.phone);
    world.phone.pass(-5 * DAY_MS);
    const later = await world.phone.save('contact.update', { ...people.anna, contact, comment: 'Два' });
    await passOf(world.phone);
    await passOf(world.phone);
    await world.phone.entry(later.id);
    same(
      world.backend.effects.map(({ body }) => body.comment),
      ['Раз', 'Два'],
    );
  }),

  ...(['500-before', '422', 'drop-before', 'html'] as const).map(fault =>
    guard('S17', `an entry that meets ${fault} holds up no other`, async () => {
      const { network, phone } = await openKeyedWorld();
      network.fault(SAVE, fault);
      await phone.save('contact.create', people.anna);
      const free = await phone.save('contact.create', people.vera);
      await passOf(phone);
      same((await phone.entry(free.id)).state, 'done');
    }),
  ),

  guard('S17', 'what waits for a refused contact holds up no other order', async () => {
    const world = await openKeyedWorld();
    const known = knownContact(world);
    world.network.fault(SAVE, '422');
    const contact = await world.phone.save('contact.create', people.vera);
    await world.phone.save('order.create', orderTo(contact.id));
    const free = await world.phone.save('order.create', orderTo(known));
    await passOf(world.phone);
    same((await world.phone.entry(free.id)).state, 'done');
  }),

  guard('S18', 'an order waits for its contact, and no local id leaves the phone', async () => {
    const world = await openKeyedWorld();
    world.network.fault(SAVE, '500-before');
    const contact = await world.phone.save('contact.create', people.anna);
    const order = await world.phone.save('order.create', orderTo(contact.id));
    await passOf(world.phone);
    same(requestsTo(world, '/sendOrder').length, 0);
    world.phone.pass(RETRY_CAP_MS);
    await passOf(world.phone);
    same((await world.phone.entry(order.id)).state, 'done');
    same(world.backend.books.orders[0]?.contact.first_name, 'Анна');
    same(world.network.seen.filter(({ body }) => body.includes(contact.id)).length, 0);
  }),

  guard(
    'S18',
    'a change of a contact made here reaches that contact, and no local id leaves the phone',
    async () => {
      const world = await openKeyedWorld();
      const { phone } = world;
      const { id } = await phone.save('contact.create', people.anna);
      await passOf(phone);
      await phone.save('contact.update', { ...people.anna, contact: id, comment: 'Новый' });
      await passOf(phone);
      same(
        world.backend.books.contacts.map(({ comment }) => comment),
        ['', 'Новый'],
      );
      await phone.save('contact.delete', { contact: id, name: 'Анна' });
      await passOf(phone);
      same(namesOn(world), ['Борис']);
      same(world.network.seen.filter(({ body }) => body.includes(id)).length, 0);
    },
  ),

  guard('S18', 'done and the id map are one transaction', async () => {
    const { phone } = await openKeyedWorld();
    const { id } = await phone.save('contact.create', people.anna);
    const dying = () => {
      throw new Error('the phone dies');
    };
    phone.db.idMap.hook('creating', dying);
    await passOf(phone).catch(() => {}); // it is meant to die here
    phone.db.idMap.hook('creating').unsubscribe(dying);
    same((await phone.entry(id)).state, 'unsure');
    phone.pass(RETRY_CAP_MS);
    await passOf(phone);
    same([(await phone.entry(id)).state, await phone.db.idMap.where({ localId: id }).count()], ['done', 1]);
  }),

  guard('S18', 'a contact made here is the same thing under its server’s id', async () => {
    const { network, phone } = await openKeyedWorld();
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    network.off();
    const { serverId, aggregate } = await phone.entry(id);
    const update = { ...people.anna, contact: String(serverId), comment: 'Новый' };
    same((await phone.save('contact.update', update)).aggregate, aggregate);
  }),

  guard('S22', 'a portal that answers for our backend stops the pass before anything is sent', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(PROBE, 'html');
    const { id } = await phone.save('contact.create', people.anna);
    const { problem } = await passOf(phone);
    same([problem?.kind, (await phone.entry(id)).attempts], ['foreign', 0]);
  }),

  guard('S22', 'after a lost connection the backend is probed before the next entry goes', async () => {
    const world = await openKeyedWorld();
    const { backend, network, phone } = world;
    await phone.save('contact.create', people.anna);
    const next = await phone.save('contact.create', people.vera);
    network.fault(SAVE, 'drop-before');
    let probes = 0;
    backend.intercept = request => {
      if (!request.url.endsWith(PROBE)) return null;
      probes += 1;
      return probes === 1 ? null : new Response('<html>Wi-Fi</html>');
    };
    await passOf(phone);
    same([probes, (await phone.entry(next.id)).attempts], [2, 0]);
  }),

  guard('S22', 'what is saved during a pass goes in the same pass', async () => {
    const world = await openKeyedWorld();
    await world.phone.save('contact.create', people.anna);
    const late = world.network.hold(SAVE);
    const passing = passOf(world.phone);
    await late.arrived;
    await world.phone.save('contact.create', people.vera);
    late.release();
    await passing;
    same(namesOn(world), ['Борис', 'Анна', 'Вера']);
  }),

  ...(['429', '503'] as const).map(fault =>
    guard('S23', `${fault} stops the pass: the backend asks for peace`, async () => {
      const { network, phone } = await openKeyedWorld();
      network.fault(SAVE, fault);
      await phone.save('contact.create', people.anna);
      const next = await phone.save('contact.create', people.vera);
      await passOf(phone);
      same((await phone.entry(next.id)).attempts, 0);
    }),
  ),

  guard('S23', 'an entry is tried once a pass', async () => {
    const world = await openKeyedWorld();
    world.network.fault(SAVE, '500-before', 20);
    const { id } = await world.phone.save('contact.create', people.anna);
    await drain({ ...world.phone.context, random: () => 0 }, ownerOf(world.phone));
    same((await world.phone.entry(id)).attempts, 1);
  }),

  guard('S23', 'an entry that failed waits longer each time', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(SAVE, '500-before', 3);
    const { id } = await phone.save('contact.create', people.anna);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await passOf(phone);
      const { nextAt } = await phone.entry(id);
      waits.push(nextAt - phone.clock.now);
      phone.pass(nextAt - phone.clock.now);
    }
    same(waits, [2000, 4000, 8000]);
  }),

  guard('S23', 'back-off is jittered, capped, and heeds Retry-After', async () => {
    const waits = [
      backoffMs(1, () => 1),
      backoffMs(3, () => 0),
      backoffMs(60, () => 1),
      backoffMs(1, () => 0, 30_000),
      backoffMs(1, () => 0, 10 ** 9),
      backoffMs(60, () => 0.5),
      backoffMs(1, () => 0.5, 30_000),
    ];
    same(waits, [4000, 0, RETRY_CAP_MS, 30_000, RETRY_CAP_MS, RETRY_CAP_MS / 2, 32_000]);
  }),
];
