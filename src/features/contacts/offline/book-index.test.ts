import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Contact } from '#contract/contacts.ts';
import { createNetwork } from '#tests/support/network.ts';
import { createPhone, type Phone } from '#tests/support/phone.ts';
import { readBookPage } from './book-page.ts';
import { findContacts, prepareSearch } from './find-contacts.ts';
import { pullBook, pullContact } from './pull-contacts.ts';

const NOON = Date.parse('2026-11-20T09:00:00Z');

let phone: Phone;
let told: Contact[];

/** A firm whose book is `told`. */
beforeEach(async () => {
  told = [];
  const network = createNetwork(({ url }) => {
    const id = Number(/edit\/(\d+)$/.exec(url)?.[1]);
    if (!id) return Response.json({ list: told });
    const one = told.find(contact => contact.id === id);
    return one ? Response.json(one) : Response.json({ message: 'Not found' }, { status: 404 });
  });
  phone = await createPhone(network, { clientSecret: 'secret', now: NOON });
  phone.auth.write({ ...phone.auth.read(), isLoggedIn: true, subject: 1, epoch: 'first', accessToken: 'a' });
});

function person(id: number, first_name = `Имя ${id}`): Contact {
  const created_at = new Date(NOON - (1_000 - id) * 60_000).toISOString();
  const contact_phones = [{ full_phone: `7${String(id).padStart(10, '0')}` }];
  return { id, first_name, last_name: '', comment: '', created_at, contact_phones };
}

const people = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1));
const found = async (text: string) => (await findContacts(phone.book(), text)).map(view => view.first_name);

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
    told = people(300);
    await pullBook(phone.pulls());
    expect(await countReads(() => found('Имя 29'))).toBe(13);
    expect(await found('Имя 29')).toContain('Имя 299');
  });

  test('learns a single change by reading that contact alone', async () => {
    told = people(300);
    await pullBook(phone.pulls());
    await found('Имя 1');
    told[6] = person(7, 'Глафира');
    await pullContact(phone.pulls(), 7);
    expect(await countReads(async () => expect(await found('Глафира')).toEqual(['Глафира']))).toBe(2);
    expect(await found('Имя 7')).not.toContain('Имя 7');
  });

  test('finds nobody who is gone', async () => {
    told = people(30);
    await pullBook(phone.pulls());
    expect(await found('Имя 28')).toEqual(['Имя 28']);
    told = told.filter(({ id }) => id !== 28);
    await pullContact(phone.pulls(), 28);
    expect(await found('Имя 28')).toEqual([]);
  });

  test('follows when the whole book comes again', async () => {
    told = people(30);
    await pullBook(phone.pulls());
    await found('Имя 1');
    told = [person(31, 'Глафира')];
    await pullBook(phone.pulls());
    expect(await found('Глафира')).toEqual(['Глафира']);
    expect(await found('Имя 1')).toEqual([]);
  });

  test('is built from the book where it is missing, once, and kept for the next start', async () => {
    told = people(1_200);
    await pullBook(phone.pulls());
    await phone.book().cache.marks.delete('search-index');
    await prepareSearch(phone.book().cache);
    expect(await countReads(() => prepareSearch(phone.book().cache))).toBe(0);
    const restarted = await phone.crash();
    phone = restarted;
    expect(await countReads(() => found('Имя 1199'))).toBe(1);
  });

  test('answers with what it has while more changed than it remembers, and soon follows', async () => {
    told = people(600);
    await pullBook(phone.pulls());
    expect(await found('Имя 600')).toEqual(['Имя 600']);
    const { cache } = phone.book();
    await cache.contacts.update(5, { first_name: 'Глафира', search: 'глафира 0000000005' });
    await cache.marks.put({ name: 'book-changed', tick: 99, at: 0, value: [{ stamp: 'unknown', ids: [] }] });
    expect(await found('Имя 600')).toEqual(['Имя 600']);
    await vi.waitFor(async () => expect(await found('Глафира')).toEqual(['Глафира']));
  });
});

describe('what grows with the book', () => {
  test.each([40, 400])('a page of a book of %i reads a page', async size => {
    told = people(size);
    await pullBook(phone.pulls());
    expect(await countReads(() => readBookPage(phone.book(), 30))).toBe(31);
  });
});
