import { useId } from 'react';
import { Link } from 'react-router-dom';
import { formatAddress } from '#contract/order-fields.ts';
import { shownType } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { requestShare } from '#domain/promoter-share.ts';
import type { QueuedOrder } from '#features/orders/index.ts';
import { formatMoney } from '#kit/money.ts';
import { Chip, StateChip } from '#ui/chip.tsx';
import styles from './contact-page.module.css';
import type { ContactRequest } from './read-contact-orders.ts';
import { texts } from './texts.ts';

type ContactOrdersProps = { waiting: readonly QueuedOrder[]; requests: readonly ContactRequest[] };

/** The orders of one contact: those that wait on this device, then what the firm has made of the others. */
export function ContactOrders({ waiting, requests }: ContactOrdersProps) {
  const waitingId = useId();
  const ordersId = useId();
  return (
    <>
      {waiting.length > 0 && (
        <section aria-labelledby={waitingId}>
          <h3 id={waitingId}>{texts.waiting}</h3>
          <ul className={styles.rows}>
            {waiting.map(order => (
              <WaitingOrder key={order.entryId} order={order} />
            ))}
          </ul>
        </section>
      )}
      {requests.length > 0 && (
        <section aria-labelledby={ordersId}>
          <h3 id={ordersId}>{texts.orders}</h3>
          <ul className={styles.rows}>
            {requests.map(each => (
              <RequestOf key={each.request.id} {...each} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function WaitingOrder({ order }: { order: QueuedOrder }) {
  const what = [texts.kind[order.type], order.work.name, formatAddress(order)].filter(Boolean).join(', ');
  return (
    <li>
      <Link to={paths.outbox} className={styles.row}>
        <span className={styles.what}>{what}</span>
        <span className={styles.meta}>
          <StateChip state={order.status} />
        </span>
      </Link>
    </li>
  );
}

function RequestOf({ request, client }: ContactRequest) {
  const { code_number, fullcode, work_name, address, state_name, paid } = request;
  const share = requestShare(request);
  const what = [work_name || texts.kind[shownType(request)], address].filter(Boolean).join(', ');
  return (
    <li>
      <Link to={pathTo(paths.request, { codeNumber: code_number })} className={styles.row}>
        <span className={styles.what}>{what}</span>
        {client !== '' && <span className={styles.client}>{client}</span>}
        <span className={styles.meta}>
          <span className="numbers">{texts.openRequest(fullcode)}</span>
          {state_name && <Chip>{state_name}</Chip>}
          {share !== null && share > 0 && (
            <span className="numbers">{texts.percent(formatMoney(share))}</span>
          )}
          {paid === 1 && <Chip tone="ok">{texts.paid}</Chip>}
        </span>
      </Link>
    </li>
  );
}
