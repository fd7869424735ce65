import { expect, it } from 'vitest';
import { isKeyed } from '#sync/control-rows.ts';
import { refuse } from './fake-server.ts';
import {
  knownContact,
  namesOn,
  orderTo,
  ownerOf,
  passOf,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUp,
  setUpKeyed,
} from './fixture.ts';

const LIST = '/contacts/list';
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** On a server without keys a create was sent, and no answer came. `after`: it was carried out. */
async function losingAnswer(fault: 'drop-after' | 'drop-before'): Promise<Setup & { id: string }> {
  const setup = await setUp({ keyed: false });
  setup.network.fault(SAVE, fault);
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  return { ...setup, id };
}

/** Another pass, when a look-up is due and what was not found may be sent again. */
async function passLater({ phone }: Setup): Promise<void> {
  phone.pass(5 * MINUTE_MS);
  await passOf(phone);
}

it('[S13] a server counts as keyed once it has echoed a key, and is remembered as that', async () => {
  const { phone } = await setUp();
  const isKnown = () => isKeyed(phone.db, ownerOf(phone).apiOrigin);
  const before = await isKnown();
  await phone.save('contact.create', people.anna);
  await passOf(phone);
  expect([before, await isKnown()]).toEqual([false, true]);
});

it('[S13] every attempt carries the key of its entry, the first one too', async () => {
  const setup = await setUpKeyed();
  setup.network.fault(SAVE, 'drop-after');
  const entry = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  setup.phone.pass(30 * SECOND_MS);
  await passOf(setup.phone);
  expect(requestsTo(setup, SAVE).map(({ key }) => key)).toEqual([entry.key, entry.key]);
  expect([(await setup.phone.entry(entry.id)).state, namesOn(setup)]).toEqual(['done', ['Борис', 'Анна']]);
});

it('[S13] a server that has echoed a key is sent the same key again, without any look-up', async () => {
  const setup = await setUpKeyed();
  setup.network.fault(SAVE, 'drop-before');
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  setup.phone.pass(30 * SECOND_MS);
  await passOf(setup.phone);
  expect([(await setup.phone.entry(id)).state, requestsTo(setup, LIST).length]).toEqual(['done', 0]);
});

it('[S13] a server that has echoed no key is looked at before a create is sent again', async () => {
  const setup = await losingAnswer('drop-after');
  await passLater(setup);
  const { state, serverId } = await setup.phone.entry(setup.id);
  expect([state, serverId, namesOn(setup)]).toEqual(['done', setup.server.contacts[0]?.id, ['Анна']]);
});

it('[S13] a server that answered without echoing a key is looked at too', async () => {
  const setup = await setUp({ keyed: false });
  await setup.phone.save('contact.create', people.boris);
  await passOf(setup.phone);
  setup.network.fault(SAVE, 'drop-after');
  await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await passLater(setup);
  expect(namesOn(setup)).toEqual(['Борис', 'Анна']);
});

it('[S13] what was not found is sent again only two minutes after its last attempt', async () => {
  const setup = await losingAnswer('drop-before');
  setup.phone.pass(MINUTE_MS);
  await passOf(setup.phone);
  const { state, absentAt, nextAt } = await setup.phone.entry(setup.id);
  expect([state, absentAt, nextAt > setup.phone.clock.now]).toEqual(['unsure', 0, true]);
  setup.phone.pass(MINUTE_MS + SECOND_MS);
  await passOf(setup.phone);
  const sent = await setup.phone.entry(setup.id);
  expect([sent.state, sent.absentAt]).toEqual(['done', setup.phone.clock.now]);
  expect(namesOn(setup)).toEqual(['Анна']);
});

it('[S5] a clock that was set back does not keep a look-up waiting for days', async () => {
  const setup = await losingAnswer('drop-before');
  setup.phone.pass(-5 * 24 * 60 * MINUTE_MS);
  await passOf(setup.phone);
  expect([(await setup.phone.entry(setup.id)).state, namesOn(setup)]).toEqual(['done', ['Анна']]);
});

