import { Navigate, useParams } from 'react-router-dom';
import { getReceipt, getWriteOff, STOCK_MODULES } from '#contract/warehouse.ts';
import { paths } from '#domain/paths.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { DocumentForm } from './document-form.tsx';
import { useUsers } from './head/users.ts';
import { Reading } from './reading.tsx';
import { WriteOffView } from './write-off-view.tsx';

/** One document of the warehouse, by the module and the number in the address. */
export function DocumentScreen() {
  const { modulePrefix, id = '' } = useParams();
  const module = STOCK_MODULES.find(each => each === modulePrefix);
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  if (!module || !Number.isSafeInteger(number) || number < 1) return <Navigate to={paths.notFound} replace />;
  const Document = module === 'enter' ? ReceiptOf : WriteOffOf;
  return <Document key={number} id={number} />;
}

function ReceiptOf({ id }: { id: number }) {
  const remote = useRemote(getReceipt, { id });
  const users = useUsers();
  return (
    <Reading remote={remote} list={paths.receipts}>
      {receipt => <DocumentForm first={receipt} remote={remote} users={users} />}
    </Reading>
  );
}

function WriteOffOf({ id }: { id: number }) {
  const remote = useRemote(getWriteOff, { id });
  const users = useUsers();
  return (
    <Reading remote={remote} list={paths.writeOffs}>
      {writeOff => <WriteOffView writeOff={writeOff} users={users} />}
    </Reading>
  );
}
