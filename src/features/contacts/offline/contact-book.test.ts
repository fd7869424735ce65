import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import type { Contact } from '#contract/contacts.ts';
import { newId } from '#kit/ids.ts';
import { contactRow } from '#tests/support/cached-rows.ts';
import { type Phone, signedInPhone } from '#tests/support/phone.ts';
import { searchTextOf } from './book-rows.ts';
import { readBook, readBookPage, readContact, readRecent, rememberRecent } from './contact-book.ts';
import { findByPhones, findContacts } from './find-contacts.ts';
import { pullBook, pullContact } from './pull-contacts.ts';
import { readFirstContacts } from './read-first-contacts.ts';
import { openIndex } from './stored-search-index.ts';

const NOON = Date.parse('2026-11-20T09:00:00Z');
const DAY = '2026-11-18 10:00:00';
const anna = {
  ...noContactTexts,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567'],
};

let phone: Phone;
/** The book as the firm has it. */
let received: Contact[];

beforeEach(async () => {
  received = [];
  phone = await signedInPhone(({ url }) => {
    const id = Number(/edit\/(\d+)$/.exec(url)?.[1]);
    if (!id) return Response.json({ list: received });
    const one = received.find(contact => contact.id === id);
    return one ? Response.json(one) : Response.json({ message: 'Not found' }, { status: 404 });
  });
});

async function keep(id: number, created_at: string, first_name = `Имя ${id}`, seenTick = 1) {
  const phones = [String(id).padStart(10, '0')];
  const row = contactRow(id, { first_name, last_name: '', created_at, phones, seenTick });
  await phone.book().cache.contacts.put({ ...row, search: searchTextOf(row) });
}

const found = async (text: string) => (await findContacts(phone.book(), text)).map(view => view.first_name);
const names = async (limit = 30) => (await readBook(phone.book(), limit)).map(view => view.first_name);

describe('the book', () => {
  test('is newest first, and two contacts of one second keep their order', async () => {
    await keep(1, DAY);
    await keep(3, '2026-11-19 10:00:00');
    await keep(2, '2026-11-19 10:00:00');
    expect(await names()).toEqual(['Имя 3', 'Имя 2', 'Имя 1']);
  });

  test('[S2] has what only this device knows on top, newest first, with its state', async () => {
    await keep(1, DAY);
    await phone.save('contact.create', anna);
    await phone.save('contact.create', { ...anna, first_name: 'Борис' });
    expect(await names()).toEqual(['Борис', 'Анна', 'Имя 1']);
    const [first] = await readBook(phone.book(), 1);
    expect(first).toMatchObject({ status: 'queued', serverId: null, created_at: '2026-11-20 12:00:00' });
    expect(await names()).toHaveLength(3);
    // The cache itself was not touched.
    expect(await phone.book().cache.contacts.count()).toBe(1);
  });

  test('shows a queued change in place', async () => {
    await keep(2, '2026-11-19 10:00:00');
    await keep(1, DAY);
    await phone.save('contact.update', { ...anna, contact: '1' });
    expect(await names()).toEqual(['Имя 2', 'Анна']);
    expect(await readContact(phone.book(), '1')).toMatchObject({ key: '1', serverId: 1, status: 'queued' });
  });

  test('keeps a contact that waits to be deleted, and says so', async () => {
    await keep(1, DAY, 'Вера');
    const entry = await phone.save('contact.delete', { contact: '1', name: 'Вера' });
    const view = await readContact(phone.book(), '1');
    expect(view).toMatchObject({ first_name: 'Вера', isDeleting: true, entryId: entry.id });
  });

  test('tells why the server refused', async () => {
    const entry = await phone.save('contact.create', anna);
    const error = { kind: 'refused', status: 422, message: 'Нет', fields: {} };
    await phone.db.entries.update(entry.seq, { state: 'rejected', error });
    expect(await readContact(phone.book(), entry.id)).toMatchObject({ status: 'failed', error });
  });

  test('[S18] finds a contact under its local id after the server has given it another', async () => {
    const localId = newId();
    const { ownerKey, db } = phone.book();
    await keep(7, '2026-11-19 10:00:00');
    await db.idMap.put({ localId, ownerKey, noun: 'contact', serverId: 7 });
    expect(await readContact(phone.book(), localId)).toMatchObject({ key: localId, serverId: 7 });
    expect(await readContact(phone.book(), newId())).toBeNull();
  });

  test('[S18] keeps the local id of a contact that the server has told since, wherever it is read', async () => {
    const localId = newId();
    const { db, book } = phone;
    const { ownerKey } = book();
    await db.idMap.put({ localId, ownerKey, noun: 'contact', serverId: 7 });
    await keep(7, '2026-11-19 10:00:00');
    const received = [
      await readBook(book(), 30),
      await findContacts(book(), 'Имя 7'),
      await findByPhones(book(), ['0000000007']),
      [await readContact(book(), '7')],
    ];
    expect(received.map(views => views.map(view => view?.key))).toEqual(Array(4).fill([localId]));
  });

  test('is read page by page, with its size and its age', async () => {
    for (let id = 1; id <= 40; id += 1) await keep(id, `2026-11-18 10:00:${String(id).padStart(2, '0')}`);
    const page = await readBookPage(phone.book(), 30);
    expect(page).toMatchObject({
      hasMore: true,
      loadedAt: null,
      isStale: false,
      today: '2026-11-20 12:00:00',
    });
    expect(page.contacts).toHaveLength(30);
    await phone.book().cache.marks.put({ name: 'book', tick: 1, at: NOON - 3_600_000 });
    expect(await readBookPage(phone.book(), 30)).toMatchObject({
      loadedAt: '2026-11-20 11:00:00',
      isStale: true,
    });
  });
});