it('[S13] several that are alike are a question, and nothing is asked of the server meanwhile', async () => {
  const setup = await losingAnswer('drop-after');
  const older = setup.server.contacts[0]?.id ?? 0;
  knownContact(setup);
  await passLater(setup);
  expect((await setup.phone.entry(setup.id)).question?.matches.length).toBe(2);
  setup.network.seen.length = 0;
  await passOf(setup.phone);
  expect([setup.network.seen.length, (await setup.phone.entry(setup.id)).state]).toEqual([0, 'unsure']);
  await setup.phone.outbox.answer(setup.id, 'arrived', older);
  expect((await setup.phone.entry(setup.id)).serverId).toEqual(older);
});

it('[S13] the user’s «send again» stands for the look-up, and is recorded', async () => {
  const setup = await losingAnswer('drop-after');
  knownContact(setup);
  await passLater(setup);
  await setup.phone.outbox.answer(setup.id, 'send-again');
  expect((await setup.phone.entry(setup.id)).absentAt).toEqual(setup.phone.clock.now);
  await passOf(setup.phone);
  expect([(await setup.phone.entry(setup.id)).state, namesOn(setup).length]).toEqual(['done', 3]);
});

it('[S13] what another entry has become is not adopted a second time', async () => {
  const setup = await losingAnswer('drop-after');
  setup.network.fault(SAVE, 'drop-before');
  const duplicate = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await passLater(setup);
  const ids = (await setup.phone.entries()).map(entry => entry.serverId);
  expect([(await setup.phone.entry(duplicate.id)).state, new Set(ids).size]).toEqual(['done', 2]);
});

it.each([403, 429, 503])(
  '[S13] a look-up that is answered %s proves nothing about the entry',
  async status => {
    const setup = await losingAnswer('drop-after');
    setup.phone.pass(5 * MINUTE_MS);
    setup.network.answer(LIST, () => refuse(status, 'not now'));
    await passOf(setup.phone);
    expect((await setup.phone.entry(setup.id)).state).toBe('unsure');
  },
);

it('[S13] an update without an answer is simply sent again, soon', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  setup.network.fault(SAVE, 'drop-after');
  const { id } = await setup.phone.save('contact.update', { ...people.anna, contact, comment: 'Новый' });
  await passOf(setup.phone);
  setup.phone.pass(30 * SECOND_MS);
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('done');
  expect(setup.server.contacts.map(({ comment }) => comment)).toEqual(['Новый']);
});

it('[S13] an older contact of the same name but another comment is not taken for the lost one', async () => {
  const setup = await setUp({ keyed: false });
  setup.server.addContact(1, { ...people.anna, comment: 'Другая' });
  setup.network.fault(SAVE, 'drop-before');
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await passLater(setup);
  expect([(await setup.phone.entry(id)).state, namesOn(setup).length]).toEqual(['done', 2]);
});

/** An order for this contact was sent, and no answer came; then it is looked for. */
async function lookedForOrder(setup: Setup, contact: string, fault: 'drop-after' | 'drop-before') {
  setup.network.fault('/sendOrder', fault);
  const { id } = await setup.phone.save('order.create', orderTo(contact));
  await passOf(setup.phone);
  await passLater(setup);
  const { state, question } = await setup.phone.entry(id);
  return [state, question?.matches.length, setup.server.orders.length];
}

it('[S13] an order that was lost is found again and not sent twice', async () => {
  const setup = await setUp({ keyed: false });
  expect(await lookedForOrder(setup, knownContact(setup), 'drop-after')).toEqual(['done', undefined, 1]);
});

it.each([
  ['an order of another street is not taken for the lost one', { street: 'Садовая' }, ['done', undefined, 2]],
  ['an order of another kind is not taken for the lost one', { type: 'basa' }, ['done', undefined, 2]],
  [
    'an order of long ago is not taken for the lost one: the user is asked',
    { created_at: '2025-11-21 12:00:00' },
    ['unsure', 1, 1],
  ],
] as const)('[S13] %s', async (_, change, looked) => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  orderPast(setup, contact);
  Object.assign(setup.server.orders[0] ?? {}, change);
  expect(await lookedForOrder(setup, contact, 'drop-before')).toEqual(looked);
});

it('[S13] an order of somebody else is not taken for the lost one', async () => {
  const setup = await setUp({ keyed: false });
  orderPast(setup, String(setup.server.addContact(1, people.boris).id));
  const looked = await lookedForOrder(setup, knownContact(setup), 'drop-before');
  expect(looked).toEqual(['done', undefined, 2]);
});

