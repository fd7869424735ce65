import { expect, it } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import { isKeyed, isKnown } from '#sync/control-rows.ts';
import { attacked } from '#tests/support/attacks.ts';
import { secondPhone, take, unsentOf } from './entries-file.ts';
import { type FakeServer, refuse } from './fake-server.ts';
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
const READ = /\/contacts\/edit\/\d+$/;
const DELETE = '/contacts/delete';
const ORDER = '/orders/sendOrder';
const LATER_MS = 5 * 60 * 1000;

/** The next request to that path is carried out, and something in between answers in the server's place. */
function forge({ server }: { server: FakeServer }, path: string, respond: () => Response): void {
  attacked('forged answer');
  server.intercept = request => {
    if (!request.url.endsWith(path)) return null;
    server.intercept = () => null;
    return Promise.resolve(server.handle(request)).then(respond);
  };
}

/** The next request to that path never comes to the server: a Wi-Fi's portal says what a server would. */
function portal({ network }: Setup, path: string, said: object): void {
  attacked('portal that speaks JSON');
  network.answer(path, () => Response.json(said));
}

async function passLater({ phone }: Setup): Promise<void> {
  phone.pass(LATER_MS);
  await passOf(phone);
}

/** A server from which the phone has heard a refusal of its own, so that it knows what they look like. */
async function setUpEchoing(): Promise<Setup> {
  const setup = await setUp();
  const { id } = await setup.phone.save('order.create', orderTo('4711'));
  await passOf(setup.phone);
  expect(await setup.phone.entry(id)).toMatchObject({ state: 'rejected', error: { isEchoed: true } });
  await setup.phone.outbox.discard(id);
  return setup;
}

/** A create that was carried out (`isThere`) or not, and counts as refused by an answer that proves nothing. */
async function refusedByNobody(isThere: boolean, keyed = false): Promise<Setup & { refused: Entry }> {
  const setup = await setUp({ keyed });
  if (isThere) forge(setup, SAVE, () => refuse(403, 'Forbidden'));
  else setup.network.fault(SAVE, '403');
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  const refused = await setup.phone.entry(id);
  expect([refused.state, namesOn(setup).length]).toEqual(['rejected', isThere ? 1 : 0]);
  return { ...setup, refused };
}

it.each([400, 403, 404, 409, 422])(
  '[S11] %i without the echo is no answer of a server that echoes refusals: the same key again',
  async status => {
    const setup = await setUpEchoing();
    forge(setup, SAVE, () => refuse(status, 'Proxy'));
    const { id, key } = await setup.phone.save('contact.create', people.anna);
    await passOf(setup.phone);
    expect((await setup.phone.entry(id)).state).toBe('unsure');
    await passLater(setup);
    expect([(await setup.phone.entry(id)).state, namesOn(setup)]).toEqual(['done', ['Анна']]);
    expect(requestsTo(setup, SAVE).map(sent => sent.key)).toEqual([key, key]);
  },
);

it('[S11] 404 without the echo has deleted nothing on a server that echoes refusals', async () => {
  const setup = await setUpEchoing();
  const contact = knownContact(setup);
  setup.network.fault(DELETE, '404');
  const { id } = await setup.phone.save('contact.delete', { contact, name: 'Анна' });
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
});

it.each([true, false])(
  '[S14] what is sent again unchanged keeps its key, and is there once (keyed: %s)',
  async keyed => {
    const { refused, ...setup } = await refusedByNobody(true, keyed);
    await setup.phone.outbox.retry(refused.id);
    await passLater(setup);
    const { state, key, serverId } = await setup.phone.entry(refused.id);
    expect([state, key, serverId]).toEqual(['done', refused.key, setup.server.contacts[0]?.id]);
    expect(namesOn(setup)).toEqual(['Анна']);
  },
);

it('[S14] what the server itself has refused keeps its key too, when it is sent again unchanged', async () => {
  const setup = await setUpEchoing();
  const { id, key } = await setup.phone.save('order.create', orderTo('4711'));
  await passOf(setup.phone);
  await setup.phone.outbox.retry(id);
  expect(await setup.phone.entry(id)).toMatchObject({ state: 'queued', key });
});

