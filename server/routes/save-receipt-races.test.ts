/** Two at one receipt, over several connections. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StockLine } from '#contract/warehouse.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { createReceiptClient, type ReceiptClient, seen } from '#tests/support/stock.ts';
import { auditLog } from '../db/schema.ts';

const server = serverForAll();
let client: ReceiptClient;
const other = sessionForAll(server, 'admin');
beforeAll(async () => {
  client = await createReceiptClient(server);
});
beforeEach(() => server.clock.advance(1000));

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const reasonsOf = (lines: readonly StockLine[]) => [...new Set(lines.map(({ reason }) => reason))];

describe('a version', () => {
  it('is told to be another one before what is wrong: what is named may be gone with the old one', async () => {
    const receipt = await client.make(3);
    const [first] = receipt.nomenclature;
    await client.save(receipt, { nomenclature: [first] }, other);
    expect((await client.save(receipt, { transfer_code: '' })).status).toBe(412);
    const { status, body } = await client.save(receipt, {}, seen(2));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['nomenclature.1.id', 'nomenclature.2.id']]);
  });
});

describe('a lost answer', () => {
  it('is made up for: the same again by the same person is done already, new lines are not doubled', async () => {
    const receipt = await client.make();
    const change = { nomenclature: [client.newLine(), ...receipt.nomenclature.slice(1), client.newLine()] };
    const first = await client.save(receipt, change);
    const lines = await server.db.$count(auditLog);
    server.clock.advance(60_000);
    const again = await client.save(receipt, change);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.body).toMatchObject({ version: 2 });
    expect(again.body.nomenclature).toHaveLength(3);
    expect(await server.db.$count(auditLog)).toBe(lines);
  });

  it('is none of somebody else, of another content, or of before the last version', async () => {
    const receipt = await client.make();
    const change = { description: 'Потерянный ответ' };
    const { body: saved } = await client.save(receipt, change);
    const [first, second] = receipt.nomenclature;
    const reversed = [second, first];
    expect((await client.save(receipt, change, other)).status).toBe(412);
    expect((await client.save(receipt, { ...change, carried: 1 })).status).toBe(412);
    expect((await client.save(receipt, { ...change, nomenclature: reversed })).status).toBe(412);
    expect((await client.save(receipt, { ...change, nomenclature: [first] })).status).toBe(412);
    expect((await client.save(receipt, change, seen(0))).status).toBe(412);
    expect((await client.save(saved, { description: 'Дальше' })).body.version).toBe(3);
    expect((await client.save(receipt, change)).status).toBe(412);
    expect((await client.read(receipt.id)).body).toMatchObject({ description: 'Дальше', version: 3 });
  });

  it('of a line that now stands under another id is a conflict', async () => {
    const receipt = await client.make(2);
    const [first, second] = receipt.nomenclature;
    const with9 = (id?: number | null) => ({ nomenclature: [{ ...first, id, count: 9 }, second] });
    const { body: saved } = await client.save(receipt, with9(null));
    expect(saved.nomenclature[0].id).not.toBe(first?.id);
    expect((await client.save(receipt, with9(first?.id))).status).toBe(412);
    expect((await client.save(receipt, with9(saved.nomenclature[0].id))).text).toBe(JSON.stringify(saved));
  });
});

describe('at the same time', () => {
  const contentOf = (word: string, count = 40) => ({
    transfer_code: word,
    nomenclature: Array.from({ length: count }, () => client.newLine({ reason: word })),
  });

  it('one of several who have seen the same version gets through, and all of what it sent stands there', async () => {
    for (let round = 0; round < 5; round++) {
      const receipt = await client.make(40);
      const words = ['а', 'б', 'в', 'г', 'д', 'е'];
      const answers = await Promise.all(
        words.map((word, at) => client.save(receipt, contentOf(word), at % 2 ? other : {})),
      );
      expect(statusesOf(answers)).toEqual([200, 412, 412, 412, 412, 412]);
      const won = words[answers.findIndex(({ status }) => status === 200)];
      const { body } = await client.read(receipt.id);
      expect([body.version, body.transfer_code, reasonsOf(body.nomenclature)]).toEqual([2, won, [won]]);
      expect(body.nomenclature).toHaveLength(40);
    }
  });

  it('a save that is sent again while it is under way is done once, and told each time', async () => {
    for (let round = 0; round < 5; round++) {
      const receipt = await client.make(2);
      const lines = await server.db.$count(auditLog);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => client.save(receipt, contentOf('один раз'))),
      );
      expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect((await client.stored(receipt.id)).lines).toHaveLength(40);
      expect(await server.db.$count(auditLog)).toBe(lines + 1);
    }
  });

  it('clients without versions overwrite each other whole, never in part', async () => {
    const receipt = await client.make(2);
    const words = ['а', 'б', 'в', 'г', 'д', 'е'];
    const answers = await Promise.all(
      words.map(word => client.put(receipt.id, { ...receipt, ...contentOf(word) })),
    );
    expect(statusesOf(answers)).toEqual(words.map(() => 200));
    const versions = answers.map(({ body }) => Number(body.version)).sort((a, b) => a - b);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7]);
    const last = answers.find(({ body }) => body.version === 7);
    expect((await client.read(receipt.id)).text).toBe(last?.text);
    expect(reasonsOf(last?.body.nomenclature)).toEqual([last?.body.transfer_code]);
  });

  it('different receipts are saved side by side', async () => {
    const receipts = await Promise.all(Array.from({ length: 6 }, () => client.make(2)));
    const answers = await Promise.all(receipts.map(receipt => client.save(receipt, contentOf('вместе'))));
    expect(answers.map(({ body }) => [body.id, body.version])).toEqual(receipts.map(({ id }) => [id, 2]));
  });
});
