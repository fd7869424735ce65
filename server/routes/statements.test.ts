/** How often a call asks the database: each question is a way there and back, and on a busy day the most of its cost. */
import { beforeAll, expect, it } from 'vitest';
import { listContacts, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { newId } from '#kit/ids.ts';
import { get, post } from '#tests/support/calls.ts';
import { sentSql } from '#tests/support/sent-sql.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';

const server = serverForAll();
const headers = sessionForAll(server, 'promoter');
beforeAll(async () => {
  // The first use of a token is written down, once.
  await get(server, `${listContacts.path}?page=1`, headers);
});

async function statementsOf(ask: () => Promise<{ status: number }>): Promise<number> {
  const before = sentSql.sent();
  expect((await ask()).status).toBe(200);
  return sentSql.sent() - before;
}

const contact = { first_name: 'Анна', contact_phones: [{ full_phone: '79990000000' }] };

it('the list of contacts asks twice: who calls, and the page', async () => {
  await post(server, saveContact.path, contact, headers);
  expect(await statementsOf(() => get(server, `${listContacts.path}?page=1`, headers))).toBe(2);
});

it('sendOrder asks twice, and when it is repeated three times', async () => {
  const { body: made } = await post(server, saveContact.path, contact, headers);
  const { basaDistrict: district_id, basaWork: work_id } = server.references;
  const order = { type: 'basa', contact_id: made.id, district_id, work_id, street: 'Садовая' };
  const keyed = { ...headers, 'idempotency-key': newId() };
  const send = () => post(server, sendOrder.path, order, keyed);
  await post(server, sendOrder.path, order, headers);
  // Who calls; and in one statement all that the order names, the order, the audit, the answer under the key.
  expect(await statementsOf(send)).toBe(2);
  // Who calls, that it cannot be made, and what was answered.
  expect(await statementsOf(send)).toBe(3);
});

it('saving a new contact with a key asks twice', async () => {
  await post(server, saveContact.path, contact, headers);
  const keyed = { ...headers, 'idempotency-key': newId() };
  // Who calls; and in one statement the contact, its phones, the audit, the answer under the key.
  expect(await statementsOf(() => post(server, saveContact.path, contact, keyed))).toBe(2);
});