it('[S15] a correction of what may have arrived is asked about, and then corrects it there', async () => {
  const { refused, ...setup } = await refusedByNobody(true);
  await setup.phone.outbox.correct(refused.id, people.vera);
  await passLater(setup);
  const { question } = await setup.phone.entry(refused.id);
  expect(question?.matches.map(({ serverId }) => serverId)).toEqual([setup.server.contacts[0]?.id]);
  await setup.phone.outbox.answer(refused.id, 'arrived');
  await passLater(setup);
  expect([namesOn(setup), (await setup.phone.entry(refused.id)).state]).toEqual([['Вера'], 'done']);
});

it('[S15] a correction of what may have arrived is sent two minutes after it was not found', async () => {
  const { refused, ...setup } = await refusedByNobody(false);
  await setup.phone.outbox.correct(refused.id, people.vera);
  await passOf(setup.phone);
  expect(namesOn(setup)).toEqual([]);
  await passLater(setup);
  expect([namesOn(setup), (await setup.phone.entry(refused.id)).state]).toEqual([['Вера'], 'done']);
});

it('[S15] an edit of what may have arrived is looked for like a correction', async () => {
  const { refused, ...setup } = await refusedByNobody(true);
  await setup.phone.save('contact.update', { ...people.anna, contact: refused.id, comment: 'Новый' });
  await passLater(setup);
  expect([(await setup.phone.entry(refused.id)).question?.matches.length, namesOn(setup)]).toEqual([
    1,
    ['Анна'],
  ]);
});

it('[S13] the user’s «send again» ends the search for what was corrected', async () => {
  const { refused, ...setup } = await refusedByNobody(true);
  await setup.phone.outbox.correct(refused.id, people.vera);
  await passLater(setup);
  await setup.phone.outbox.answer(refused.id, 'send-again');
  await passOf(setup.phone);
  expect(namesOn(setup)).toEqual(['Анна', 'Вера']);
});

it('[S15] a correction of what the server itself has refused is sent at once', async () => {
  const setup = await setUpEchoing();
  const { id } = await setup.phone.save('order.create', orderTo('4711'));
  await passOf(setup.phone);
  await setup.phone.outbox.correct(id, orderTo(knownContact(setup)));
  await passOf(setup.phone);
  expect([(await setup.phone.entry(id)).state, setup.server.orders.length]).toEqual(['done', 1]);
});

const deletion = (contact: string) => ({
  id: crypto.randomUUID(),
  kind: 'contact.delete',
  payload: { contact, name: 'Анна' },
});

it('[S13] what was corrected is looked for on the device that takes it in from a file, too', async () => {
  const { refused, ...setup } = await refusedByNobody(true);
  await setup.phone.outbox.correct(refused.id, people.vera);
  const second = await secondPhone(setup);
  const file = await unsentOf(setup.phone);
  await take(second, file);
  await passLater({ ...setup, phone: second });
  expect([(await second.entry(refused.id)).question?.matches.length, namesOn(setup)]).toEqual([1, ['Анна']]);
});

it('[S4] giving up what may have arrived finds it there, and says so', async () => {
  const { refused, ...setup } = await refusedByNobody(true);
  await setup.phone.outbox.discard(refused.id, { ifOpen: true });
  await passLater(setup);
  const { state, serverId } = await setup.phone.entry(refused.id);
  expect([state, serverId]).toEqual(['done', setup.server.contacts[0]?.id]);
});

it.each([true, false])('[S19] deleting what may have arrived deletes it (it has: %s)', async isThere => {
  const { refused, ...setup } = await refusedByNobody(isThere);
  const deleting = deletion(refused.id);
  expect(await setup.phone.outbox.enqueue(ownerOf(setup.phone), deleting)).toMatchObject({
    value: { id: deleting.id },
  });
  await passLater(setup);
  expect(namesOn(setup)).toEqual([]);
  const left = (await setup.phone.entries()).map(({ state }) => state);
  expect(left).toEqual(isThere ? ['done', 'done'] : []);
});

