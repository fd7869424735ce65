import { useId } from 'react';
import { formatAddress } from '#contract/order-fields.ts';
import { paths } from '#domain/paths.ts';
import { useLocal } from '#state/local.ts';
import type { EntryError } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { EntryAppearance } from '#ui/chip.tsx';
import { StateChip, stripeOf } from '#ui/chip.tsx';
import { CircleCheck } from '#ui/icons.ts';
import { Pencil } from '#ui/icons-of-screens.ts';
import { texts as shared } from '#ui/texts.ts';
import { type QueuedOrder, readQueuedOrders } from './offline/order-book.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Orders that the server's list does not show yet: those that wait, then those just confirmed. */
export function QueuedOrders() {
  const orders = useLocal(readQueuedOrders, []) ?? [];
  const waiting = orders.filter(order => order.status !== 'done');
  const confirmed = orders.filter(order => order.status === 'done');
  return (
    <>
      <Section title={texts.waiting(waiting.length)} orders={waiting} />
      <Section title={texts.justSent} orders={confirmed} />
    </>
  );
}

function Section({ title, orders }: { title: string; orders: readonly QueuedOrder[] }) {
  const titleId = useId();
  if (orders.length === 0) return null;
  return (
    <section className={styles.queued} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {orders.map(order => (
        <QueuedCard key={order.entryId} order={order} />
      ))}
    </section>
  );
}

function QueuedCard({ order }: { order: QueuedOrder }) {
  const { chip, text } = appearanceOf(order.status);
  const stripe = stripeOf(chip);
  return (
    <Card
      title={order.contact_name || texts.orders}
      {...(stripe ? { stripe } : {})}
      meta={<StateChip state={chip} {...(text ? { text } : {})} />}
    >
      <p>{[order.work.name, formatAddress(order)].filter(Boolean).join(' · ')}</p>
      <Remark order={order} />
    </Card>
  );
}

/** What the state asks of the user, if anything. */
function Remark({ order: { status, entryId, type, error, code } }: { order: QueuedOrder }) {
  switch (status) {
    case 'done':
      return (
        <p className={styles.confirmed}>
          <CircleCheck size={20} />
          {texts.confirmed(code)}
        </p>
      );
    case 'failed':
      return (
        <div className={styles.row}>
          <p className={styles.refused}>{reasonOf(error)}</p>
          <LinkButton to={formOf(type, entryId)} icon={<Pencil size={20} />}>
            {shared.fix}
          </LinkButton>
        </div>
      );
    case 'question':
      return <LinkButton to={paths.outbox}>{texts.toOutbox}</LinkButton>;
    default:
      return null;
  }
}

function formOf(type: QueuedOrder['type'], entryId: string): string {
  const form = type === 'point' ? paths.orderAddPoint : paths.orderAddBasa;
  return `${form}?${new URLSearchParams({ entry: entryId })}`;
}

/** How a queued order looks in the list: the chip, and a better word than the chip's own where there is one. */
type OrderAppearance = { chip: EntryAppearance; text?: string };

const APPEARANCES: Readonly<Record<EntryStatus, OrderAppearance>> = {
  queued: { chip: 'pending' },
  sending: { chip: 'sending' },
  checking: { chip: 'checking' },
  failed: { chip: 'failed' },
  held: { chip: 'held' },
  blocked: { chip: 'blocked' },
  question: { chip: 'failed', text: texts.needsAnswer },
  parked: { chip: 'pending', text: texts.needsUpdate },
  done: { chip: 'done' },
};

/** The look of a status. */
function appearanceOf(status: EntryStatus): OrderAppearance {
  return APPEARANCES[status];
}

/** Why the server refused, in its own words as far as it gave any. */
function reasonOf(error: EntryError | null): string {
  const messages = Object.values(error?.fields ?? {}).flat();
  return messages.join(' ') || error?.message || texts.refusedWithoutWords;
}
