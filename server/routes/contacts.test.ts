import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import { deleteContact, getContact, listAllContacts, listContacts, saveContact } from '#contract/contacts.ts';
import * as calls from '#tests/support/calls.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { contacts } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'promoter');
const foreign = sessionForAll(server, 'colleague');

beforeEach(() => server.clock.advance(1000));

const anna = {
  first_name: '  Анна ',
  last_name: 'Ёлкина',
  comment: '',
  contact_phones: [{ full_phone: '+7 (000) 123-45-67' }, { full_phone: '80001234568' }],
};

const post = (path: string, body: unknown, headers = mine) => calls.post(server, path, body, headers);
const get = (path: string, headers = mine) => calls.get(server, path, headers);

describe('saving a contact', () => {
  it('answers with the whole contact, trimmed, phones as 7 and ten digits', async () => {
    const { status, body } = await post(saveContact.path, anna);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...noContactTexts,
      id: expect.any(Number),
      first_name: 'Анна',
      last_name: 'Ёлкина',
      comment: '',
      created_at: expect.stringMatching(/^2026-11-20T12:1\d:\d\d\.\d{3}000Z$/),
      updated_at: body.created_at,
      contact_phones: [
        { id: expect.any(Number), full_phone: '70001234567' },
        { id: expect.any(Number), full_phone: '70001234568' },
      ],
    });
  });

  it('composes what was sent with letters of two signs, and knows it again by what was sent', async () => {
    const sent = { ...anna, first_name: 'Андрей'.normalize('NFD') };
    const headers = { ...mine, 'idempotency-key': 'decomposed-letters' };
    const { body } = await post(saveContact.path, sent, headers);
    expect(body.first_name).toBe('Андрей');
    expect((await post(saveContact.path, sent, headers)).body).toEqual(body);
    expect((await post(saveContact.path, { ...sent, first_name: 'Андрей' }, headers)).status).toBe(422);
  });

  it('changes an own contact and its phones', async () => {
    const { body: made } = await post(saveContact.path, anna);
    server.clock.advance(1000);
    const change = { id: made.id, first_name: 'Инна', contact_phones: [{ full_phone: '0001234569' }] };
    const { status, body } = await post(saveContact.path, { ...anna, ...change });
    expect([status, body.first_name, body.created_at]).toEqual([200, 'Инна', made.created_at]);
    expect(body.contact_phones).toEqual([{ id: expect.any(Number), full_phone: '70001234569' }]);
    expect(body.updated_at > made.updated_at).toBe(true);
  });

  it('answers 404 for what was deleted', async () => {
    const { id } = (await post(saveContact.path, anna)).body;
    expect((await post(deleteContact.path, { id })).body).toEqual({ status: 'success', id });
    expect((await get(`/api/promo/contacts/edit/${id}`)).body).toEqual({ message: 'Not found.' });
    expect((await post(saveContact.path, { ...anna, id })).status).toBe(404);
  });

  it('names the fields that it refuses, in Russian', async () => {
    const wrong = { first_name: '   ', contact_phones: [{ full_phone: '123' }] };
    const { status, body } = await post(saveContact.path, wrong);
    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: { first_name: ['Заполните поле'], 'contact_phones.0.full_phone': ['Неверный формат'] },
    });
  });

  it('counts code points, not UTF-16 units', async () => {
    expect((await post(saveContact.path, { ...anna, first_name: '😀'.repeat(255) })).status).toBe(200);
    expect((await post(saveContact.path, { ...anna, first_name: '😀'.repeat(256) })).status).toBe(422);
  });

  it('refuses NUL before the database sees it', async () => {
    const nul = await post(saveContact.path, { ...anna, comment: 'a\u0000b' });
    expect([nul.status, nul.body.errors]).toEqual([422, { comment: ['Недопустимое значение'] }]);
  });
});

