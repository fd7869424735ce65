/** A small morning: more phones come back at once than the server takes on. The large one is `npm run bench:server -- --storm 2000`. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { newFamily, storePair } from '#server/auth/token-store.ts';
import type { LogEntry } from '#server/db/deps.ts';
import { requests } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { createLimiters } from '#server/routes/overload.ts';
import { post } from '#tests/support/calls.ts';
import {
  CLIENT,
  type Listening,
  listen,
  serverForEach,
  TEST_CONFIG,
  type TestServer,
} from '#tests/support/server.ts';
import { type PhoneAnswer, type StormRequest, storm } from '#tests/support/storm.ts';

const PHONES = 150;
const ORDERS_EACH = 2;

/** Of 150 that come, the server takes on 2 and lets 4 wait. */
const LIMITS = { atWork: 2, waiting: 4 };

const server = serverForEach();
let listening: Listening;
beforeEach(async () => {
  listening = await listen(overloadable(server));
});
afterEach(async () => {
  await listening.close();
});

/** The same server behind limiters, as a process has them. */
function overloadable({ db, clock, logged }: TestServer): Pick<TestServer, 'app'> {
  const log = (entry: LogEntry) => void logged.push(entry);
  return { app: createApp({ db, clock, log, config: TEST_CONFIG }, { limiters: createLimiters(LIMITS) }) };
}

type Shot = ReturnType<StormRequest['make']>;

const stormRequest = (
  title: string,
  make: () => Shot,
  expected = 200,
  note = (_: PhoneAnswer) => {},
): StormRequest => ({
  title,
  make,
  done: answer => {
    if (answer.status !== expected) throw new Error(`${title} was answered ${answer.status}: ${answer.body}`);
    note(answer);
  },
});

/** What a phone does when it is back: its own login, the book it knows, and what was queued. */
async function morning(contact_id: number, tag: string): Promise<StormRequest[]> {
  const { db, clock, users, references } = server;
  const login = newFamily({ userId: users.promoter.id, clientId: 2, scopes: [], bearer: 'page' }, clock());
  const { refreshToken: refresh_token } = await transact(db, tx => storePair(tx, login, clock()));
  let authorization = '';
  const renew = new URLSearchParams({ ...CLIENT, grant_type: 'refresh_token', refresh_token, scope: '' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const named = { contact_id, district_id: references.basaChildDistrict, work_id: references.basaWork };
  const order = JSON.stringify({ type: 'basa', ...named, street: 'Садовая' });
  const asked = (path: string, body: string, headers = {}): Shot => ({
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'application/json', authorization, ...headers },
  });
  const sendOrder = () => {
    const key = { 'idempotency-key': randomUUID() };
    return stormRequest('an order', () => asked('/api/promo/orders/sendOrder', order, key));
  };
  return [
    stormRequest(
      'the renewal',
      () => asked('/oauth/token', renew.toString(), form),
      200,
      ({ body }) => {
        // Our own server's answer.
        authorization = `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}`;
      },
    ),
    stormRequest('getUser', () => asked('/api/getUser', '{}')),
    stormRequest(
      'fullList',
      () => ({
        method: 'GET',
        path: '/api/promo/contacts/fullList',
        headers: { authorization, 'if-none-match': tag },
      }),
      304,
    ),
    ...Array.from({ length: ORDERS_EACH }, sendOrder),
  ];
}

it('a morning on which all phones come back at once is shed with 503 and ends well: nobody is signed out, every order is taken exactly once', async () => {
  const headers = await server.signIn(server.users.promoter);
  const person = { first_name: 'Полина', contact_phones: [{ full_phone: '0001234567' }] };
  const { body: contact } = await post(server, '/api/promo/contacts/save', person, headers);
  const book = await server.fetch('/api/promo/contacts/fullList', { headers });
  const tag = book.headers.get('etag') ?? expect.fail('a book without a tag');
  const phones = [];
  for (let phone = 0; phone < PHONES; phone += 1) phones.push(await morning(contact.id, tag));

  const received = await storm({ origin: listening.origin, phones, haste: 8, patienceMs: 150_000 });

  expect(received.wrong).toEqual([]);
  expect(Object.keys(received.statuses).sort()).toEqual(['200', '304', '503']);
  // How many depends on the machine's speed; that some were is the point.
  expect(received.statuses['503']).toBeGreaterThan(0);
  expect(received.statuses['304']).toBe(PHONES);
  expect(await server.db.$count(requests)).toBe(PHONES * ORDERS_EACH);
}, 200_000);
