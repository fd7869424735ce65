import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { createReport, payRequest } from '#contract/reports.ts';
import { DAY_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { purgeIdempotencyKeys } from '#server/commands/idempotency.ts';
import { auditLog, contacts, idempotencyKeys, reports, requests, stockDocs } from '#server/db/schema.ts';
import { type Answering, get, post, send } from '#tests/support/calls.ts';
import { plantDone } from '#tests/support/done-requests.ts';
import { bearer, login, openTwoOffices, type TwoOffices } from '#tests/support/firm-on-postgres.ts';
import { hire } from '#tests/support/people.ts';
import { plantDocument, plantStock } from '#tests/support/planted-stock.ts';
import { race, tellApart } from '#tests/support/races.ts';

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

const contactNamed = (first_name: string) => ({ first_name, contact_phones: [{ full_phone: '0001234567' }] });

const save = (office: Answering, key: string, name = 'Анна') =>
  post(office, saveContact.path, contactNamed(name), keyed(promoter, key));

async function order() {
  const { basaDistrict, basaWork } = two.firm.references;
  const { body } = await save(two.here, newId());
  const named = { contact_id: body.id, district_id: basaDistrict, work_id: basaWork };
  return { type: 'basa', street: 'Садовая', ...named };
}

const countDeeds = (action: string, entity: string, ids: readonly number[]) =>
  two.firm.db.$count(
    auditLog,
    and(eq(auditLog.action, action), eq(auditLog.entity, entity), inArray(auditLog.entity_id, [...ids])),
  );

describe('twenty keys, each ten times at once over two processes, are twenty deeds', () => {
  it('of contacts', async () => {
    const keys = some(newId);
    const raced = await Promise.all(keys.map(key => race(both(), DUPLICATES, office => save(office, key))));
    expect(raced.map(tellApart)).toEqual(keys.map(() => ONCE));
    const made = await two.firm.db.select().from(contacts).where(inArray(contacts.client_key, keys));
    expect(made).toHaveLength(KEYS);
    expect(
      await countDeeds(
        'create',
        'contact',
        raced.map(([first]) => first?.body.id),
      ),
    ).toBe(KEYS);
  });

  it('of orders, each with a number of its own', async () => {
    const body = await order();
    const keys = some(newId);
    const raced = await Promise.all(
      keys.map(key =>
        race(both(), DUPLICATES, office => post(office, sendOrder.path, body, keyed(promoter, key))),
      ),
    );
    expect(raced.map(tellApart)).toEqual(keys.map(() => ONCE));
    const made = await two.firm.db.select().from(requests).where(inArray(requests.client_key, keys));
    expect(new Set(made.map(row => row.code_number)).size).toBe(KEYS);
    expect(made).toHaveLength(KEYS);
    expect(
      await countDeeds(
        'create',
        'request',
        made.map(({ id }) => id),
      ),
    ).toBe(KEYS);
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
    const ids = people.map(({ id }) => id);
    const made = await two.firm.db.select().from(reports).where(inArray(reports.promoter_id, ids));
    expect(made).toHaveLength(KEYS);
    expect(
      await countDeeds(
        'create',
        'report',
        made.map(({ id }) => id),
      ),
    ).toBe(KEYS);
    const stood = await two.firm.db.select().from(requests).where(inArray(requests.id, done.flat()));
    expect(stood.every(({ report_id }) => report_id !== null)).toBe(true);
  });

  it('of payments', async () => {
    const { promoter: of, moderator: by } = two.firm.users;
    const [report] = await two.firm.db
      .insert(reports)
      .values({
        promoter_id: of.id,
        number: 77,
        created_by: by.id,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning({ id: reports.id });
    if (!report) throw new Error('no report was planted');
    const ids = await plantDone(two.firm, {
      ...{ promoterId: of.id, amounts: some(at => 1000 + at), reportId: report.id },
    });
    const raced = await Promise.all(
      ids.map(request_id => {
        const key = newId();
        return race(both(), DUPLICATES, office =>
          post(office, payRequest.path, { request_id }, keyed(moderator, key)),
        );
      }),
    );
    expect(raced.map(tellApart)).toEqual(ids.map(() => ONCE));
    expect(await countDeeds('pay', 'request', ids)).toBe(KEYS);
    const [after] = await two.firm.db.select().from(reports).where(eq(reports.id, report.id));
    expect(after?.version).toBe(1 + KEYS);
  });

  it('of receipts', async () => {
    const stock = await plantStock(two.firm);
    const receipts = await Promise.all(
      some(async () => {
        const { id } = await plantDocument(two.firm, 'enter', {
          ...{ warehouse_to_id: stock.warehouseId, lines: [{ nomenclature_id: stock.pumpId }] },
        });
        return (await get(two.here, `/api/enter/${id}`, moderator)).body;
      }),
    );
    const raced = await Promise.all(
      receipts.map(receipt => {
        const seen = { 'if-match': `"${receipt.version}"` };
        const headers = { ...keyed(moderator, newId()), ...seen };
        const body = { ...receipt, description: `Принято ${receipt.id}` };
        return race(both(), DUPLICATES, office =>
          send(office, 'PUT', `/api/enter/${receipt.id}`, { headers, body }),
        );
      }),
    );
    expect(raced.map(tellApart)).toEqual(receipts.map(() => ONCE));
    const ids = receipts.map(({ id }) => id);
    const stored = await two.firm.db.select().from(stockDocs).where(inArray(stockDocs.id, ids));
    expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await countDeeds('update', 'stock_doc', ids)).toBe(KEYS);
  });
});

describe('a key that one process has seen', () => {
  it('is refused by the other one with another payload, and the first answer stays', async () => {
    const key = newId();
    const first = await save(two.here, key);
    const other = await save(two.there, key, 'Инна');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const again = await save(two.there, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

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
