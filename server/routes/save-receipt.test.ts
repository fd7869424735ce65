import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listReceipts, type StockLine, saveReceipt } from '#contract/warehouse.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { newId } from '#kit/ids.ts';
import { get } from '#tests/support/calls.ts';
import { lastAudit } from '#tests/support/reports.ts';
import { serverForAll } from '#tests/support/server.ts';
import { createReceiptClient, type ReceiptClient, seen } from '#tests/support/stock.ts';
import { auditLog, stockDocs } from '../db/schema.ts';

const server = serverForAll();
let client: ReceiptClient;
beforeAll(async () => {
  client = await createReceiptClient(server);
});
beforeEach(() => server.clock.advance(1000));

const idsOf = (lines: readonly StockLine[]) => lines.map(({ id }) => id);

describe('a save', () => {
  it('stores everything that was sent, and answers with what a reading tells from now on', async () => {
    const receipt = await client.make(0);
    const { stock } = client;
    server.clock.advance(1000);
    const sent = {
      warehouse_to: stock.warehouse,
      transfer_code: 'ОП-7',
      transfer_date: '2026-12-31',
      carried: 1,
      description: 'Две строки\nтекста',
      income_code: '№ 5/1',
      income_date: '2026-12-30',
      contract_id: server.users.colleague.id,
      VAT: '12,5',
      VAT_included: 1,
      nomenclature: [
        { nomenclature_id: stock.pumpId, count: '1 000,5', price: '99,90', tax: 0.5, discount: '10' },
        { nomenclature_id: stock.beltId, count: 2, price: 0, reason: ' Скол ' },
      ],
    };
    const { status, body } = await client.save(receipt, sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...sent,
      id: receipt.id,
      VAT: 12.5,
      version: 2,
      updated_at: expect.stringMatching(/^2026-11-20T/),
      updated_by: { id: server.users.moderator.id, name: server.users.moderator.name },
      nomenclature: [
        {
          id: expect.any(Number),
          nomenclature_id: stock.pumpId,
          title: 'Насос сливной',
          unit: 'шт',
          count: 1000.5,
          price: 99.9,
          tax: 0.5,
          discount: 10,
          reason: '',
        },
        {
          id: expect.any(Number),
          nomenclature_id: stock.beltId,
          title: 'Ремень привода «Ёлочка»',
          unit: 'шт',
          count: 2,
          price: 0,
          tax: 0,
          discount: 0,
          reason: 'Скол',
        },
      ],
    });
    expect(body.updated_at).not.toBe(receipt.updated_at);
    expect((await client.read(receipt.id)).text).toBe(JSON.stringify(body));
    const [first] = (await get(server, listReceipts.path, client.session)).body.data;
    expect(first).toMatchObject({ id: receipt.id, transfer_code: 'ОП-7' });
  });

  it('of what was read, as it was read, changes nothing and leaves nothing behind', async () => {
    const receipt = await client.make();
    const lines = await server.db.$count(auditLog);
    const { status, body } = await client.save(receipt);
    expect([status, body]).toEqual([200, receipt]);
    expect((await client.put(receipt.id, receipt)).body).toEqual(receipt);
    expect(await server.db.$count(auditLog)).toBe(lines);
  });

  it('empties what is sent empty', async () => {
    const filled = { description: 'х', VAT: 20, income_code: 'х' };
    const { id, version } = (await client.save(await client.make(), filled)).body;
    const { warehouse_to, transfer_code, transfer_date } = await client.make(0);
    const empty = { carried: 0, VAT_included: 0, nomenclature: [] };
    const bare = { warehouse_to, transfer_code, transfer_date, ...empty };
    const { status, body } = await client.put(id, bare, seen(version));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      description: '',
      VAT: null,
      income_code: '',
      income_date: null,
      contract_id: null,
      nomenclature: [],
    });
  });

  it('of a write-off, of what nobody knows and of what is no number is not found', async () => {
    const { writeOff, warehouse } = client.stock;
    const before = await client.stored(writeOff.id);
    const receipt = await client.make();
    const move = await client.make();
    await server.db.update(stockDocs).set({ kind: 'move' }).where(eq(stockDocs.id, move.id));
    for (const id of [writeOff.id, move.id, 999_999, 0, 'abc', '1.5', '9'.repeat(16)]) {
      expect([id, (await client.put(id, { ...receipt, warehouse_to: warehouse })).status]).toEqual([id, 404]);
    }
    expect(await client.stored(writeOff.id)).toEqual(before);
  });

  it('that fails on its way leaves nothing', async () => {
    const receipt = await client.make(3);
    const before = await client.stored(receipt.id);
    await server.db.execute('alter table audit_log rename to audit_log_away');
    const [kept, changed] = receipt.nomenclature;
    const failed = await client.save(receipt, {
      transfer_code: 'не будет',
      nomenclature: [{ ...changed, count: 77 }, kept, client.newLine()],
    });
    await server.db.execute('alter table audit_log_away rename to audit_log');
    expect(failed.status).toBe(500);
    expect(await client.stored(receipt.id)).toEqual(before);
  });

  it('is written down with who saved, what changed of the head and how many lines, and without a word', async () => {
    const receipt = await client.make(4);
    const [first, second, third] = receipt.nomenclature;
    const nomenclature = [second, first, { ...third, discount: 5 }, client.newLine(), client.newLine()];
    await client.save(receipt, {
      nomenclature,
      transfer_code: 'Иванов',
      description: 'Петров',
      carried: 1,
      VAT: 5.5,
      transfer_date: '2026-11-25',
      contract_id: server.users.moderator.id,
    });
    expect(await lastAudit(server)).toMatchObject({
      action: 'update',
      entity: 'stock_doc',
      entity_id: receipt.id,
      actor_id: server.users.moderator.id,
      before: {
        version: 1,
        carried: false,
        vat: null,
        transfer_date: '2026-11-20',
        contract_user_id: null,
      },
      after: {
        version: 2,
        carried: true,
        vat: 550,
        transfer_date: '2026-11-25',
        contract_user_id: server.users.moderator.id,
        written: ['transfer_code', 'description'],
        lines: { added: 2, changed: 1, removed: 1, reordered: true },
      },
    });
    expect(JSON.stringify(await lastAudit(server))).not.toMatch(/Иванов|Петров|Насос/);
  });
});

