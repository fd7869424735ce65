import type { ReplyOf } from '#contract/endpoint.ts';
import type { listReceipts } from '#contract/warehouse.ts';
import type { PageInfo } from '#ui/table/paginator.tsx';

/** A page of receipts or of write-offs. */
export type StockPage<Row> = Omit<ReplyOf<typeof listReceipts>, 'data'> & { data: Row[] };

/** Whether there are documents, but none on this page. */
export function isBeyondEnd({ data, total }: StockPage<unknown>): boolean {
  return data.length === 0 && total > 0;
}

/**
 * Where the page of the address stands, by the last one that was read: the paginator goes ahead of the rows, so that
 * it can be pressed on without waiting for them. Beyond the end the way back leads to the last page.
 */
export function placeOfPage(page: number, last: { page: number; value: StockPage<unknown> }): PageInfo {
  const { total, per_page, last_page } = last.value;
  if (page > last_page) return { current_page: last_page + 1, last_page, from: null, to: null, total };
  if (page === last.page) return last.value;
  const from = (page - 1) * per_page + 1;
  return { current_page: page, last_page, from, to: Math.min(page * per_page, total), total };
}
