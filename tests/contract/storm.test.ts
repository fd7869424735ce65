/** A small morning: more phones come back at once than the server takes on. The large one is `npm run bench:server -- --storm 2000`. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { newFamily, storePair } from '#server/auth/token-store.ts';
import type { LogEntry } from '#server/db/deps.ts';
import { contacts, requests } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import { openLanes } from '#server/routes/overload.ts';
import { type Listening, listen } from '#tests/support/listening.ts';
import { CLIENT, createTestServer, TEST_CONFIG, type TestServer } from '#tests/support/server.ts';
import { type Errand, type PhoneAnswer, storm } from '#tests/support/storm.ts';

const PHONES = 150;
const ORDERS_EACH = 2;

/** Of 150 that come, the server takes on 2 and lets 4 wait. */
const LIMITS = { atWork: 2, waiting: 4 };

let server: TestServer;
let listening: Listening;
beforeEach(async () => {
  server = await createTestServer();
  listening = await listen(overloadable(server));
});
afterEach(async () => {
  await listening.close();
  await server.close();
});

/** The same server with lanes in front, as a process has them. */
function overloadable({ db, clock, logged }: TestServer): Pick<TestServer, 'app'> {
  const log = (entry: LogEntry) => void logged.push(entry);
  return { app: createApp({ db, clock, log, config: TEST_CONFIG }, { lanes: openLanes(LIMITS) }) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function plantContact(): Promise<number> {
  const at = new Date(server.clock());
  const person = { promoter_id: server.users.promoter.id, first_name: 'Полина' };
  const [row] = await server.db
    .insert(contacts)
    .values({ ...person, created_at: at, updated_at: at })
    .returning({ id: contacts.id });
  return row?.id ?? expect.fail('no contact was planted');
}

/** What a phone does when it is back: its own login, the book it knows, and what was queued. */
async function morning(contactId: number, tag: string): Promise<Errand[]> {
  const { db, clock, users, references } = server;
  const login = newFamily({ userId: users.promoter.id, clientId: 2, scopes: [], bearer: 'page' }, clock());
  const { refreshToken } = await transact(db, tx => storePair(tx, login, clock()));
  let authorization = '';
  const errand = (
    title: string,
    expected: number,
    make: Errand['make'],
    note?: (answer: PhoneAnswer) => void,
  ) => ({
    title,
    make,
    done: (answer: PhoneAnswer) => {
      if (answer.status !== expected)
        throw new Error(`${title} was answered ${answer.status}: ${answer.body}`);
      note?.(answer);
    },
  });
  const renew = new URLSearchParams({
    ...CLIENT,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    scope: '',
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const place = {
    district_id: references.basaChildDistrict,
    work_id: references.basaWork,
    street: 'Садовая',
  };
  const order = () => {
    const headers = { ...JSON_TYPE, 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ type: 'basa', contact_id: contactId, ...place });
    return errand('an order', 200, () => ({
      ...{ method: 'POST' as const, path: '/api/promo/orders/sendOrder', body },
      headers: { ...headers, authorization },
    }));
  };
  return [
    errand(
      'the renewal',
      200,
      () => ({ method: 'POST', path: '/oauth/token', headers: form, body: renew.toString() }),
      // Our own server's answer.
      ({ body }) => {
        authorization = `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}`;
      },
    ),
    errand('getUser', 200, () => ({
      ...{ method: 'POST' as const, path: '/api/getUser', body: '{}' },
      headers: { ...JSON_TYPE, authorization },
    })),
    errand('fullList', 304, () => ({
      ...{ method: 'GET' as const, path: '/api/promo/contacts/fullList' },
      headers: { authorization, 'if-none-match': tag },
    })),
    ...Array.from({ length: ORDERS_EACH }, order),
  ];
}

describe('a morning on which all phones come back at once', () => {
  it('is shed with 503 and ends well: nobody is signed out, every order is taken exactly once', async () => {
    const contactId = await plantContact();
    const headers = await server.signIn(server.users.promoter);
    const book = await server.fetch('/api/promo/contacts/fullList', { headers });
    const tag = book.headers.get('etag') ?? expect.fail('a book without a tag');
    const phones = [];
    for (let phone = 0; phone < PHONES; phone += 1) phones.push(await morning(contactId, tag));

    const told = await storm({ origin: listening.origin, phones, haste: 8, patienceMs: 150_000 });

    expect(told.wrong).toEqual([]);
    expect(Object.keys(told.statuses).sort()).toEqual(['200', '304', '503']);
    // How many depends on the machine's speed; that some were is the point.
    expect(told.statuses['503']).toBeGreaterThan(0);
    expect(told.statuses['304']).toBe(PHONES);
    expect(await server.db.$count(requests)).toBe(PHONES * ORDERS_EACH);
  }, 200_000);
});