it('[S19] a deletion of what may have arrived that is taken back leaves it, and it is there once', async () => {
  const { refused, ...setup } = await refusedByNobody(false);
  const deleting = deletion(refused.id);
  await setup.phone.outbox.enqueue(ownerOf(setup.phone), deleting);
  await setup.phone.outbox.discard(deleting.id);
  await passLater(setup);
  await passLater(setup);
  expect([namesOn(setup), (await setup.phone.entry(refused.id)).state]).toEqual([['Анна'], 'done']);
});

it('[S4] what may have arrived is deleted two minutes after it was not found', async () => {
  const { refused, ...setup } = await refusedByNobody(false);
  expect(await setup.phone.outbox.discard(refused.id)).toMatchObject({ value: { isGivenUp: true } });
  await passOf(setup.phone);
  expect((await setup.phone.entries()).length).toBe(1);
  await passLater(setup);
  expect([await setup.phone.entries(), namesOn(setup)]).toEqual([[], []]);
});

it('[S4] the user may delete at once what is still being looked for', async () => {
  const { refused, phone } = await refusedByNobody(false);
  await phone.outbox.discard(refused.id);
  await phone.outbox.discard(refused.id);
  expect(await phone.entries()).toEqual([]);
});

it('[S13] what was given up and is to be sent after all is looked for again when its answer is lost', async () => {
  const { refused, ...setup } = await refusedByNobody(true);
  knownContact(setup);
  await setup.phone.outbox.discard(refused.id);
  await passLater(setup);
  await setup.phone.outbox.answer(refused.id, 'send-again');
  setup.network.fault(SAVE, 'drop-after');
  await passOf(setup.phone);
  await passLater(setup);
  expect(namesOn(setup)).toEqual(['Анна', 'Анна', 'Анна']);
  expect((await setup.phone.entry(refused.id)).isGivenUp).toBe(false);
});

it('[S19] what was given up stays, if something was made for it meanwhile', async () => {
  const { refused, ...setup } = await refusedByNobody(false);
  await setup.phone.outbox.discard(refused.id);
  await setup.phone.save('order.create', orderTo(refused.id));
  await passLater(setup);
  expect(await setup.phone.entry(refused.id)).toMatchObject({ state: 'rejected', isGivenUp: false });
});

it('[S11] no answer makes a server without keys of one that has echoed them', async () => {
  const setup = await setUpKeyed();
  const stranger = { ...setup.server.contacts[0], id: 1 };
  const { id } = await setup.phone.save('contact.create', people.anna);
  for (const _ of ['first', 'second']) {
    portal(setup, SAVE, stranger);
    await passLater(setup);
    expect([(await setup.phone.entry(id)).state, namesOn(setup)]).toEqual(['unsure', ['Борис']]);
  }
  expect(await isKeyed(setup.phone.db, ownerOf(setup.phone).apiOrigin)).toBe(true);
  await passLater(setup);
  expect([(await setup.phone.entry(id)).state, namesOn(setup)]).toEqual(['done', ['Борис', 'Анна']]);
});

it('[S13] the configuration’s word is final: a success without the echo proves nothing, and it is told', async () => {
  const setup = await setUp({ keyed: false });
  Object.assign(setup.phone.context, { saysKeyed: true });
  const { apiOrigin } = ownerOf(setup.phone);
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
  expect(await isKnown(setup.phone.db, 'never-echoes', apiOrigin)).toBe(true);
});

/** What an unknown server's success is worth: on the wire a portal says what a server would. */
const guest = { ...people.anna, id: 1, created_at: '', contact_phones: [] };

it('[S11] a portal’s contact has created nothing on a server that has echoed no key', async () => {
  const setup = await setUp({ keyed: false });
  portal(setup, SAVE, guest);
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
  await passLater(setup);
  expect([(await setup.phone.entry(id)).state, namesOn(setup)]).toEqual(['done', ['Анна']]);
});

it('[S11] a portal’s success has ordered nothing on a server that has echoed no key', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  portal(setup, ORDER, { id: 1, fullcode: 'М-1' });
  const { id } = await setup.phone.save('order.create', orderTo(contact));
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
  await passLater(setup);
  expect([(await setup.phone.entry(id)).state, setup.server.orders.length]).toEqual(['done', 1]);
});

