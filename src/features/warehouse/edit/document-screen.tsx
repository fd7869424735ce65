import { Navigate, useParams } from 'react-router-dom';
import { getReceipt, getWriteOff, STOCK_MODULES } from '#contract/warehouse.ts';
import { paths } from '#domain/paths.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { DocumentForm } from './document-form.tsx';
import { DocumentLoader } from './document-loader.tsx';
import { useUsers } from './head/users.ts';
import { WriteOffView } from './write-off-view.tsx';

/** One document of the warehouse, by the module and the number in the address. */
export function DocumentScreen() {
  const { modulePrefix, id = '' } = useParams();
  const module = STOCK_MODULES.find(each => each === modulePrefix);
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  if (!module || !Number.isSafeInteger(number) || number < 1) return <Navigate to={paths.notFound} replace />;
  const Document = module === 'enter' ? ReceiptById : WriteOffById;
  return <Document key={number} id={number} />;
}

function ReceiptById({ id }: { id: number }) {
  const remote = useRemote(getReceipt, { id });
  const users = useUsers();
  return (
    <DocumentLoader remote={remote} list={paths.receipts}>
      {receipt => <DocumentForm initial={receipt} remote={remote} users={users} />}
    </DocumentLoader>
  );
}

function WriteOffById({ id }: { id: number }) {
  const remote = useRemote(getWriteOff, { id });
  const users = useUsers();
  return (
    <DocumentLoader remote={remote} list={paths.writeOffs}>
      {writeOff => <WriteOffView writeOff={writeOff} users={users} />}
    </DocumentLoader>
  );
}