describe('reading the book', () => {
  it('pages by fifteen, newest first, in the documented bytes', async () => {
    const owner = await server.signIn(server.users.moderator);
    for (let number = 1; number <= 17; number++) {
      server.clock.advance(1000);
      await post(saveContact.path, { ...anna, first_name: `К${number}` }, owner);
    }
    const { body } = await get(`${listContacts.path}?page=2`, owner);
    expect(body.list.map((row: { first_name: string }) => row.first_name)).toEqual(['К2', 'К1']);
    const { list, ...paging } = body;
    expect(list).toHaveLength(2);
    expect(JSON.stringify(paging)).toBe(
      '{"current_page":2,"last_page":2,"per_page":15,"from":16,"to":17,"total":17,' +
        '"prev_page_url":"http://server.test/api/promo/contacts/list?page=1","next_page_url":null}',
    );
    expect(Object.keys(body)[0]).toBe('list');
  });

  it('reads page=abc as the first page and answers a page beyond the end with an empty list', async () => {
    expect((await get(`${listContacts.path}?page=abc`)).body.current_page).toBe(1);
    const { body } = await get(`${listContacts.path}?page=99`);
    expect([body.list, body.from, body.to, body.current_page]).toEqual([[], null, null, 99]);
    expect(body.prev_page_url).toBe('http://server.test/api/promo/contacts/list?page=98');
    expect((await get(`${listContacts.path}?page=900719925474099`)).body.list).toEqual([]);
  });

  it('gives the whole book at once, whole contacts beside their name', async () => {
    const { body } = await get(listAllContacts.path);
    expect(body.list[0]).toEqual({
      name: expect.stringContaining('Ёлкина'),
      ...(await get(getContact.path.replace(':id', String(body.list[0].id)))).body,
    });
  });
});

it('a long book travels compressed to whoever can read that', async () => {
  for (let made = 0; made < 12; made += 1) await post(saveContact.path, anna, foreign);
  const plain = await server.fetch(listAllContacts.path, { headers: foreign });
  const headers = { ...foreign, 'accept-encoding': 'gzip' };
  const packed = await server.fetch(listAllContacts.path, { headers });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const unpacked = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(unpacked).text()).toBe(await plain.text());
  // What is kept of it is kept for who can read that, by whichever answer.
  const page = await server.fetch(listContacts.path, { headers, method: 'HEAD' });
  const again = { ...headers, 'if-none-match': plain.headers.get('etag') ?? '' };
  const same = await server.fetch(listAllContacts.path, { headers: again });
  expect([page.status, same.status]).toEqual([200, 304]);
  for (const answer of [plain, packed, page, same])
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

it('sends what is small in one piece with its length: half of it cannot be taken for the whole', async () => {
  const headers = { ...mine, 'accept-encoding': 'gzip' };
  for (const { first_name, status } of [
    { first_name: 'Ёлка', status: 200 },
    { first_name: '', status: 422 },
  ]) {
    const saved = await post(saveContact.path, { ...anna, first_name }, headers);
    expect([saved.status, saved.headers.get('content-encoding')]).toEqual([status, null]);
    expect(saved.headers.get('content-length')).toBe(String(Buffer.byteLength(saved.text)));
  }
});

describe('a book that is asked for again', () => {
  let id: number;
  const anna = { first_name: 'Анна', contact_phones: [{ full_phone: '70001234567' }] };
  const ask = (tag?: string, headers = {}) =>
    server.fetch(listAllContacts.path, {
      headers: { ...mine, ...headers, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    });
  const tagOf = async (headers = {}) => (await ask(undefined, headers)).headers.get('etag') ?? '';

  beforeEach(async () => {
    id = (await post(saveContact.path, anna)).body.id;
  });

  it('answers a book that nobody changed with 304 and nothing else', async () => {
    const tag = await tagOf();
    const again = await ask(tag);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(again.headers.get('content-type')).toBeNull();
  });

  it('has one tag over every compression, however a proxy writes it', async () => {
    const tag = await tagOf();
    expect(await tagOf({ 'accept-encoding': 'gzip' })).toBe(tag);
    expect((await ask(tag, { 'accept-encoding': 'gzip' })).status).toBe(304);
    expect((await ask(tag.replace('W/', ''))).status).toBe(304);
    expect((await ask(`"other", ${tag}`)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
  });

  /** The clock of the test stands still: all of this happens within one moment. */
  it.each<[string, () => Promise<unknown>]>([
    ['a new contact', () => post(saveContact.path, anna)],
    ['a changed one', () => post(saveContact.path, { ...anna, id, first_name: 'Инна' })],
    ['a deleted one', () => post(deleteContact.path, { id })],
    [
      'a hand in the database',
      () => server.db.update(contacts).set({ comment: 'рукой' }).where(eq(contacts.id, id)),
    ],
  ])('has another tag after %s', async (_, change) => {
    const tag = await tagOf();
    await change();
    expect((await ask(tag)).status).toBe(200);
    expect(await tagOf()).not.toBe(tag);
  });

  it('says nothing about the books of others', async () => {
    const tag = await tagOf();
    await post(saveContact.path, anna, foreign);
    expect((await ask(tag)).status).toBe(304);
    expect((await ask(tag, foreign)).status).toBe(200);
  });
});
