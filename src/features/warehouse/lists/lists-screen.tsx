import { Navigate, useParams } from 'react-router-dom';
import { listReceipts, listWriteOffs } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { texts as shared } from '../texts.ts';
import { receiptColumns, writeOffColumns } from './columns.tsx';
import { StockList } from './stock-list.tsx';
import { texts } from './texts.ts';

/** What has come into the warehouses, a page at a time. */
export function ReceiptsScreen() {
  const page = usePageInAddress();
  const remote = useRemote(listReceipts, page === null ? null : { page });
  if (page === null) return <Navigate to={pathTo(paths.receipts, { page: 1 })} replace />;
  return (
    <StockList
      section="enter"
      path={paths.receipts}
      title={shared.receipts}
      empty={texts.noReceipts}
      columns={receiptColumns(remote.value?.data ?? [])}
      page={page}
      remote={remote}
    />
  );
}

/** What has been written off, a page at a time. */
export function WriteOffsScreen() {
  const page = usePageInAddress();
  const remote = useRemote(listWriteOffs, page === null ? null : { page });
  if (page === null) return <Navigate to={pathTo(paths.writeOffs, { page: 1 })} replace />;
  return (
    <StockList
      section="loss"
      path={paths.writeOffs}
      title={shared.writeOffs}
      empty={texts.noWriteOffs}
      columns={writeOffColumns}
      page={page}
      remote={remote}
    />
  );
}

/** The page that the address names; null if it names none. */
function usePageInAddress(): number | null {
  const { page: text = '' } = useParams();
  const page = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(page) ? page : null;
}
