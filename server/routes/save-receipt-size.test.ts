/** A document of two thousand lines: nothing is lost, and it costs no more statements than one of two. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { type StockLine, saveReceipt } from '#contract/warehouse.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { post } from '#tests/support/calls.ts';
import { openReceiptDesk, type ReceiptDesk } from '#tests/support/receipt-desk.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const MANY = 2000;

let server: TestServer;
let desk: ReceiptDesk;
beforeAll(async () => {
  server = await createTestServer();
  desk = await openReceiptDesk(server);
});
afterAll(() => server.close());

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    desk.newLine({
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
    const receipt = await desk.make(0);
    const sent = linesOf(MANY);
    const { status, body } = await desk.save(receipt, { nomenclature: sent });
    expect(status).toBe(200);
    expect(plain(body.nomenclature)).toEqual(plain(sent));
    const changed = body.nomenclature.map((line: StockLine, at: number) =>
      at === 999 ? { ...line, count: 5 } : line,
    );
    server.clock.advance(1000);
    const again = await desk.save(body, { nomenclature: changed });
    expect(again.body.nomenclature).toEqual(changed);
    const { lines } = await desk.stored(receipt.id);
    expect(lines.filter(({ updated_at }) => updated_at.getTime() === server.clock())).toHaveLength(1);
  });

  it('cost as many statements as two: when all are new, one changes, all do, they turn around, or go', async () => {
    const costs = async (count: number) => {
      let receipt = await desk.make(0);
      const cost = (change: (lines: StockLine[]) => unknown[]) =>
        statementsOf(async () => {
          const answer = await desk.save(receipt, { nomenclature: change([...receipt.nomenclature]) });
          receipt = answer.body;
          return answer;
        });
      return [
        await cost(() => linesOf(count)),
        await cost(([first, ...rest]) => [{ ...first, count: 7 }, ...rest]),
        await cost(lines => lines.map(line => ({ ...line, discount: 3 }))),
        await cost(lines => lines.reverse()),
        await cost(([, ...rest]) => [...rest, desk.newLine()]),
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
    const receipt = await desk.make(0);
    const most = Array.from({ length: LINES_MAX }, () => desk.newLine());
    const { status, body } = await desk.save(receipt, { nomenclature: most });
    expect([status, body.nomenclature.length]).toEqual([200, LINES_MAX]);
    const tooMany = [...most, desk.newLine({ id: 999_999, nomenclature_id: 999_999, count: 0 })];
    const refused = await desk.save(body, { nomenclature: tooMany });
    expect([refused.status, refused.body.errors]).toEqual([422, { nomenclature: ['Не больше 5000'] }]);
  });

  it('is refused by its bytes before it is read: two MiB here, what is usual elsewhere', async () => {
    const receipt = await desk.make(0);
    const most = saveReceipt.body?.bytes ?? 0;
    const padded = (bytes: number) => {
      const body = { ...receipt, padding: '' };
      return { ...body, padding: 'x'.repeat(bytes - new TextEncoder().encode(JSON.stringify(body)).length) };
    };
    expect(most).toBe(2 * 1024 * 1024);
    expect((await desk.save(receipt, padded(most))).status).toBe(200);
    const { status, body } = await desk.save(receipt, padded(most + 1));
    expect([status, body]).toEqual([413, { message: 'The request body is too large.' }]);
    const elsewhere = await post(server, saveContact.path, padded(64 * 1024 + 1), desk.session);
    expect(elsewhere.status).toBe(413);
  });

  it('is refused where it is nested', async () => {
    const receipt = await desk.make(0);
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`);
    const { status, body } = await desk.save(receipt, { padding: deep });
    expect([status, body.errors]).toEqual([422, { padding: ['Слишком много уровней вложенности'] }]);
  });
});
