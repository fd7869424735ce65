import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { createReport, payRequest } from '#contract/reports.ts';
import { DAY_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { purgeIdempotencyKeys } from '#server/commands/idempotency.ts';
import { auditLog, contacts, idempotencyKeys, reports, requests, stockDocs } from '#server/db/schema.ts';
import { type Answering, type Called, get, post, send } from '#tests/support/calls.ts';
import { plantDone } from '#tests/support/done-requests.ts';
import { bearer, login, openTwoOffices, type TwoOffices } from '#tests/support/firm-on-postgres.ts';
import { hire } from '#tests/support/people.ts';
import { plantDocument, plantStock } from '#tests/support/planted-stock.ts';
import { race, tellApart } from './races.ts';

type Headers = Record<string, string>;

const KEYS = 20;
const DUPLICATES = 10;
const ONCE = { statuses: [200], bodies: 1, stored: 1, replayed: DUPLICATES - 1 };

let two: TwoOffices;
let promoter: Headers;
let moderator: Headers;
beforeAll(async () => {
  two = await openTwoOffices();
  // Signed in here, and good there: nothing of a login is in a process.
  promoter = bearer(await login(two.here, two.firm.users.promoter));
  moderator = bearer(await login(two.here, two.firm.users.moderator));
});
afterAll(() => two?.close());

const both = (): Answering[] => [two.here, two.there];
const keyed = (headers: Headers, key: string) => ({ ...headers, 'idempotency-key': key });
const some = <Made>(make: (at: number) => Made) => Array.from({ length: KEYS }, (_, at) => make(at));

type Ask = (office: Answering) => Promise<Called>;

/** Asks for each of them ten times at once over both processes. */
const raceEach = (asks: readonly Ask[]) => Promise.all(asks.map(ask => race(both(), DUPLICATES, ask)));

async function expectAudited(action: string, entity: string, ids: number[]): Promise<void> {
  const of = and(eq(auditLog.action, action), eq(auditLog.entity, entity), inArray(auditLog.entity_id, ids));
  expect(await two.firm.db.$count(auditLog, of)).toBe(KEYS);
}

const save = (office: Answering, key: string, first_name = 'Анна') => {
  const contact = { first_name, contact_phones: [{ full_phone: '0001234567' }] };
  return post(office, saveContact.path, contact, keyed(promoter, key));
};

async function order() {
  const { basaDistrict, basaWork } = two.firm.references;
  const { body } = await save(two.here, newId());
  const named = { contact_id: body.id, district_id: basaDistrict, work_id: basaWork };
  return { type: 'basa', street: 'Садовая', ...named };
}

describe('twenty keys, each ten times at once over two processes, are twenty changes', () => {
  const once = some(() => ONCE);

  it('of contacts', async () => {
    const keys = some(newId);
    const raced = await raceEach(keys.map(key => office => save(office, key)));
    expect(raced.map(tellApart)).toEqual(once);
    const made = await two.firm.db.select().from(contacts).where(inArray(contacts.client_key, keys));
    expect(made).toHaveLength(KEYS);
    const ids: number[] = raced.map(([first]) => first?.body.id);
    await expectAudited('create', 'contact', ids);
  });

  it('of orders, each with a number of its own', async () => {
    const [body, keys] = [await order(), some(newId)];
    const raced = await raceEach(
      keys.map(key => office => post(office, sendOrder.path, body, keyed(promoter, key))),
    );
    expect(raced.map(tellApart)).toEqual(once);
    const made = await two.firm.db.select().from(requests).where(inArray(requests.client_key, keys));
    expect([made.length, new Set(made.map(row => row.code_number)).size]).toEqual([KEYS, KEYS]);
    const ids = made.map(({ id }) => id);
    await expectAudited('create', 'request', ids);
  });

  it('of reports, also where the keys want the same requests', async () => {
    const people = await Promise.all(some(() => hire(two.firm, 'promoter')));
    const done = await Promise.all(
      people.map(({ id }) => plantDone(two.firm, { promoterId: id, amounts: [1000, 2000] })),
    );
    const make = (promoter_id: number, key: string) =>
      race(both(), DUPLICATES, office =>
        post(office, createReport.path, { promoter_id }, keyed(moderator, key)),
      );
    // Two keys for each promoter: one of them collects the requests, the other one finds none.
    const raced = await Promise.all(
      people.map(async ({ id }) => (await Promise.all([make(id, newId()), make(id, newId())])).flat()),
    );
    const twice = { statuses: [200], bodies: 2, stored: 2, replayed: 2 * (DUPLICATES - 1) };
    expect(raced.map(tellApart)).toEqual(people.map(() => twice));
    const owners = people.map(({ id }) => id);
    const made = await two.firm.db.select().from(reports).where(inArray(reports.promoter_id, owners));
    const ids = made.map(({ id }) => id);
    await expectAudited('create', 'report', ids);
    expect(ids).toHaveLength(KEYS);
    const stood = await two.firm.db.select().from(requests).where(inArray(requests.id, done.flat()));
    expect(stood.every(({ report_id }) => report_id !== null)).toBe(true);
  });

  it('of payments', async () => {
    const { promoter: of, moderator: by } = two.firm.users;
    const times = { created_at: new Date(), updated_at: new Date() };
    const [report] = await two.firm.db
      .insert(reports)
      .values({ promoter_id: of.id, number: 77, created_by: by.id, ...times })
      .returning({ id: reports.id });
    if (!report) throw new Error('no report was planted');
    const due = { promoterId: of.id, amounts: some(at => 1000 + at), reportId: report.id };
    const ids = await plantDone(two.firm, due);
    const keyedOnes = ids.map(request_id => ({ request_id, headers: keyed(moderator, newId()) }));
    const raced = await raceEach(
      keyedOnes.map(
        ({ headers, ...body }) =>
          office =>
            post(office, payRequest.path, body, headers),
      ),
    );
    expect(raced.map(tellApart)).toEqual(once);
    await expectAudited('pay', 'request', ids);
    const [after] = await two.firm.db.select().from(reports).where(eq(reports.id, report.id));
    expect(after?.version).toBe(1 + KEYS);
  });

  it('of receipts', async () => {
    const { warehouseId: warehouse_to_id, pumpId } = await plantStock(two.firm);
    const lines = [{ nomenclature_id: pumpId }];
    const planted = await Promise.all(
      some(() => plantDocument(two.firm, 'enter', { warehouse_to_id, lines })),
    );
    const asks = planted.map(async ({ id }): Promise<Ask> => {
      const { body: receipt } = await get(two.here, `/api/enter/${id}`, moderator);
      const headers = { ...keyed(moderator, newId()), 'if-match': `"${receipt.version}"` };
      const body = { ...receipt, description: `Принято ${id}` };
      return office => send(office, 'PUT', `/api/enter/${id}`, { headers, body });
    });
    expect((await raceEach(await Promise.all(asks))).map(tellApart)).toEqual(once);
    const ids = planted.map(({ id }) => id);
    const stored = await two.firm.db.select().from(stockDocs).where(inArray(stockDocs.id, ids));
    expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([2]));
    await expectAudited('update', 'stock_doc', ids);
  });
});

