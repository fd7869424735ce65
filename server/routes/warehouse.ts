/** Documents of the warehouse as the contract's JSON: numbers are numbers, prices roubles, flags 0 or 1. */
import {
  findNomenclature,
  getReceipt,
  getWriteOff,
  listReceipts,
  listWriteOffs,
  saveReceipt as saveEndpoint,
} from '#contract/warehouse.ts';
import { toRoubles } from '#kit/money.ts';
import { saveReceipt } from '../commands/warehouse/save-receipt.ts';
import {
  type ListedDocRow,
  readStockDoc,
  readStockPage,
  type StockDocRow,
  searchNomenclature,
} from '../commands/warehouse/stock-docs.ts';
import { notFound } from '../db/refusal.ts';
import { presentDate, presentPaginator, sliceOf } from './present.ts';
import { command, query, type Route } from './route.ts';

export const warehouseRoutes: Route[] = [
  query(listReceipts, async ({ deps, input: { page }, url }) => {
    const { rows, total } = await readStockPage(deps.db, 'enter', sliceOf(page));
    const listed = rows.map(row => presentListed(row, { warehouse_to: titleOf(row) }));
    return presentPaginator(listed, { page, total, url });
  }),

  query(listWriteOffs, async ({ deps, input: { page }, url }) => {
    const { rows, total } = await readStockPage(deps.db, 'loss', sliceOf(page));
    const listed = rows.map(row => presentListed(row, { loss_from: titleOf(row) }));
    return presentPaginator(listed, { page, total, url });
  }),

  query(getReceipt, async ({ deps, input }) =>
    presentReceipt(await readStockDoc(deps.db, 'enter', input.id)),
  ),

  query(getWriteOff, async ({ deps, input }) =>
    presentWriteOff(await readStockDoc(deps.db, 'loss', input.id)),
  ),

  command(saveEndpoint, async ({ tx, act, input, version }) => {
    await saveReceipt(tx, act, { sent: input, version });
    return presentReceipt(await readStockDoc(tx, 'enter', input.id));
  }),

  query(findNomenclature, async ({ deps, input }) => {
    const found = await searchNomenclature(deps.db, input.title);
    return found.map(({ id, title, price_kop, unit }) => ({ id, title, price: toRoubles(price_kop), unit }));
  }),
];

function presentListed<Where extends object>(row: ListedDocRow, where: Where) {
  return {
    id: row.id,
    transfer_code: row.transfer_code,
    carried: flagOf(row.carried),
    transfer_date: row.transfer_date,
    ...where,
    description: row.description ?? '',
    updated_at: presentDate(row.updated_at),
  };
}

export function presentReceipt(row: StockDocRow | undefined) {
  if (!row) throw notFound();
  return presentDocument(row, { warehouse_to: titleOf(row) });
}

export function presentWriteOff(row: StockDocRow | undefined) {
  if (!row) throw notFound();
  return presentDocument(row, { loss_from: titleOf(row) });
}

function presentDocument<Where extends object>(row: StockDocRow, where: Where) {
  return {
    id: row.id,
    ...where,
    transfer_code: row.transfer_code,
    contract_id: row.contract_id,
    transfer_date: row.transfer_date,
    carried: flagOf(row.carried),
    description: row.description ?? '',
    income_code: row.income_code ?? '',
    income_date: row.income_date,
    VAT: row.vat === null ? null : Number(row.vat),
    VAT_included: flagOf(row.vat_included),
    // At most fourteen digits: a JavaScript number keeps them all.
    nomenclature: row.lines.map(({ count, price_kop, tax, discount, reason, ...line }) => ({
      ...line,
      count: Number(count),
      price: toRoubles(price_kop),
      tax: Number(tax),
      discount: Number(discount),
      reason: reason ?? '',
    })),
    updated_at: presentDate(row.updated_at),
    updated_by: row.updated_by,
    version: row.version,
  };
}

function titleOf({ warehouse }: ListedDocRow): string {
  return warehouse ?? '';
}

function flagOf(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}