it('[S11] a portal’s success has changed nothing on a server that has echoed no key', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  portal(setup, SAVE, guest);
  const update = { kind: 'contact.update', payload: { ...people.vera, contact }, base: people.anna };
  await setup.phone.outbox.enqueue(ownerOf(setup.phone), { id: crypto.randomUUID(), ...update });
  await passOf(setup.phone);
  expect(await setup.phone.entries()).toMatchObject([{ state: 'unsure' }]);
  await passLater(setup);
  expect([await setup.phone.entries(), namesOn(setup)]).toMatchObject([[{ state: 'done' }], ['Вера']]);
});

it('[S11] a portal that answers the reading too has changed nothing', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  setup.server.intercept = request =>
    request.url.endsWith(SAVE) || READ.test(request.url) ? Response.json(guest) : null;
  const update = { kind: 'contact.update', payload: { ...people.vera, contact }, base: people.anna };
  await setup.phone.outbox.enqueue(ownerOf(setup.phone), { id: crypto.randomUUID(), ...update });
  await passOf(setup.phone);
  setup.server.intercept = () => null;
  await passLater(setup);
  expect([await setup.phone.entries(), namesOn(setup)]).toMatchObject([[{ state: 'done' }], ['Вера']]);
});

it('[S13] what the server changes in its own way is done, and is not sent again', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  const { change } = setup.server;
  setup.server.change = (path, userId, body) => change(path, userId, { ...body, comment: 'ВИП' });
  const update = { kind: 'contact.update', payload: { ...people.vera, contact }, base: people.anna };
  await setup.phone.outbox.enqueue(ownerOf(setup.phone), { id: crypto.randomUUID(), ...update });
  await passOf(setup.phone);
  expect(await setup.phone.entries()).toMatchObject([{ state: 'done' }]);
});

it('[S11] a portal’s success has deleted nothing on a server that has echoed no key', async () => {
  const setup = await setUp({ keyed: false });
  const contact = knownContact(setup);
  portal(setup, DELETE, { status: 'success' });
  const { id } = await setup.phone.save('contact.delete', { contact, name: 'Анна' });
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
  await passLater(setup);
  expect([(await setup.phone.entry(id)).state, namesOn(setup)]).toEqual(['done', []]);
});

it('[S13] what the server keeps differently is asked about, and never sent again by itself', async () => {
  const setup = await setUp({ keyed: false });
  const { change } = setup.server;
  setup.server.change = (path, userId, body) => change(path, userId, { ...body, first_name: 'А.' });
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await passLater(setup);
  const { state, question } = await setup.phone.entry(id);
  const [there] = setup.server.contacts;
  expect([state, question?.matches.map(({ serverId }) => serverId)]).toEqual(['unsure', [there?.id]]);
  expect(requestsTo(setup, SAVE)).toHaveLength(1);
});

it('[S13] what a portal says became of it is not taken for somebody else’s row; ours is found', async () => {
  const setup = await setUp({ keyed: false });
  const other = setup.server.addContact(1, people.boris);
  forge(setup, SAVE, () => Response.json({ ...guest, id: other.id }));
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  const { state, serverId } = await setup.phone.entry(id);
  expect([state, serverId, namesOn(setup)]).toEqual([
    'done',
    setup.server.contacts[1]?.id,
    ['Борис', 'Анна'],
  ]);
});

it('[S13] what could not be read back is read back later, and not sent again', async () => {
  const setup = await setUp({ keyed: false });
  const isReading = ({ url }: Request) => READ.test(url) || url.includes(LIST);
  setup.server.intercept = request => (isReading(request) ? refuse(500, 'down') : null);
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  expect(await setup.phone.entry(id)).toMatchObject({ state: 'unsure', toldAs: { code: '' } });
  setup.server.intercept = () => null;
  await passLater(setup);
  expect([(await setup.phone.entry(id)).state, requestsTo(setup, SAVE).length]).toEqual(['done', 1]);
});

it('[S13] a row that another entry has become is not this one too', async () => {
  const setup = await setUp({ keyed: false });
  await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  const [first] = setup.server.contacts;
  portal(setup, SAVE, { ...first });
  await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  expect(await setup.phone.entries()).toMatchObject([{ state: 'done' }, { state: 'unsure', toldAs: null }]);
  await passLater(setup);
  expect(namesOn(setup)).toEqual(['Анна', 'Анна']);
});