describe('the search', () => {
  beforeEach(async () => {
    await phone.save('contact.create', anna);
    await keep(123, DAY, 'Алёна');
  });

  test.each([
    ['a name without its ё', 'елкина', ['Анна']],
    ['a word of the comment', 'подъезд', ['Анна']],
    ['any part of a number', '23-45', ['Анна']],
    ['a number with an 8 in front', '8 000 1234', ['Анна']],
    ['the wrong keyboard layout', 'fktyf', ['Алёна']],
    ['the digits of a cached contact', '0123', ['Анна', 'Алёна']],
    ['nothing', 'Щукин', []],
  ])('finds by %s', async (_what, text, expected) => {
    expect((await found(text)).sort()).toEqual([...expected].sort());
  });

  test('finds a contact by its new name while the change still waits', async () => {
    await phone.save('contact.update', { ...anna, first_name: 'Глафира', contact: '123' });
    expect(await found('Глафира')).toEqual(['Глафира']);
  });
});

test('the recent ones are the last five, each once, without those that are gone', async () => {
  const { cache } = phone.book();
  for (let id = 1; id <= 6; id += 1) await keep(id, DAY);
  for (const key of ['1', '2', '3', '4', '5', '6', '2', '99']) await rememberRecent(cache, key, NOON);
  expect((await readRecent(phone.book())).map(view => view.key)).toEqual(['2', '6', '5', '4']);
});

describe('the first contacts before the app is there', () => {
  const first = (limit: number) => readFirstContacts(phone.book().ownerKey, limit, phone.db.name);
  const named = async (limit = 6) => (await first(limit)).map(contact => contact.name);

  test('are the newest of the book, with a phone to call', async () => {
    for (const id of [1, 3, 2]) await keep(id, DAY);
    expect(await named(2)).toEqual(['Имя 3', 'Имя 2']);
    expect(await first(1)).toEqual([{ name: 'Имя 3', comment: '', phones: ['0000000003'] }]);
  });

  test('[S2] have what only this device knows on top, changed and deleted as it was saved', async () => {
    for (const id of [1, 2, 3]) await keep(id, DAY);
    await phone.save('contact.create', anna);
    await phone.save('contact.update', { ...anna, first_name: 'Глафира', contact: '2' });
    await phone.save('contact.delete', { contact: '3', name: 'Имя 3' });
    expect(await named()).toEqual(['Анна Ёлкина', 'Глафира Ёлкина', 'Имя 1']);
  });

  test('are left to the app while the server has confirmed what no refresh has brought', async () => {
    await keep(1, DAY);
    const entry = await phone.save('contact.create', anna);
    await phone.db.entries.update(entry.seq, { state: 'done' });
    expect(await named()).toEqual([]);
  });

  test('are left to the app when a change names a contact by the id of this device', async () => {
    await keep(1, DAY);
    const { id, seq } = await phone.save('contact.create', anna);
    await phone.db.entries.update(seq, { state: 'done', serverId: 1, payload: null });
    await phone.save('contact.update', { ...anna, contact: id });
    expect(await named()).toEqual([]);
  });

  test('of nobody are none, and no database is made for looking', async () => {
    expect(await readFirstContacts('|4711', 6)).toEqual([]);
    const known = (await indexedDB.databases()).map(({ name }) => name);
    expect(known).not.toContain('promo-cache||4711');
  });
});

