import { saveReceipt as endpoint } from '#contract/warehouse.ts';
import { saveReceipt } from '../commands/warehouse/save-receipt.ts';
import { readStockDoc } from '../commands/warehouse/stock-docs.ts';
import { presentReceipt } from './present-stock.ts';
import { command, type Route } from './route.ts';

export const saveReceiptRoutes: Route[] = [
  command(endpoint, async ({ tx, act, input, version }) => {
    await saveReceipt(tx, act, { sent: input, version });
    const stored = await readStockDoc(tx, 'enter', input.id);
    if (!stored) throw new Error('a receipt vanished under its lock');
    return presentReceipt(stored);
  }),
];
