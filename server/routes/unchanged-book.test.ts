import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deleteContact, listAllContacts, saveContact } from '#contract/contacts.ts';
import * as calls from '#tests/support/calls.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { contacts } from '../db/schema.ts';

let server: TestServer;
let mine: Record<string, string>;
let id: number;

const anna = { first_name: 'Анна', contact_phones: [{ full_phone: '70001234567' }] };
const ask = (tag?: string, headers = {}) =>
  server.fetch(listAllContacts.path, {
    headers: { ...mine, ...headers, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
  });
const tagOf = async (headers = {}) => (await ask(undefined, headers)).headers.get('etag') ?? '';

beforeAll(async () => {
  server = await createTestServer();
  mine = await server.signIn(server.users.promoter);
});
afterAll(() => server.close());
beforeEach(async () => {
  id = (await calls.post(server, saveContact.path, anna, mine)).body.id;
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
  ['a new contact', () => calls.post(server, saveContact.path, anna, mine)],
  ['a changed one', () => calls.post(server, saveContact.path, { ...anna, id, first_name: 'Инна' }, mine)],
  ['a deleted one', () => calls.post(server, deleteContact.path, { id }, mine)],
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
  const colleague = await server.signIn(server.users.colleague);
  await calls.post(server, saveContact.path, anna, colleague);
  expect((await ask(tag)).status).toBe(304);
  expect((await ask(tag, colleague)).status).toBe(200);
});
