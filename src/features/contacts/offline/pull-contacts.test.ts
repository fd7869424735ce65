import { beforeEach, describe, expect, it } from 'vitest';
import type { Network } from '#tests/support/network.ts';
import { type Phone, signedInPhone } from '#tests/support/phone.ts';
import { hasThinRows, readBookTag, readNextPage } from './book-rows.ts';
import { readBook } from './contact-book.ts';
import {
  CRAWLED_PAGES,
  joinPullBook,
  pullBook,
  pullContact,
  pullContactPage,
  pullFirstPage,
} from './pull-contacts.ts';

const PER_PAGE = 3;

type Received = { id: number; first_name: string; last_name: string; comment: string; created_at: string };

/** The book as the backend has it, newest first, and what it was asked. */
let book: Received[];
let asked: string[];
/** Whether fullList tells ids and names only; what it tags its answer with, '' for nothing. */
let isThin: boolean;
let tagOf: () => string;
let network: Network;
let phone: Phone;

const person = (id: number): Received => ({
  id,
  first_name: `Имя ${id}`,
  last_name: 'Ёлкина',
  comment: `Подъезд ${id}`,
  created_at: `2026-11-20 10:00:${String(id % 60).padStart(2, '0')}`,
});
const whole = (received: Received) => ({ ...received, contact_phones: [{ full_phone: '70001234567' }] });
const thin = ({ id, first_name, last_name }: Received) => ({ id, name: `${first_name} ${last_name}` });

function answer(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  const name = pathname.split('/promo/contacts/')[1] ?? pathname;
  const page = Number(searchParams.get('page') ?? 1);
  const tag = request.headers.get('If-None-Match');
  asked.push(name === 'list' ? `list ${page}` : `${name}${tag ? ` if not ${tag}` : ''}`);
  if (name === 'list') return receivePage(page);
  if (name === 'fullList') return receiveAll(tag);
  if (name === 'getStates') return Response.json({ list: [] });
  const one = book.find(({ id }) => name === `edit/${id}`);
  return one ? Response.json(whole(one)) : Response.json({ message: 'Not found.' }, { status: 404 });
}

function receivePage(page: number): Response {
  const list = book.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(whole);
  return Response.json({ list, current_page: page, last_page: Math.ceil(book.length / PER_PAGE) });
}

function receiveAll(tag: string | null): Response {
  const init = tagOf() ? { headers: { ETag: tagOf() } } : {};
  if (tag && tag === tagOf()) return new Response(null, { ...init, status: 304 });
  return Response.json({ list: isThin ? book.map(thin) : book.map(whole) }, init);
}

beforeEach(async () => {
  book = [7, 6, 5, 4, 3, 2, 1].map(person);
  asked = [];
  isThin = false;
  tagOf = () => '';
  phone = await signedInPhone(answer);
  network = phone.network;
});

const cache = () => phone.book().cache;
const take = () => asked.splice(0).filter(name => name !== 'getStates');
const comments = async () => (await readBook(phone.book(), 50)).map(view => view.comment);
const all = () => book.map(({ comment }) => comment);
const change = (id: number, comment: string) => {
  book = book.map(received => (received.id === id ? { ...received, comment } : received));
};

describe('a device that never had the book', () => {
  it('gets page 1 first, and has it to show even when the rest never comes', async () => {
    network.fault('/fullList', 'drop-before');
    expect((await pullBook(phone.pulls())).ok).toBe(false);
    expect(await comments()).toEqual(all().slice(0, PER_PAGE));
    await pullBook(phone.pulls());
    expect(await comments()).toEqual(all());
  });

  it('asks for the states exactly once per page advance, and nobody minds their failure', async () => {
    network.fault('/getStates', '500-before');
    for (const page of [1, 2, 3]) expect((await pullContactPage(phone.pulls(), page)).ok).toBe(true);
    const seen = network.seen.map(({ path }) => path.split('/').at(-1));
    expect(seen.filter(name => name === 'list')).toHaveLength(3);
    // The failed one met its fault before it got through.
    expect(seen.filter(name => name === 'getStates')).toHaveLength(2);
    expect(await comments()).toEqual(all());
  });

  it('turns pages once each, to the last', async () => {
    await pullFirstPage(phone.pulls());
    for (let page = await readNextPage(cache()); page !== null; page = await readNextPage(cache())) {
      await pullContactPage(phone.pulls(), page);
    }
    expect(take()).toEqual(['list 1', 'list 2', 'list 3']);
  });

  it('costs one answer when two ask at once', async () => {
    await Promise.all([joinPullBook(phone.pulls()), joinPullBook(phone.pulls())]);
    expect(take()).toEqual(['list 1', 'fullList']);
  });
});

