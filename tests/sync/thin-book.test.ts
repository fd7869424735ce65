/** [S20] A backend whose whole list is thin: what was saved here stays whole, whichever answers come, and in which order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extendContact } from '#features/contacts/import/add-people.ts';
import { replaceBook } from '#features/contacts/offline/book-rows.ts';
import { readBook, readContact } from '#features/contacts/offline/contact-book.ts';
import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import { findByPhones, findContacts } from '#features/contacts/offline/find-contacts.ts';
import {
  pullBook,
  pullContact,
  pullContactPage,
  SINGLE_PULLS,
} from '#features/contacts/offline/pull-contacts.ts';
import { LATE_ARRIVAL_MS, RETRY_CAP_MS } from '#sync/backoff.ts';
import type { Command } from '#sync/entry.ts';
import { knownContact, orderTo, passOf, people, type Setup, setUp, statesOf } from './rules/fixture.ts';

type Row = Setup['server']['contacts'][number];

/** What a thin list may say of a contact. */
const THIN: Record<string, (row: Row) => object> = {
  'id and name': ({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() }),
  'the surname first': ({ id, first_name, last_name }) => ({ id, name: `${last_name} ${first_name}`.trim() }),
  'the first name alone': ({ id, first_name }) => ({ id, first_name }),
  'an id alone': ({ id }) => ({ id }),
  'no date': ({ id, first_name, contact_phones }) => ({ id, first_name, contact_phones }),
  'no phones': ({ id, first_name, created_at }) => ({ id, first_name, created_at, contact_phones: [] }),
  'no comment': ({ comment: _, ...row }) => row,
  'no surname and no comment': ({ comment: _, last_name: __, ...row }) => row,
  'no first name': ({ first_name: _, ...row }) => row,
  'a name in one text': ({ comment: _, first_name, last_name, ...row }) => ({
    ...row,
    name: `${first_name} ${last_name}`,
  }),
};

const PATHS = ['/fullList', '/list', '/edit/'];

/** The next answers of these paths are cut; every whole list is thin. */
function answerThinly({ server }: Setup, thin: (row: Row) => object, cut: () => readonly string[]): void {
  server.intercept = request => {
    const { pathname } = new URL(request.url);
    if (cut().some(path => pathname.includes(path))) return new Response('{"id', { status: 200 });
    return pathname.endsWith('/fullList') ? Response.json({ list: server.contacts.map(thin) }) : null;
  };
}

const ACTS = ['pass', 'drain', 'book', 'page', 'one', 'edit'] as const;
type Step = { act: (typeof ACTS)[number]; cut: string[] };
const steps = fc.array(fc.record({ act: fc.constantFrom(...ACTS), cut: fc.subarray(PATHS) }), {
  minLength: 2,
  maxLength: 6,
});

async function act(setup: Setup, id: string, what: string, now: ContactValues): Promise<ContactValues> {
  const { phone } = setup;
  const pulls = phone.pulls();
  const { serverId } = await phone.entry(id);
  if (what === 'pass') await passOf(phone);
  if (what === 'drain') await phone.drain();
  if (what === 'book') await pullBook(pulls);
  if (what === 'page') await pullContactPage(pulls, 1);
  if (what === 'one' && serverId !== null) await pullContact(pulls, serverId);
  if (what !== 'edit') return now;
  const edited = { ...now, comment: `${now.comment}.`, phones: [...now.phones.slice(-1), newPhone()] };
  await phone.save('contact.update', { ...edited, contact: id });
  return edited;
}

/** The book came, and neither a page nor the contact itself: after it was made, and after it was changed. */
const MADE: Step[] = [
  { act: 'pass', cut: [] },
  { act: 'book', cut: ['/list', '/edit/'] },
];
const CHANGED: Step[] = [{ act: 'drain', cut: [] }, { act: 'edit', cut: [] }, ...MADE];
/** The list comes after a page has told all, and once more. */
const LISTED: Step[] = (['pass', 'book', 'book'] as const).map(act => ({ act, cut: [] }));
const STORIES: [boolean, Step[]][] = [
  [true, LISTED],
  [false, LISTED],
  [true, MADE],
  [true, CHANGED],
  [false, MADE],
  [false, CHANGED],
];

let serial = 0;
function newPhone(): string {
  serial += 1;
  return String(5_000_000_000 + serial);
}

/** As every screen sees the contact. */
async function expectWhole({ phone }: Setup, id: string, values: ContactValues): Promise<void> {
  const shown = { ...values, key: id, isThin: false };
  // While its outcome is unknown, the server's own row may stand beside it.
  const among = expect.arrayContaining([expect.objectContaining(shown)]);
  expect(await readContact(phone.book(), id)).toMatchObject(shown);
  expect((await readContact(phone.book(), id))?.created_at).not.toBe('');
  expect(await readBook(phone.book(), 9)).toEqual(among);
  expect(await findByPhones(phone.book(), values.phones)).toEqual(among);
  // The index follows soon.
  await expect.poll(() => findContacts(phone.book(), 'елкина'), { interval: 2 }).toEqual(among);
}

