/** What the sender of a receipt may not set: versions, kinds, titles, owners, and anything of another document. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveReceipt } from '#contract/warehouse.ts';
import { nomenclature, stockDocs, stockRows, users, warehouses } from '#server/db/schema.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { addedRows, forbiddenFields, rowsById, without } from './forbidden.ts';
import { callRaw, changedReceipt, type Firm, type Input, plantFirm } from './successes.ts';

let server: TestServer;
let firm: Firm;
let forbidden: Input;
beforeAll(async () => {
  server = await createTestServer();
  firm = await plantFirm(server);
  forbidden = forbiddenFields(server.users.colleague.id, firm.reportId);
});
afterAll(() => server.close());

const save = async (input: Input) => {
  const { status } = await callRaw(server, { endpoint: saveReceipt, input, headers: firm.headers });
  expect(status).toBe(200);
};

const hostile = () => {
  const { nomenclature: lines, ...receipt } = changedReceipt(firm);
  const { writeOff, warehouseId } = firm.stock;
  return {
    ...{ ...forbidden, ...receipt, kind: 'loss', version: 99, updated_by: server.users.colleague.id },
    ...{
      contract_user_id: server.users.colleague.id,
      warehouse_to_id: 999,
      warehouse_from_id: warehouseId,
    },
    ...{ vat: 50, vat_included: true, loss_from: firm.stock.warehouse, doc_id: writeOff.id },
    nomenclature: lines.map((line, at) => ({
      ...{ ...forbidden, doc_id: writeOff.id, pos: 9 - at, price_kop: 1, line_id: 1, changed: false },
      ...{ ...line, title: 'Золото', unit: 'кг', search_title: 'золото', nomenclature: { id: 1 } },
    })),
  };
};
const warehouseTables = { stockDocs, stockRows, nomenclature, warehouses };
const everything = async () => {
  const found = Object.entries(warehouseTables).map(
    async ([name, table]) => [name, await rowsById(server, table)] as const,
  );
  return Object.fromEntries(await Promise.all(found));
};

it('saved with owners, kinds, versions and titles is the receipt saved without them', async () => {
  const { receipt } = firm.stock;
  const before = await everything();
  server.clock.advance(1000);
  await save(hostile());
  const after = await everything();
  const at = new Date(server.clock());
  expect(after.stockDocs?.get(receipt.id)).toEqual({
    ...{ ...before.stockDocs?.get(receipt.id), version: 2, updated_by: server.users.promoter.id },
    ...{ updated_at: at, transfer_code: 'ОП-000001/2', transfer_date: '2026-11-21', carried: false },
    ...{ contract_user_id: null, description: null, income_code: null, income_date: null },
    ...{ vat: '12.50', vat_included: false },
  });
  const [kept] = receipt.lineIds;
  const own = [...(after.stockRows?.values() ?? [])].filter(({ doc_id }) => doc_id === receipt.id);
  expect(own.map(row => without(row, 'id', 'created_at'))).toEqual([
    {
      ...{
        doc_id: receipt.id,
        pos: 0,
        nomenclature_id: firm.stock.pumpId,
        count: '3.500',
        price_kop: 100_050,
      },
      ...{ tax: '10.00', discount: '0.00', reason: 'Бой', updated_at: at },
    },
    {
      ...{ doc_id: receipt.id, pos: 1, nomenclature_id: firm.stock.beltId, count: '0.001', price_kop: 0 },
      ...{ tax: '0.00', discount: '0.00', reason: null, updated_at: at },
    },
  ]);
  expect(own[0]).toMatchObject({ id: kept, created_at: before.stockRows?.get(kept)?.created_at });
});

it('touches no other document, and neither goods, warehouses nor people', async () => {
  const { writeOff } = firm.stock;
  const before = await everything();
  await save({ ...hostile(), transfer_code: 'ОП-000001/3' });
  const after = await everything();
  expect(after.nomenclature).toEqual(before.nomenclature);
  expect(after.warehouses).toEqual(before.warehouses);
  expect(after.stockDocs?.get(writeOff.id)).toEqual(before.stockDocs?.get(writeOff.id));
  for (const id of writeOff.lineIds) expect(after.stockRows?.get(id)).toEqual(before.stockRows?.get(id));
  expect(await addedRows(server, users, () => save(hostile()))).toEqual([]);
});