describe('a key that one process has seen', () => {
  it('has one winner where two payloads are raced under it', async () => {
    for (const key of some(newId)) {
      const [anna, inna] = await Promise.all([save(two.here, key), save(two.there, key, 'Инна')]);
      expect([anna.status, inna.status].sort()).toEqual([200, 422]);
      expect(await two.firm.db.$count(contacts, eq(contacts.client_key, key))).toBe(1);
    }
  });

  it('makes no second row after its answer was purged, raced over both', async () => {
    const body = await order();
    const ask = (office: Answering, key: string) => post(office, sendOrder.path, body, keyed(promoter, key));
    const keys = some(newId);
    const made = await Promise.all(keys.map(key => save(two.here, key)));
    const sent = await Promise.all(keys.map(key => ask(two.there, key)));
    await purgeIdempotencyKeys(two.firm.db, Date.now() + 31 * DAY_MS);
    expect(await two.firm.db.$count(idempotencyKeys, inArray(idempotencyKeys.key, keys))).toBe(0);
    const raceOnce = async (key: string, at: number) => {
      const saved = await race(both(), DUPLICATES, office => save(office, key));
      const sentAgain = await race(both(), DUPLICATES, office => ask(office, key));
      expect([tellApart(saved), tellApart(sentAgain)]).toEqual([ONCE, ONCE]);
      expect([saved[0]?.text, sentAgain[0]?.text]).toEqual([made[at]?.text, sent[at]?.text]);
    };
    await Promise.all(keys.map(raceOnce));
    expect(await two.firm.db.$count(contacts, inArray(contacts.client_key, keys))).toBe(KEYS);
    expect(await two.firm.db.$count(requests, inArray(requests.client_key, keys))).toBe(KEYS);
  });
});
