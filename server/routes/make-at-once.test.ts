import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { newId } from '#kit/ids.ts';
import { post } from '#tests/support/calls.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { requests, works } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'promoter');
let contactId: number;

beforeAll(async () => {
  const anna = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };
  contactId = (await post(server, saveContact.path, anna, mine)).body.id;
});
afterEach(() => {
  vi.restoreAllMocks();
});

function send(key = newId()) {
  const { basaDistrict: district_id, basaWork: work_id } = server.references;
  const order = { type: 'basa', contact_id: contactId, district_id, work_id, street: 'Садовая' };
  return post(server, sendOrder.path, order, { ...mine, 'idempotency-key': key });
}

const countOrders = () => server.db.$count(requests);

const offer = (active: boolean) =>
  server.db.update(works).set({ active }).where(eq(works.id, server.references.basaWork));

/** Offers the work in the moment between the attempt to make an order and the look for what was in its way. */
async function offerMeanwhile({ always }: { always: boolean }) {
  const transaction = server.db.transaction.bind(server.db);
  await offer(false);
  vi.spyOn(server.db, 'transaction').mockImplementation(async (...asked) => {
    await offer(true);
    return transaction(...asked).finally(() => (always ? offer(false) : undefined));
  });
}

it('makes an order whose work is offered while the reason for not making it is looked for', async () => {
  const before = await countOrders();
  await offerMeanwhile({ always: false });
  const { status, headers } = await send();
  expect([status, headers.get('idempotency-status')]).toEqual([200, 'stored']);
  expect(await countOrders()).toBe(before + 1);
});

it('answers 503 where that comes and goes each time, and takes the same key afterwards', async () => {
  const before = await countOrders();
  const key = newId();
  await offerMeanwhile({ always: true });
  const { status, headers } = await send(key);
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(await countOrders()).toBe(before);
  vi.restoreAllMocks();
  await offer(true);
  expect((await send(key)).status).toBe(200);
});

/** As a copy does that is loaded under a running server: its orders have numbers that are still to be drawn. */
const takeNumbers = (after: number, many: number) =>
  server.db.execute(sql`
    insert into requests (promoter_id, contact_id, type, code_number, fullcode, client_fio, phones, district_id, work_id,
      street, state_code, created_at, updated_at)
    select promoter_id, contact_id, type, code_number + more, fullcode || more, client_fio, phones, district_id, work_id,
      street, state_code, created_at, updated_at
    from requests, generate_series(1, ${many}::int) as more where code_number = ${after}`);

it('draws numbers until they are free, and answers 503 only where very many in a row are taken', async () => {
  const { body: first } = await send();
  await takeNumbers(first.code_number, 120);
  const { status, body: second } = await send();
  expect(status).toBe(200);
  expect(second.code_number).toBeGreaterThan(first.code_number + 120);

  await takeNumbers(second.code_number, 300);
  const before = await countOrders();
  const key = newId();
  const refused = await send(key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await countOrders()).toBe(before);
  expect((await send(key)).status).toBe(200);
});