function person(id: number, first_name = `Имя ${id}`): Contact {
  const created_at = new Date(NOON - (1_000 - id) * 60_000).toISOString();
  const contact_phones = [{ full_phone: `7${String(id).padStart(10, '0')}` }];
  return { ...noContactTexts, id, first_name, created_at, contact_phones };
}

const people = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1));
/** How many contacts a piece of work takes out of the device's book. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const { contacts } = phone.book().cache;
  const count = (row: unknown) => {
    rows += 1;
    return row;
  };
  contacts.hook('reading', count);
  await work();
  contacts.hook('reading').unsubscribe(count);
  return rows;
}

describe('the index of the book', () => {
  test('comes with the book: the first search reads no more than what it found', async () => {
    received = people(300);
    await pullBook(phone.pulls());
    expect(await countReads(() => found('Имя 29'))).toBe(13);
    expect(await found('Имя 29')).toContain('Имя 299');
  });

  test('learns a single change by reading that contact alone', async () => {
    received = people(300);
    await pullBook(phone.pulls());
    await found('Имя 1');
    received[6] = person(7, 'Глафира');
    await pullContact(phone.pulls(), 7);
    expect(await countReads(async () => expect(await found('Глафира')).toEqual(['Глафира']))).toBe(2);
    expect(await found('Имя 7')).not.toContain('Имя 7');
  });

  test('finds nobody who is gone', async () => {
    received = people(30);
    await pullBook(phone.pulls());
    expect(await found('Имя 28')).toEqual(['Имя 28']);
    received = received.filter(({ id }) => id !== 28);
    await pullContact(phone.pulls(), 28);
    expect(await found('Имя 28')).toEqual([]);
  });

  test('follows when the whole book comes again', async () => {
    received = people(30);
    await pullBook(phone.pulls());
    await found('Имя 1');
    received = [person(31, 'Глафира')];
    await pullBook(phone.pulls());
    expect(await found('Глафира')).toEqual(['Глафира']);
    expect(await found('Имя 1')).toEqual([]);
  });

  test('is built from the book where it is missing, once, and kept for the next start', async () => {
    received = people(1_200);
    await pullBook(phone.pulls());
    await phone.book().cache.marks.delete('search-index');
    await openIndex(phone.book().cache);
    expect(await countReads(() => openIndex(phone.book().cache))).toBe(0);
    const restarted = await phone.crash();
    phone = restarted;
    expect(await countReads(() => found('Имя 1199'))).toBe(1);
  });

  test('answers with what it has while more changed than it remembers, and soon follows', async () => {
    received = people(600);
    await pullBook(phone.pulls());
    expect(await found('Имя 600')).toEqual(['Имя 600']);
    const { cache } = phone.book();
    await cache.contacts.update(5, { first_name: 'Глафира', search: 'глафира 0000000005' });
    await cache.marks.put({ name: 'book-changed', tick: 99, at: 0, value: [{ stamp: 'unknown', ids: [] }] });
    expect(await found('Имя 600')).toEqual(['Имя 600']);
    await vi.waitFor(async () => expect(await found('Глафира')).toEqual(['Глафира']));
  });
});

test.each([40, 400])('a page of a book of %i reads a page', async size => {
  received = people(size);
  await pullBook(phone.pulls());
  expect(await countReads(() => readBookPage(phone.book(), 30))).toBe(31);
});