describe('a tagged book', () => {
  beforeEach(async () => {
    tagOf = () => `"${book.map(({ comment }) => comment).join().length}-${JSON.stringify(book).length}"`;
    await pullBook(phone.pulls());
    take();
  });
  const tag = () => readBookTag(cache());

  it('is asked for by its tag, and unchanged it still counts as refreshed', async () => {
    const before = await cache().marks.get('book');
    phone.pass(60_000);
    await pullBook(phone.pulls());
    expect(take()).toEqual([`fullList if not ${tagOf()}`]);
    const after = await cache().marks.get('book');
    expect(after?.tick).toBeGreaterThan(before?.tick ?? 0);
    expect(after?.at).toBe((before?.at ?? 0) + 60_000);
    expect(await comments()).toEqual(all());
  });

  it('comes whole once it has changed', async () => {
    change(4, 'Съехала навсегда');
    await pullBook(phone.pulls());
    expect(await comments()).toEqual(all());
    expect(await tag()).toBe(tagOf());
  });

  it('keeps its tag over a page that says the same, and loses it to one that says more', async () => {
    await pullContactPage(phone.pulls(), 1);
    expect(await tag()).toBe(tagOf());
    const stale = tagOf();
    change(6, 'Переехала');
    await pullContact(phone.pulls(), 6);
    expect(await tag()).toBe('');
    // Whatever the backend says of the old tag: these rows are not what it stands for.
    tagOf = () => stale;
    change(6, 'Переехала еще раз');
    await pullBook(phone.pulls());
    expect(await comments()).toEqual(all());
  });

  it('loses its tag to a contact that is gone', async () => {
    book = book.filter(({ id }) => id !== 5);
    await pullContact(phone.pulls(), 5);
    expect(await tag()).toBe('');
  });

  it('does not survive rows that were dropped', async () => {
    await cache().contacts.clear();
    expect(await tag()).toBe('');
    await pullBook(phone.pulls());
    expect(await comments()).toEqual(all());
  });

  it('gets no tag while a newer row stands in it: that row may be older than the answer', async () => {
    change(3, 'Раз');
    const single = network.hold('/edit/2');
    const late = network.hold('/fullList');
    const refresh = pullBook(phone.pulls());
    await late.arrived;
    const one = pullContact(phone.pulls(), 2);
    await single.arrived;
    single.release();
    await one;
    late.release();
    await refresh;
    expect(await tag()).toBe('');
    expect(await comments()).toEqual(all());
  });

  it('an answer about rows that changed meanwhile is not believed', async () => {
    const late = network.hold('/fullList');
    const refresh = pullBook(phone.pulls());
    await late.arrived;
    change(2, 'Новый подъезд');
    await pullContact(phone.pulls(), 2);
    change(1, 'Другой подъезд');
    late.release();
    await refresh;
    expect(await comments()).toEqual(all());
  });
});

describe('a backend whose whole list is thin', () => {
  beforeEach(() => {
    isThin = true;
  });

  it('is crawled page by page until every contact is whole, each page once', async () => {
    await pullBook(phone.pulls());
    expect(take()).toEqual(['list 1', 'fullList', 'list 2', 'list 3']);
    expect(await comments()).toEqual(all());
  });

  it('is not crawled again while it tells nobody new, and erases nothing', async () => {
    await pullBook(phone.pulls());
    take();
    await pullBook(phone.pulls());
    expect(take()).toEqual(['fullList']);
    expect(await comments()).toEqual(all());
    expect((await readBook(phone.book(), 1))[0]).toMatchObject({
      first_name: 'Имя 7',
      last_name: 'Ёлкина',
      phones: ['0001234567'],
    });
  });

  it('is read as far as the new ones stand, and what is gone goes', async () => {
    await pullBook(phone.pulls());
    take();
    book = [person(8), ...book.filter(({ id }) => id !== 2)];
    await pullBook(phone.pulls());
    expect(take()).toEqual(['fullList', 'list 1']);
    expect(await comments()).toEqual(all());
  });

  it('goes on where the network was lost', async () => {
    await pullFirstPage(phone.pulls());
    take();
    const late = network.hold('/fullList');
    const refresh = pullBook(phone.pulls());
    await late.arrived;
    network.fault('/list', 'drop-before');
    late.release();
    expect((await refresh).ok).toBe(false);
    take();
    await pullBook(phone.pulls());
    expect(take()).toEqual(['fullList', 'list 2', 'list 3']);
    expect(await comments()).toEqual(all());
  });

  it('is crawled so far in one refresh, and further in the next', async () => {
    book = Array.from({ length: (CRAWLED_PAGES + 5) * PER_PAGE }, (_, index) => person(1000 - index));
    await pullBook(phone.pulls());
    expect(take()).toHaveLength(2 + CRAWLED_PAGES);
    expect(await hasThinRows(cache())).toBe(true);
    await pullBook(phone.pulls());
    expect(await hasThinRows(cache())).toBe(false);
  });

  it('asks for a newcomer although all pages were turned before the list was crawled', async () => {
    for (const page of [1, 2, 3]) await pullContactPage(phone.pulls(), page);
    take();
    book = [person(8), ...book];
    await pullBook(phone.pulls());
    expect(take()).toEqual(['list 1', 'fullList']);
    book = [person(9), ...book];
    await pullBook(phone.pulls());
    expect(take()).toEqual(['fullList', 'list 1']);
    expect(await comments()).toEqual(all());
  });

  it('is not asked for ever about contacts that no page tells', async () => {
    const stranger = person(99);
    const pages = book;
    phone = await signedInPhone(request => {
      book = request.url.includes('fullList') ? [stranger, ...pages] : pages;
      return answer(request);
    });
    for (let refresh = 0; refresh < 6; refresh += 1) await pullBook(phone.pulls());
    expect(await hasThinRows(cache())).toBe(false);
    take();
    await pullBook(phone.pulls());
    expect(take()).toEqual(['fullList']);
    expect((await readBook(phone.book(), 50)).map(({ key }) => key)).toContain('99');
  });
});