describe('lines', () => {
  it('keep their ids, are gone where they are not sent, and stand in the order in which they are', async () => {
    const receipt = await client.make(4);
    const [a, b, _gone, d] = receipt.nomenclature;
    const nomenclature = [d, client.newLine({ reason: 'новая' }), { ...b, count: 99 }, a];
    const { body } = await client.save(receipt, { nomenclature });
    expect(idsOf(body.nomenclature)).toEqual([d?.id, expect.any(Number), b?.id, a?.id]);
    expect(idsOf(receipt.nomenclature)).not.toContain(body.nomenclature[1].id);
    expect(body.nomenclature[2]).toEqual({ ...b, count: 99 });
    expect(body.nomenclature[1]).toMatchObject({ reason: 'новая', title: 'Ремень привода «Ёлочка»' });
  });

  it('get another date only where they say something else, not where they move', async () => {
    const receipt = await client.make(3);
    const old = new Date(server.clock());
    server.clock.advance(60_000);
    const now = new Date(server.clock());
    const [a, b, c] = receipt.nomenclature;
    await client.save(receipt, { nomenclature: [c, { ...b, tax: 1 }, a, client.newLine()] });
    const { lines } = await client.stored(receipt.id);
    expect(lines.map(({ updated_at }) => updated_at)).toEqual([old, now, old, now]);
    expect(lines.map(({ created_at }) => created_at)).toEqual([old, old, old, now]);
    expect(lines.map(({ pos }) => pos)).toEqual([0, 1, 2, 3]);
  });

  it('that are new get growing ids, and may be of the same thing', async () => {
    const receipt = await client.make(0);
    const nomenclature = Array.from({ length: 20 }, (_, at) => client.newLine({ count: 20 - at }));
    const { body } = await client.save(receipt, { nomenclature });
    expect(body.nomenclature.map(({ count }: StockLine) => count)).toEqual(
      nomenclature.map(({ count }) => count),
    );
    const ids = idsOf(body.nomenclature).map(Number);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('may change what they are of, and are called as the goods are, whatever is sent', async () => {
    const receipt = await client.make(1);
    const [line] = receipt.nomenclature;
    const nomenclature = [{ ...line, nomenclature_id: client.stock.beltId, title: 'Золото', unit: 'кг' }];
    const { body } = await client.save(receipt, { nomenclature });
    expect(body.nomenclature).toEqual([
      { ...line, nomenclature_id: client.stock.beltId, title: 'Ремень привода «Ёлочка»' },
    ]);
  });
});

describe('under an Idempotency-Key', () => {
  it('a save is done once and told again word for word, also when the receipt has changed since', async () => {
    const receipt = await client.make();
    const key = { 'idempotency-key': newId() };
    const nomenclature = [...receipt.nomenclature, client.newLine()];
    const first = await client.save(receipt, { nomenclature }, key);
    const changed = await client.save(first.body, { transfer_code: 'дальше' });
    const again = await client.save(receipt, { nomenclature }, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotency-status')).toBe('replayed');
    expect((await client.read(receipt.id)).body).toEqual(changed.body);
  });
});

/** A document of two thousand lines: nothing is lost, and it costs no more statements than one of two. */

const MANY = 2000;

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    client.newLine({
      count: (at + 1) / 1000,
      price: at / 100,
      tax: (at % 1001) / 100,
      reason: `Строка «${at}»`,
    }),
  );
const plain = (lines: readonly Record<string, unknown>[]) =>
  lines.map(({ count, price, tax, reason }) => ({ count, price, tax, reason }));

/** How many statements a call prepares, whichever engine they go to. */
async function statementsOf(work: () => Promise<{ status: number }>): Promise<number> {
  const session = Reflect.get(server.db, 'session'); // what both drivers send their statements through
  const spy = vi.spyOn(Object.getPrototypeOf(session), 'prepareQuery');
  const { status } = await work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  expect(status).toBe(200);
  return length;
}

describe('two thousand lines', () => {
  it('are stored, told and read as they were sent, and stay what they are where one of them changes', async () => {
    const receipt = await client.make(0);
    const sent = linesOf(MANY);
    const { status, body } = await client.save(receipt, { nomenclature: sent });
    expect(status).toBe(200);
    expect(plain(body.nomenclature)).toEqual(plain(sent));
    const changed = body.nomenclature.map((line: StockLine, at: number) =>
      at === 999 ? { ...line, count: 5 } : line,
    );
    server.clock.advance(1000);
    const again = await client.save(body, { nomenclature: changed });
    expect(again.body.nomenclature).toEqual(changed);
    const { lines } = await client.stored(receipt.id);
    expect(lines.filter(({ updated_at }) => updated_at.getTime() === server.clock())).toHaveLength(1);
  });

  it('cost as many statements as two: when all are new, one changes, all do, they turn around, or go', async () => {
    const costs = async (count: number) => {
      let receipt = await client.make(0);
      const cost = (change: (lines: StockLine[]) => unknown[]) =>
        statementsOf(async () => {
          const answer = await client.save(receipt, { nomenclature: change([...receipt.nomenclature]) });
          receipt = answer.body;
          return answer;
        });
      return [
        await cost(() => linesOf(count)),
        await cost(([first, ...rest]) => [{ ...first, count: 7 }, ...rest]),
        await cost(lines => lines.map(line => ({ ...line, discount: 3 }))),
        await cost(lines => lines.reverse()),
        await cost(([, ...rest]) => [...rest, client.newLine()]),
        await cost(() => []),
      ];
    };
    const few = await costs(2);
    expect(await costs(MANY)).toEqual(few);
    for (const each of few) expect(each).toBeLessThanOrEqual(12);
    expect(Math.min(...few)).toBeGreaterThan(3);
  });
});

describe('more than a document may have', () => {
  it('is refused for that alone, and the most it may have is not', async () => {
    const receipt = await client.make(0);
    const most = Array.from({ length: LINES_MAX }, () => client.newLine());
    const { status, body } = await client.save(receipt, { nomenclature: most });
    expect([status, body.nomenclature.length]).toEqual([200, LINES_MAX]);
    const tooMany = [...most, client.newLine({ id: 999_999, nomenclature_id: 999_999, count: 0 })];
    const refused = await client.save(body, { nomenclature: tooMany });
    expect([refused.status, refused.body.errors]).toEqual([422, { nomenclature: ['Не больше 5000'] }]);
  });

  it('is refused by its bytes before it is read: two MiB', async () => {
    const receipt = await client.make(0);
    const most = saveReceipt.body?.bytes ?? 0;
    const padded = (bytes: number) => {
      const body = { ...receipt, padding: '' };
      return { ...body, padding: 'x'.repeat(bytes - new TextEncoder().encode(JSON.stringify(body)).length) };
    };
    expect(most).toBe(2 * 1024 * 1024);
    expect((await client.save(receipt, padded(most))).status).toBe(200);
    const { status, body } = await client.save(receipt, padded(most + 1));
    expect([status, body]).toEqual([413, { message: 'The request body is too large.' }]);
  });

  it('is refused where it is nested', async () => {
    const receipt = await client.make(0);
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`);
    const { status, body } = await client.save(receipt, { padding: deep });
    expect([status, body.errors]).toEqual([422, { padding: ['Слишком много уровней вложенности'] }]);
  });
});
