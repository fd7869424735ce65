import {
  findNomenclature,
  getReceipt,
  getWriteOff,
  listReceipts,
  listWriteOffs,
} from '#contract/warehouse.ts';
import { readStockDoc, readStockPage, searchNomenclature } from '../commands/warehouse/stock-docs.ts';
import { notFound } from '../db/refusal.ts';
import { presentPaginator, sliceOf } from './present.ts';
import {
  presentListedReceipt,
  presentListedWriteOff,
  presentNomenclature,
  presentReceipt,
  presentWriteOff,
} from './present-stock.ts';
import { query, type Route } from './route.ts';

export const warehouseRoutes: Route[] = [
  query(listReceipts, async ({ deps, input: { page }, url }) => {
    const { rows, total } = await readStockPage(deps.db, 'enter', sliceOf(page));
    return presentPaginator(rows.map(presentListedReceipt), { page, total, url });
  }),

  query(listWriteOffs, async ({ deps, input: { page }, url }) => {
    const { rows, total } = await readStockPage(deps.db, 'loss', sliceOf(page));
    return presentPaginator(rows.map(presentListedWriteOff), { page, total, url });
  }),

  query(getReceipt, async ({ deps, input }) => {
    const receipt = await readStockDoc(deps.db, 'enter', input.id);
    if (!receipt) throw notFound();
    return presentReceipt(receipt);
  }),

  query(getWriteOff, async ({ deps, input }) => {
    const writeOff = await readStockDoc(deps.db, 'loss', input.id);
    if (!writeOff) throw notFound();
    return presentWriteOff(writeOff);
  }),

  query(findNomenclature, async ({ deps, input }) =>
    (await searchNomenclature(deps.db, input.title)).map(presentNomenclature),
  ),
];
