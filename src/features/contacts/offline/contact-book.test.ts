import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#kit/ids.ts';
import { createNetwork } from '#tests/support/network.ts';
import { createPhone, type Phone } from '#tests/support/phone.ts';
import { readBookPage } from './book-page.ts';
import { searchTextOf } from './book-rows.ts';
import { readBook, readContact } from './contact-book.ts';
import { findByPhones } from './find-by-phone.ts';
import { findContacts } from './find-contacts.ts';
import { readRecent, rememberPicked } from './recent-contacts.ts';

const NOON = Date.parse('2026-11-20T09:00:00Z');
const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: 'Третий подъезд', phones: ['0001234567'] };

let phone: Phone;
beforeEach(async () => {
  const network = createNetwork(() => Response.json({}, { status: 503 }));
  phone = await createPhone(network, { clientSecret: 'secret', now: NOON });
  phone.auth.write({ ...phone.auth.read(), isLoggedIn: true, subject: 1, epoch: 'first' });
});

async function keep(id: number, created_at: string, first_name = `Имя ${id}`, seenTick = 1) {
  const contact = { id, first_name, last_name: '', comment: '', created_at };
  const contact_phones = [{ full_phone: String(id).padStart(10, '0') }];
  const search = searchTextOf({ ...contact, contact_phones });
  const phones = contact_phones.map(each => each.full_phone);
  await phone.book().cache.contacts.put({ ...contact, contact_phones, phones, seenTick, search });
}

const names = async (limit = 30) => (await readBook(phone.book(), limit)).map(view => view.first_name);

describe('the book', () => {
  test('is newest first, and two contacts of one second keep their order', async () => {
    await keep(1, '2026-11-18 10:00:00');
    await keep(3, '2026-11-19 10:00:00');
    await keep(2, '2026-11-19 10:00:00');
    expect(await names()).toEqual(['Имя 3', 'Имя 2', 'Имя 1']);
  });

  test('[S2] has what only this device knows on top, newest first, with its state', async () => {
    await keep(1, '2026-11-18 10:00:00');
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
    await keep(1, '2026-11-18 10:00:00');
    await phone.save('contact.update', { ...anna, contact: '1' });
    expect(await names()).toEqual(['Имя 2', 'Анна']);
    expect(await readContact(phone.book(), '1')).toMatchObject({ key: '1', serverId: 1, status: 'queued' });
  });

  test('keeps a contact that waits to be deleted, and says so', async () => {
    await keep(1, '2026-11-18 10:00:00', 'Вера');
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
    const told = [
      await readBook(book(), 30),
      await findContacts(book(), 'Имя 7'),
      await findByPhones(book(), ['0000000007']),
      [await readContact(book(), '7')],
    ];
    expect(told.map(views => views.map(view => view?.key))).toEqual(Array(4).fill([localId]));
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
  const found = async (text: string) => (await findContacts(phone.book(), text)).map(view => view.first_name);

  beforeEach(async () => {
    await phone.save('contact.create', anna);
    await keep(123, '2026-11-18 10:00:00', 'Алёна');
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

describe('the recently picked', () => {
  test('are the last five, each once, without those that are gone', async () => {
    const { cache } = phone.book();
    for (let id = 1; id <= 6; id += 1) await keep(id, '2026-11-18 10:00:00');
    for (const key of ['1', '2', '3', '4', '5', '6', '2', '99']) await rememberPicked(cache, key, NOON);
    expect((await readRecent(phone.book())).map(view => view.key)).toEqual(['2', '6', '5', '4']);
  });
});
