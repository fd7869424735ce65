import { describe, expect, it } from 'vitest';
import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import { newId } from '#kit/ids.ts';
import { success } from '#kit/result.ts';
import { erasePayloads } from '#sync/overlay.ts';
import { restoreEntry } from '#sync/restore-entry.ts';
import type { Phone } from '#tests/support/phone.ts';
import { take, unsentOf } from './entries-file.ts';
import {
  knownContact,
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

const { anna } = people;
const makeRoom = async () => {};

const firstNames = async (phone: Phone) =>
  (await phone.entries()).map(({ payload }) => (payload as ContactValues | null)?.first_name);

const remove = (phone: Phone, contact: string) =>
  phone.outbox.enqueue(ownerOf(phone), {
    id: newId(),
    kind: 'contact.delete',
    payload: { contact, name: 'Анна' },
  });

async function loseAnswer({ network, phone }: Setup): Promise<void> {
  network.fault(SAVE, 'drop-after');
  await passOf(phone);
}

/** What becomes of an entry that a form of this id has saved. */
const fates: [string, (setup: Setup, id: string) => Promise<unknown>][] = [
  ['queued', async () => {}],
  ['under way', loseAnswer],
  ['sent', ({ phone }) => passOf(phone)],
  [
    'sent and erased',
    async ({ phone }) => {
      await passOf(phone);
      await erasePayloads(phone.db, phone.book().ownerKey, () => true);
    },
  ],
  [
    'refused',
    ({ network, phone }) => {
      const headers = { 'Idempotency-Status': 'refused' };
      network.answer(SAVE, () => Response.json({ message: 'no' }, { status: 422, headers }));
      return passOf(phone);
    },
  ],
  [
    'merged with a later edit',
    ({ phone }, contact) => phone.save('contact.update', { ...anna, contact, comment: 'Позже' }),
  ],
  [
    'corrected',
    async ({ network, phone }, id) => {
      const headers = { 'Idempotency-Status': 'refused' };
      network.answer(SAVE, () => Response.json({ message: 'no' }, { status: 422, headers }));
      await passOf(phone);
      await phone.outbox.correct(id, { ...anna, comment: 'Иначе' });
    },
  ],
];

for (const [what, befall] of fates)
  describe(`[S32] a form whose first save is ${what}`, () => {
    it('and the same content once more is one tap', async () => {
      const setup = await setUpKeyed();
      const { phone } = setup;
      const first = await phone.save('contact.create', anna);
      await befall(setup, first.id);
      const before = await phone.entries();
      expect((await phone.save('contact.create', anna, first.id)).id).toBe(first.id);
      expect(await phone.entries()).toEqual(before);
    });

    it('and other content is another entry, once', async () => {
      const setup = await setUpKeyed();
      const { phone } = setup;
      const first = await phone.save('contact.create', anna);
      await befall(setup, first.id);
      const before = await phone.entries();
      const other = await phone.save('contact.create', people.vera, first.id);
      const again = await phone.save('contact.create', people.vera, first.id);
      expect([other.id === first.id, again.id]).toEqual([false, other.id]);
      expect(await phone.entries()).toEqual([...before, other]);
    });
  });

it('[S32] what was removed before it was ever sent is saved anew, under the id that it had', async () => {
  const { network, phone } = await setUp();
  network.off();
  const { id } = await phone.save('contact.create', anna);
  await remove(phone, id);
  expect((await phone.save('contact.create', anna, id)).id).toBe(id);
  expect(await firstNames(phone)).toEqual(['Анна']);
});

it('[S32] a form that was sent so long ago that its receipt is forgotten takes nobody else’s id', async () => {
  const { phone, server } = await setUpKeyed();
  const { id } = await phone.save('contact.create', anna);
  await passOf(phone);
  await phone.db.entries.clear();
  const other = await phone.save('contact.create', people.vera, id);
  await passOf(phone);
  expect(other.id).not.toBe(id);
  expect(server.contacts.map(contact => contact.first_name)).toEqual(['Борис', 'Анна', 'Вера']);
});

it('[S32] what was given up while it may have arrived, and is saved again, is wanted', async () => {
  const { network, phone } = await setUpKeyed();
  network.answer(SAVE, () => Response.json({ message: 'no' }, { status: 422 }));
  const { id } = await phone.save('contact.create', anna);
  await passOf(phone);
  await phone.outbox.discard(id);
  await phone.save('contact.create', anna, id);
  for (const _ of ['looked for', 'sent']) {
    phone.pass(300_000);
    await passOf(phone);
  }
  expect((await phone.entry(id)).state).toBe('done');
});

const newer: [string, (setup: Setup) => Promise<unknown>, number][] = [
  ['waits', async ({ network }) => network.off(), 1],
  ['is under way', loseAnswer, 2],
  ['has been sent', ({ phone }) => passOf(phone), 2],
];

for (const [what, befall, entries] of newer)
  describe(`[S32] a change over one of another window that ${what}`, () => {
    async function twoForms(first: Partial<ContactValues>, second: Partial<ContactValues>, id = newId()) {
      const setup = await setUpKeyed();
      const contact = knownContact(setup);
      const save = (formId: string, change: Partial<ContactValues>, from = anna) => {
        const payload = { ...anna, ...change, contact };
        return setup.phone.outbox.enqueue(ownerOf(setup.phone), {
          id: formId,
          kind: 'contact.update',
          payload,
          base: from,
        });
      };
      await save(id, first);
      await befall(setup);
      return { ...setup, contact, save, saved: await save(newId(), second) };
    }
    const contentOf = async (phone: Phone) => (await phone.entries()).at(-1)?.payload;

    it('keeps what both have written', async () => {
      const { phone, contact } = await twoForms({ comment: 'А' }, { last_name: 'Б' });
      expect(await contentOf(phone)).toEqual({ ...anna, contact, comment: 'А', last_name: 'Б' });
      expect(await phone.entries()).toHaveLength(entries);
    });

    it('keeps the numbers of both, and loses only those that either took out', async () => {
      const [one = '', two = ''] = anna.phones;
      const [less, more] = [(added: string) => [two, added], (added: string) => [one, two, added]];
      for (const [first, second] of [
        [less, more],
        [more, less],
      ] as const) {
        const { phone } = await twoForms({ phones: first('0009990001') }, { phones: second('0009990002') });
        expect(await contentOf(phone)).toMatchObject({ phones: [two, '0009990001', '0009990002'] });
      }
    });

    it('is not saved where both have written the same field, and the other’s is told', async () => {
      const { phone, save, saved } = await twoForms({ comment: 'А' }, { comment: 'Б', last_name: 'Б' });
      expect(saved).toEqual({ ok: false, problem: { reason: 'changed', conflicts: { comment: 'А' } } });
      expect(await contentOf(phone)).toMatchObject({ comment: 'А', last_name: anna.last_name });
      await save(newId(), { comment: 'Б', last_name: 'Б' }, { ...anna, comment: 'А' });
      expect(await contentOf(phone)).toMatchObject({ comment: 'Б', last_name: 'Б' });
    });

    it('under the same id goes over it too, and its second tap changes nothing', async () => {
      const { phone, save } = await twoForms({ comment: 'А' }, {}, 'draft');
      await save('draft', { last_name: 'Б' });
      const before = await phone.entries();
      expect((await save('draft', { last_name: 'Б' })).ok).toBe(true);
      expect((await save('draft', { comment: 'А' })).ok).toBe(true);
      expect(await phone.entries()).toEqual(before);
      expect(before.at(-1)?.payload).toMatchObject({ comment: 'А', last_name: 'Б' });
    });
  });

it('[S32] a change under the id of one whose content is erased here is told so before it is saved', async () => {
  const setup = await setUpKeyed();
  const { phone } = setup;
  const command = { id: newId(), kind: 'contact.update', base: anna };
  const contact = knownContact(setup);
  const save = (change: object, settled = {}) =>
    phone.outbox.enqueue(ownerOf(phone), {
      ...command,
      ...settled,
      payload: { ...anna, contact, ...change },
    });
  await save({ comment: 'А' });
  await passOf(phone);
  await erasePayloads(phone.db, phone.book().ownerKey, () => true);
  expect(await save({ last_name: 'Б' })).toEqual({
    ok: false,
    problem: { reason: 'changed', conflicts: {} },
  });
  // Once the form has compared it with what the server shows.
  expect((await save({ last_name: 'Б', comment: 'А' }, { rebase: true })).ok).toBe(true);
});

it('[S32] a change goes into the create that waits, field by field', async () => {
  const { network, phone } = await setUp();
  network.off();
  const { id } = await phone.save('contact.create', anna);
  for (const change of [{ comment: 'А' }, { last_name: 'Б' }])
    await phone.outbox.enqueue(ownerOf(phone), {
      id: newId(),
      kind: 'contact.update',
      payload: { ...anna, ...change, contact: id },
      base: anna,
    });
  expect((await phone.entries()).map(({ payload }) => payload)).toEqual([
    { ...anna, comment: 'А', last_name: 'Б' },
  ]);
});

describe('[S32] a refused order that is corrected in two windows', () => {
  async function refusedOrder() {
    const setup = await setUpKeyed();
    const order = orderTo(knownContact(setup));
    const headers = { 'Idempotency-Status': 'refused' };
    setup.network.answer('/sendOrder', () => Response.json({ message: 'no' }, { status: 422, headers }));
    const { id } = await setup.phone.save('order.create', order);
    await passOf(setup.phone);
    const correct = (change: object, from: object = order) =>
      setup.phone.outbox.correct(id, { ...order, ...change }, { from });
    return { ...setup, id, order, correct };
  }

  it('keeps the corrections of both, and asks where both corrected one field', async () => {
    const { phone, id, order, correct } = await refusedOrder();
    await correct({ street: 'Садовая' });
    await correct({ broken: 'Разбит экран' });
    expect((await phone.entry(id)).payload).toMatchObject({ street: 'Садовая', broken: 'Разбит экран' });
    const asked = await correct({ street: 'Речная' });
    expect(asked).toEqual({ ok: false, problem: { reason: 'changed', conflicts: { street: 'Садовая' } } });
    await correct({ street: 'Речная' }, { ...order, street: 'Садовая' });
    expect((await phone.entry(id)).payload).toMatchObject({ street: 'Речная', broken: 'Разбит экран' });
  });

  it('takes the contact with its own phones, or asks for it by name', async () => {
    const { phone, id, correct } = await refusedOrder();
    await correct({ contact: '77', contact_name: 'Вера', phones: ['0001112233'] });
    await correct({ street: 'Садовая' });
    expect((await phone.entry(id)).payload).toMatchObject({ contact: '77', phones: ['0001112233'] });
    const asked = await correct({ contact: '78', contact_name: 'Глеб', phones: ['0004445566'] });
    const conflicts = { contact: '77', contact_name: 'Вера' };
    expect(asked).toEqual({ ok: false, problem: { reason: 'changed', conflicts } });
  });

  it('is not corrected once it has been sent: the same correction is one tap, another is told', async () => {
    const { phone, correct } = await refusedOrder();
    await correct({ street: 'Садовая' });
    await passOf(phone);
    expect((await correct({ street: 'Садовая' })).ok).toBe(true);
    expect(await correct({ street: 'Речная' })).toEqual({ ok: false, problem: { reason: 'closed' } });
    expect(await phone.entries()).toHaveLength(1);
  });

  it('may be corrected back to what it was', async () => {
    const { phone, id, order, correct } = await refusedOrder();
    await correct({ street: 'Садовая' });
    await correct({}, { ...order, street: 'Садовая' });
    expect((await phone.entry(id)).payload).toEqual(order);
  });
});

describe('[S32] other content under a known id', () => {
  it('is taken in from a file once, in the place of what it goes on from; what was saved into the known one is not', async () => {
    const { network, phone } = await setUp();
    network.off();
    const { id } = await phone.save('contact.create', anna);
    const before = await unsentOf(phone);
    await phone.save('contact.update', { ...anna, contact: id, comment: 'Позже' });
    const after = await unsentOf(phone);
    expect([await take(phone, before), await take(phone, after)]).toEqual([success(0), success(0)]);
    await phone.db.entries.clear();
    await take(phone, before);
    expect([await take(phone, after), await take(phone, after)]).toEqual([success(1), success(0)]);
    expect((await phone.entries()).map(({ payload }) => payload)).toEqual([{ ...anna, comment: 'Позже' }]);
  });

  it('does not keep a deletion from being taken back', async () => {
    const { network, phone } = await setUp();
    network.off();
    const first = await phone.save('contact.create', anna);
    await phone.outbox.discard(first.id);
    await phone.save('contact.create', people.vera, first.id);
    for (const _ of ['once', 'again']) await restoreEntry(phone.db, makeRoom, first);
    network.on();
    await passOf(phone);
    expect((await firstNames(phone)).sort()).toEqual(['Анна', 'Вера']);
    expect((await phone.entries()).map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

it('[S32] an order saved twice with different content is two orders, each once', async () => {
  const setup = await setUpKeyed();
  const { phone } = setup;
  const contact = knownContact(setup);
  const id = newId();
  const streets = ['Садовая', 'Речная'];
  const saved = [...streets, ...streets].map(street =>
    phone.save('order.create', { ...orderTo(contact), street }, id),
  );
  await Promise.all(saved);
  await passOf(phone);
  expect((await phone.entries()).map(({ state }) => state)).toEqual(['done', 'done']);
  expect(requestsTo(setup, '/sendOrder')).toHaveLength(2);
});
