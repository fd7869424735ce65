import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deleteContact, listAllContacts, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { createReport } from '#contract/reports.ts';
import { DAY_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { type Called, post } from '#tests/support/calls.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { contacts, idempotencyKeys } from '../db/schema.ts';
import { fingerprintOf, once, purgeIdempotencyKeys, readKey } from './idempotency.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'promoter');

const anna = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };
const save = (key: string, body: unknown = anna, headers = mine) =>
  post(server, saveContact.path, body, { ...headers, 'idempotency-key': key });
const countContacts = () => server.db.$count(contacts);

function orderFor(contact_id: number) {
  const { basaDistrict: district_id, basaWork: work_id } = server.references;
  return { type: 'basa', contact_id, district_id, work_id, street: 'Садовая' };
}

describe('the same key', () => {
  it('makes one row and one answer out of twenty concurrent duplicates', async () => {
    const before = await countContacts();
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const received = answers.map(({ headers }) => headers.get('idempotency-status')).sort();
    expect(received).toEqual([...Array(19).fill('replayed'), 'stored']);
    expect(await countContacts()).toBe(before + 1);
  });

  it('is replayed whatever the order of the fields, quoted or bare', async () => {
    const key = newId();
    const first = await save(key, { first_name: 'Ева', contact_phones: anna.contact_phones });
    const again = await save(`"${key}"`, { contact_phones: anna.contact_phones, first_name: 'Ева ' });
    expect([again.text, again.headers.get('idempotency-status')]).toEqual([first.text, 'replayed']);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('with another payload is refused', async () => {
    const key = newId();
    await save(key);
    const { status, body, headers } = await save(key, { ...anna, first_name: 'Инна' });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(body.errors['Idempotency-Key']).toHaveLength(1);
    // Something was done under it: that is not called refused.
    expect(headers.get('idempotency-status')).toBeNull();
  });

  it('belongs to one user and one route', async () => {
    const key = newId();
    const { body: own } = await save(key);
    const colleague = await server.signIn(server.users.colleague);
    const { body: foreign } = await save(key, anna, colleague);
    expect(foreign.id).not.toBe(own.id);
    const order = await post(server, sendOrder.path, orderFor(own.id), {
      ...mine,
      'idempotency-key': key,
    });
    expect([order.status, order.headers.get('idempotency-status')]).toEqual([200, 'stored']);
  });

  it('is not spent by a refusal: the corrected request may carry it', async () => {
    const key = newId();
    expect((await save(key, { ...anna, first_name: '' })).status).toBe(422);
    const gone = { ...orderFor(1), contact_id: 987_654 };
    const headers = { ...mine, 'idempotency-key': key };
    expect((await post(server, sendOrder.path, gone, headers)).status).toBe(422);
    expect((await save(key)).status).toBe(200);
    const { body } = await save(newId());
    expect((await post(server, sendOrder.path, orderFor(body.id), headers)).status).toBe(200);
  });

  it('makes no second row even after its stored answer was purged', async () => {
    const key = newId();
    const { body: made } = await save(key);
    const order = orderFor(made.id);
    const headers = { ...mine, 'idempotency-key': key };
    const { body: sent } = await post(server, sendOrder.path, order, headers);
    await purgeIdempotencyKeys(server.db, server.clock() + 29 * DAY_MS);
    expect(await server.db.$count(idempotencyKeys, eq(idempotencyKeys.key, key))).toBe(2);
    expect(await purgeIdempotencyKeys(server.db, server.clock() + 31 * DAY_MS)).toBeGreaterThan(1);
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
    const before = await countContacts();
    expect((await save(key)).body.id).toBe(made.id);
    expect((await post(server, sendOrder.path, order, headers)).body.fullcode).toBe(sent.fullcode);
    expect(await countContacts()).toBe(before);
  });

  it('replays only to who may still ask', async () => {
    const key = newId();
    await save(key);
    expect((await save(key, anna, { authorization: 'Bearer nonsense' })).status).toBe(401);
  });
});

it('refuses keys that are too short, too long or not visible ASCII', async () => {
  for (const key of ['short', 'x'.repeat(256), 'with space here']) {
    expect((await save(key)).status).toBe(400);
  }
  expect(readKey(undefined)).toBeUndefined();
  expect(readKey('"quo\\"ted-key"')).toBe('quo"ted-key');
});

type Sent = Record<string, string>;

const refusals: readonly (readonly [status: number, what: string, ask: (more: Sent) => Promise<Called>])[] = [
  [400, 'a key that is none', () => save('short')],
  [403, 'somebody without the right', more => post(server, createReport.path, {}, { ...mine, ...more })],
  [
    404,
    'a thing that is not there',
    more => post(server, deleteContact.path, { id: 987_654 }, { ...mine, ...more }),
  ],
  [405, 'another method', more => post(server, listAllContacts.path, {}, { ...mine, ...more })],
  [422, 'what cannot be saved', more => post(server, saveContact.path, {}, { ...mine, ...more })],
];

it.each(refusals)(
  '%i of %s is said to be a refusal of this server, to who sent a key',
  async (status, _, ask) => {
    const answer = await ask({ 'idempotency-key': newId() });
    expect([answer.status, answer.headers.get('idempotency-status')]).toEqual([status, 'refused']);
  },
);

it('401 says nothing of what was done under a key before', async () => {
  const { status, headers } = await post(server, saveContact.path, anna, { 'idempotency-key': newId() });
  expect([status, headers.get('idempotency-status')]).toEqual([401, null]);
});

it('a refusal of what was sent without a key says nothing of keys', async () => {
  const { status, headers } = await post(server, saveContact.path, {}, mine);
  expect([status, headers.get('idempotency-status')]).toEqual([422, null]);
});

it('answers without a key as the original does: every call is an effect', async () => {
  const before = await countContacts();
  const first = await post(server, saveContact.path, anna, mine);
  await post(server, saveContact.path, anna, mine);
  expect(first.headers.get('idempotency-status')).toBeNull();
  expect(await countContacts()).toBe(before + 2);
});

it('fingerprints method, route, who works as somebody else and content, not the order of fields', () => {
  const a = { method: 'POST', route: '/a', impersonatorId: null };
  expect(fingerprintOf(a, { b: 1, a: [{ d: 1, c: null }] })).toBe(
    fingerprintOf(a, { a: [{ c: null, d: 1 }], b: 1 }),
  );
  const others = [{ ...a, route: '/b' }, ...[4, 5].map(impersonatorId => ({ ...a, impersonatorId }))];
  expect(new Set([a, ...others].map(asked => fingerprintOf(asked, {}))).size).toBe(4);
});

it('answers 409 with Retry-After when the first attempt does not end within the lock timeout', async () => {
  const waited = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const db = new Proxy(server.db, { get: () => () => Promise.reject(waited) });
  const attempt = { userId: 1, route: '/r', key: newId(), fingerprint: '', now: new Date() };
  const refused = once(db, attempt, () => Promise.reject(new Error('never reached')));
  await expect(refused).rejects.toMatchObject({ status: 409, headers: { 'Retry-After': '1' } });
});
