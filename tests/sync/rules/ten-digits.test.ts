/** [S14] A backend that takes phones without the leading 7 alone. */
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { remember } from '#sync/control-rows.ts';
import {
  knownContact,
  ownerOf,
  passOf,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUp,
  setUpKeyed,
  statesOf,
} from './fixture.ts';

const LENGTH = 'Длина цифрового поля contact_phones.0.full_phone должна быть 10.';

/** A backend that refuses what it is sent, at this field and in these words, unless all phones have ten digits. */
async function refusing(field: string, words: string): Promise<Setup> {
  const setup = await setUp({ keyed: false });
  const save = setup.server.change;
  setup.server.change = (path, userId, body) => {
    const phones = (body.contact_phones ?? []) as { full_phone: string }[];
    const isTaken = phones.every(({ full_phone }) => full_phone.length === 10);
    return isTaken ? save(path, userId, body) : Response.json({ [field]: [words] }, { status: 422 });
  };
  return setup;
}

const lengthsSent = (setup: Setup) =>
  requestsTo(setup, SAVE).map(({ body }) => JSON.parse(body).contact_phones[0].full_phone.length);

it('[S14] ten digits: a backend gets them once it has asked, under another key', async () => {
  const setup = await refusing('contact_phones.0.full_phone', LENGTH);
  const before = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  const after = await setup.phone.entry(before.id);
  expect([after.state, lengthsSent(setup)]).toEqual(['done', [11, 10]]);
  const [first, second] = requestsTo(setup, SAVE).map(({ key }) => key);
  expect([first, second]).toEqual([before.key, after.key]);
  expect(after.key).not.toBe(before.key);
});

it('[S14] ten digits: that a backend asks for them is remembered: no other contact is refused, new or changed', async () => {
  const setup = await refusing('contact_phones.0.full_phone', LENGTH);
  await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await setup.phone.save('contact.create', people.boris);
  await setup.phone.save('contact.update', { ...people.anna, contact: knownContact(setup), comment: '—' });
  await passOf(setup.phone);
  expect([await statesOf(setup), lengthsSent(setup)]).toEqual([
    ['done', 'done', 'done'],
    [11, 10, 10, 10],
  ]);
});

it('[S14] ten digits: they come from a phone that has died in between', async () => {
  const setup = await refusing('contact_phones.0.full_phone', LENGTH);
  const { id } = await setup.phone.save('contact.create', people.anna);
  setup.network.answer(SAVE, () =>
    Response.json({ 'contact_phones.0.full_phone': [LENGTH] }, { status: 422 }),
  );
  setup.network.fault(SAVE, 'stall-before');
  const stalled = setup.network.stalled(SAVE);
  void passOf(setup.phone).catch(() => {}); // dies with the phone
  await stalled;
  const phone = await setup.phone.crash();
  phone.pass(10 * MINUTE_MS);
  await passOf(phone);
  expect([(await phone.entry(id)).state, lengthsSent(setup)]).toEqual(['done', [10]]);
});

it('[S14] ten digits: they are tried once: what is refused again waits for the user', async () => {
  const setup = await refusing('contact_phones.0.full_phone', LENGTH);
  setup.server.change = () => Response.json({ 'contact_phones.0.full_phone': [LENGTH] }, { status: 422 });
  await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await setup.phone.save('contact.create', people.boris);
  await passOf(setup.phone);
  expect([await statesOf(setup), lengthsSent(setup)]).toEqual([
    ['rejected', 'rejected'],
    [11, 10, 11, 10],
  ]);
});

it.each([
  ['another field is refused', 'first_name', LENGTH],
  ['the number is somebody’s already', 'contact_phones.0.full_phone', 'Номер 9160000010 занят.'],
  [
    'it is, in English',
    'contact_phones.0.full_phone',
    'The contact_phones.10.full_phone has already been taken.',
  ],
])('[S14] ten digits: a backend does not ask for them where %s', async (_what, field, words) => {
  const setup = await refusing(field, words);
  await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  expect([await statesOf(setup), lengthsSent(setup)]).toEqual([['rejected'], [11]]);
});

it('[S14] ten digits: a correction begins with eleven again', async () => {
  const setup = await refusing('contact_phones.0.full_phone', LENGTH);
  setup.server.change = () => Response.json({ 'contact_phones.0.full_phone': [LENGTH] }, { status: 422 });
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await setup.phone.outbox.correct(id, people.boris);
  setup.phone.pass(10 * MINUTE_MS);
  await passOf(setup.phone);
  expect(lengthsSent(setup).slice(0, 3)).toEqual([11, 10, 11]);
});

it('[S14] [S11] ten digits: who does not name the key of a server that does asks for nothing', async () => {
  const setup = await setUpKeyed();
  await remember(setup.phone.db, 'echoes-refusals', ownerOf(setup.phone).apiOrigin);
  const said = { errors: { 'contact_phones.0.full_phone': [LENGTH] } };
  setup.network.answer(SAVE, () => Response.json(said, { status: 422 }));
  const before = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  expect(await setup.phone.entry(before.id)).toMatchObject({ state: 'unsure', key: before.key });
});

it('[S14] ten digits: what was sent under a key once is sent under it for ever', async () => {
  const setup = await refusing('contact_phones.0.full_phone', LENGTH);
  setup.network.fault(SAVE, '500-before');
  const payload = { ...people.anna, contact: knownContact(setup), comment: 'Переехала' };
  await setup.phone.save('contact.update', payload);
  await passOf(setup.phone);
  await setup.phone.save('contact.create', people.boris);
  await passOf(setup.phone);
  setup.phone.pass(10 * MINUTE_MS);
  await passOf(setup.phone);
  expect(await statesOf(setup)).toEqual(['done', 'done']);
  const sent = requestsTo(setup, SAVE).map(({ key, body }) => [key, body]);
  expect(new Set(sent.map(([key]) => key)).size).toBe(new Set(sent.map(String)).size);
  expect(lengthsSent(setup)).toEqual([11, 10, 11, 10]);
});