it.each(Object.keys(THIN))(
  '[S20] a contact saved here stays whole beside a list that tells %s',
  async kind => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (keyed, story) => {
        const setup = await setUp({ keyed });
        let cut: readonly string[] = [];
        answerThinly(setup, THIN[kind] ?? (row => row), () => cut);
        let values: ContactValues = people.anna;
        const { id } = await setup.phone.save('contact.create', values);
        for (const step of story) {
          cut = step.cut;
          setup.phone.pass(RETRY_CAP_MS);
          values = await act(setup, id, step.act, values);
          await expectWhole(setup, id, values);
        }
        cut = [];
        for (let round = 0; round < 3; round += 1) {
          setup.phone.pass(RETRY_CAP_MS + LATE_ARRIVAL_MS);
          await setup.phone.drain();
          await expectWhole(setup, id, values);
        }
        // [S30] All was told by then.
        expect((await setup.phone.entries()).filter(entry => entry.payload !== null)).toEqual([]);
      }),
      { numRuns: 8, examples: STORIES },
    );
  },
  60_000,
);

const named = THIN['id and name'] as (row: Row) => object; // it is in the table

it('[S30] of many changes that a thin list does not tell, each refresh asks for a few', async () => {
  const setup = await setUp();
  answerThinly(setup, named, () => []);
  const { phone, server } = setup;
  const count = SINGLE_PULLS + 3;
  const keys = Array.from({ length: count }, () => String(server.addContact(1, people.anna).id));
  await pullBook(phone.pulls());
  for (const contact of keys) await phone.save('contact.update', { ...people.boris, contact });
  await phone.drain();
  const left = async () => (await phone.entries()).filter(entry => entry.payload !== null).length;
  expect(await left()).toBe(count - SINGLE_PULLS);
  await phone.drain();
  expect(await left()).toBe(0);
});

it('no numbers are given to a contact whose own are not known', async () => {
  const setup = await setUp();
  answerThinly(setup, named, () => []);
  const { phone, server } = setup;
  const contact = String(server.addContact(1, people.anna).id);
  phone.network.fault('/list', 'drop-before', 9);
  await pullBook(phone.pulls());
  const owner = phone.session.lastOwner();
  const enqueue = (command: Command) => phone.outbox.enqueue(owner ?? expect.unreachable(), command);
  const extended = await extendContact(phone.book(), enqueue, contact, ['5550001122']);
  expect([extended, await phone.entries()]).toEqual([{ ok: true, value: 'impossible' }, []]);
  await pullContact(phone.pulls(), Number(contact));
  await extendContact(phone.book(), enqueue, contact, ['5550001122']);
  const phones = [...people.anna.phones, '5550001122'];
  expect(await phone.entries()).toMatchObject([{ payload: { ...people.anna, contact, phones } }]);
});

it('[S13] a lost order for a contact without known phones is found by the client’s name', async () => {
  const setup = await setUp({ keyed: false });
  const { phone, network } = setup;
  const order = orderTo(knownContact(setup));
  await phone.save('order.create', { ...order, phones: [] });
  network.fault('/sendOrder', 'drop-after');
  for (let pass = 0; pass < 3; pass += 1) {
    phone.pass(RETRY_CAP_MS + LATE_ARRIVAL_MS);
    await passOf(phone);
  }
  expect([await statesOf(setup), setup.server.orders.length]).toEqual([['done'], 1]);
});

it('[S2] a name that a thin list tells anew is shown, and its parts are asked for before anybody edits it', async () => {
  const setup = await setUp();
  answerThinly(setup, named, () => []);
  const { phone, server } = setup;
  const contact = server.addContact(1, people.anna);
  await pullBook(phone.pulls());
  Object.assign(contact, { first_name: 'Яна', last_name: 'Новая' });
  await pullBook(phone.pulls());
  const seen = () => readContact(phone.book(), String(contact.id));
  expect(await seen()).toMatchObject({ first_name: 'Яна Новая', phones: people.anna.phones, isThin: true });
  await pullContact(phone.pulls(), contact.id);
  expect(await seen()).toMatchObject({ first_name: 'Яна', last_name: 'Новая', isThin: false });
  await pullBook(phone.pulls());
  expect(await seen()).toMatchObject({ first_name: 'Яна', last_name: 'Новая', isThin: false });
});

it('[S20] of a dated row with phones, what is missing is kept, and what is empty or null is taken over', async () => {
  const setup = await setUp();
  const { phone, server } = setup;
  let cut: (row: Row) => object = row => row;
  answerThinly(
    setup,
    row => cut(row),
    () => [],
  );
  const { id } = server.addContact(1, people.anna);
  await pullContactPage(phone.pulls(), 1);
  const seenAfter = async (thin: typeof cut) => {
    cut = thin;
    await pullBook(phone.pulls());
    return readContact(phone.book(), String(id));
  };
  const { comment, last_name } = people.anna;
  expect(await seenAfter(({ comment: _, ...row }) => row)).toMatchObject({
    comment,
    last_name,
    isThin: false,
  });
  const unnamed = await seenAfter(({ comment: _, ...row }) => ({ ...row, last_name: null }));
  expect(unnamed).toMatchObject({ comment, last_name: '', isThin: true });
  expect(await seenAfter(row => ({ ...row, comment: null }))).toMatchObject({ comment: '', last_name });
});

it('[S20] a dated row with phones of a contact that is not known yet is thin without its comment', async () => {
  const setup = await setUp();
  answerThinly(
    setup,
    ({ comment: _, ...row }) => row,
    () => ['/list'],
  );
  const pulls = setup.phone.pulls();
  await replaceBook(pulls.cache, [], { tick: 0, at: 0 }, '');
  const { id } = setup.server.addContact(1, people.anna);
  await pullBook(pulls);
  expect(await readContact(setup.phone.book(), String(id))).toMatchObject({
    last_name: 'Ёлкина',
    isThin: true,
  });
});
