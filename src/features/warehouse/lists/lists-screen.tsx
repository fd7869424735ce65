import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { listReceipts, listWriteOffs } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { texts as shared } from '../texts.ts';
import { receiptColumns, writeOffColumns } from './columns.tsx';
import { type ListPath, StockList } from './stock-list.tsx';
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

type PageFromUrlProps = { path: ListPath; children: (page: number) => ReactNode };

/** Shows the page that the address names; an address that names none becomes that of the first. */
function PageFromUrl({ path, children }: PageFromUrlProps) {
  const { page: text = '' } = useParams();
  const page = Number(text);
  const isPage = /^[1-9]\d*$/.test(text) && Number.isSafeInteger(page);
  return isPage ? children(page) : <Navigate to={pathTo(path, { page: 1 })} replace />;
}
