import { listReceipts, listWriteOffs } from '#contract/warehouse.ts';
import { paths } from '#domain/paths.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { texts as shared } from '../texts.ts';
import { receiptColumns, writeOffColumns } from './columns.tsx';
import { PageFromUrl } from './page-from-url.tsx';
import { StockList } from './stock-list.tsx';
import { texts } from './texts.ts';

/** What has come into the warehouses, a page at a time. */
export function ReceiptsScreen() {
  return <PageFromUrl path={paths.receipts}>{page => <Receipts page={page} />}</PageFromUrl>;
}

/** What has been written off, a page at a time. */
export function WriteOffsScreen() {
  return <PageFromUrl path={paths.writeOffs}>{page => <WriteOffs page={page} />}</PageFromUrl>;
}

function Receipts({ page }: { page: number }) {
  return (
    <StockList
      section="enter"
      path={paths.receipts}
      title={shared.receipts}
      empty={texts.noReceipts}
      columns={receiptColumns}
      page={page}
      remote={useRemote(listReceipts, { page })}
    />
  );
}

function WriteOffs({ page }: { page: number }) {
  return (
    <StockList
      section="loss"
      path={paths.writeOffs}
      title={shared.writeOffs}
      empty={texts.noWriteOffs}
      columns={writeOffColumns}
      page={page}
      remote={useRemote(listWriteOffs, { page })}
    />
  );
}
