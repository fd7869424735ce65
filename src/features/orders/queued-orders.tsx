import { formatAddress } from '#contract/order-fields.ts';
import { paths } from '#domain/paths.ts';
import type { EntryError } from '#storage/outbox-db.ts';
import { StateChip, stripeOf } from '#ui/chip.tsx';
import { ListGroup } from '#ui/list-group.tsx';
import { firstLine } from '#ui/remote/server-words.tsx';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import type { QueuedOrder } from './offline/order-book.ts';
import { OrderRow } from './order-row.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Orders that the server's list does not show yet: those that wait, then those just confirmed. */
export function QueuedOrders({ orders }: { orders: readonly QueuedOrder[] }) {
  const waiting = orders.filter(order => order.status !== 'done');
  const confirmed = orders.filter(order => order.status === 'done');
  return (
    <>
      <Group title={texts.waiting(waiting.length)} orders={waiting} />
      <Group title={texts.justSent} orders={confirmed} />
    </>
  );
}

function Group({ title, orders }: { title: string; orders: readonly QueuedOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <ListGroup title={title}>
      {orders.map(order => (
        <QueuedRow key={order.entryId} order={order} />
      ))}
    </ListGroup>
  );
}

/** Leads to its entry in the queue, where everything is that can be done about it. */
function QueuedRow({ order }: { order: QueuedOrder }) {
  const { entryId, contact_name, status, code, error, phones } = order;
  const name = contact_name || texts.openRequest(code).trim();
  return (
    <OrderRow
      name={name}
      link={{
        to: `${paths.outbox}?${new URLSearchParams({ entry: entryId })}`,
        label: code ? texts.openRequest(code) : texts.openQueued(name),
      }}
      job={[order.work.name, formatAddress(order)]}
      state={
        <>
          {code && <span className="numbers">{code}</span>}
          <StateChip state={status} />
          {status === 'failed' && <span className={styles.refused}>{reasonOf(error)}</span>}
        </>
      }
      phones={phones}
      stripe={stripeOf(status)}
    />
  );
}

/** Why the server refused, in its own words as far as it gave any. */
function reasonOf(error: EntryError | null): string {
  return firstLine((error && toServerWords(error)) || texts.refusedWithoutWords);
}