/** A create whose fate is unknown, while the server has two contacts that are just alike. */
async function askedAbout() {
  const setup = await losingAnswer('drop-before');
  knownContact(setup);
  knownContact(setup);
  await passLater(setup);
  const { question } = await setup.phone.entry(setup.id);
  return { ...setup, matches: question?.matches ?? [] };
}

it('[S13] the question tells each candidate in words, and takes the one that was chosen', async () => {
  const { phone, id, matches } = await askedAbout();
  expect(matches).toHaveLength(2);
  for (const { words } of matches) expect(words).toMatch(/^Анна Ёлкина, \+7 \(000\) 123-45-67, .*\d{4}/);
  const chosen = matches[1]?.serverId ?? 0;
  expect(await phone.outbox.answer(id, 'arrived', chosen)).toMatchObject({ ok: true });
  expect(await phone.entry(id)).toMatchObject({ state: 'done', serverId: chosen });
  expect(await phone.entry(id)).not.toHaveProperty('words');
  expect(await phone.db.idMap.get(id)).toMatchObject({ serverId: chosen });
});

it('[S13] an answer about something that is not asked any more changes nothing', async () => {
  const { phone, id } = await askedAbout();
  const before = await phone.entry(id);
  const answered = await phone.outbox.answer(id, 'arrived', 4711);
  expect(answered).toEqual({ ok: false, problem: { reason: 'unknown-outcome' } });
  expect(await phone.entry(id)).toEqual(before);
});

it('[S13] a question from before there were words is answered all the same', async () => {
  const { phone, id, matches } = await askedAbout();
  const bare = matches.map(({ serverId, code }) => ({ serverId, code }));
  await phone.db.entries.update((await phone.entry(id)).seq, { question: { matches: bare } });
  expect(await phone.outbox.answer(id, 'arrived')).toMatchObject({ ok: true });
  expect(await phone.entry(id)).toMatchObject({ state: 'done', serverId: bare[0]?.serverId });
});

/** The same order came to the server past this phone. */
function orderPast({ server }: Setup, contact: string): void {
  const { type, street, broken } = orderTo(contact);
  server.change('/orders/sendOrder', 1, { contact_id: Number(contact), type, street, broken });
}

it('[S13] what the backend shows differently by then is asked about, and not sent again', async () => {
  const setup = await setUp({ keyed: false });
  const isReading = ({ url }: Request) => /contacts\/(list|edit)/.test(url);
  setup.server.intercept = request => (isReading(request) ? refuse(500, 'down') : null);
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  setup.server.intercept = () => null;
  for (const contact of setup.server.contacts) contact.first_name = 'Аня';
  for (let time = 0; time < 2; time += 1) {
    setup.phone.pass(10 * MINUTE_MS);
    await passOf(setup.phone);
  }
  expect((await setup.phone.entry(id)).question).not.toBeNull();
  expect(requestsTo(setup, SAVE)).toHaveLength(1);
});

it('[S13] an order whose kind the backend does not tell is recognised all the same', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  const withoutType = setup.server.handle;
  setup.server.handle = async request => {
    const answer = await withoutType(request);
    if (!request.url.includes('/orders/getRequests')) return answer;
    return new Response((await answer.text()).replaceAll('"type":"point"', '"type":"workshop"'), answer);
  };
  const phone = setup.phone;
  setup.network.fault('/orders/sendOrder', 'drop-after');
  await phone.save('order.create', orderTo(contact));
  await passOf(phone);
  phone.pass(10 * MINUTE_MS);
  await passOf(phone);
  expect(setup.server.orders).toHaveLength(1);
  expect((await phone.entries()).at(-1)?.state).toBe('done');
});

it('[S13] a contact that the list shows otherwise is asked about, though its own page is refused', async () => {
  const setup = await setUp({ keyed: false });
  setup.server.intercept = ({ url }) => {
    for (const contact of setup.server.contacts) contact.first_name = 'Вера';
    return /contacts\/edit/.test(url) ? refuse(403, 'no') : null;
  };
  const { id } = await setup.phone.save('contact.create', people.anna);
  for (let time = 0; time < 3; time += 1) {
    await passOf(setup.phone);
    setup.phone.pass(10 * MINUTE_MS);
  }
  expect((await setup.phone.entry(id)).question).not.toBeNull();
  expect(setup.server.contacts).toHaveLength(1);
});
