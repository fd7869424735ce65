import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderType } from '#contract/orders.ts';
import { paths } from '#domain/paths.ts';
import { readContact } from '#features/contacts/index.ts';
import { isLocalId, newId } from '#kit/ids.ts';
import { useDraft } from '#state/draft.ts';
import { type LocalContext, useLocal } from '#state/local.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type LastOrder, readLastOrder, readOrderOf } from './offline/last-order.ts';
import { readOpenOrder, readReferences } from './offline/order-book.ts';
import type { OrderValues } from './offline/order-kinds.ts';
import { OrderForm } from './order-form.tsx';
import { type ContactChoice, emptyOrder, repeatOf, toChoice, toFormValues } from './order-form-values.ts';
import { texts } from './texts.ts';
import { useMissingLists } from './use-missing-lists.ts';
import type { OrderDraft } from './use-order-form.ts';

export function HomeOrderScreen() {
  return <OrderFormScreen type="basa" />;
}

export function WorkshopOrderScreen() {
  return <OrderFormScreen type="point" />;
}

type Opening = {
  type: OrderType;
  contactKey: string | null;
  entryId: string | null;
  /** What is to be ordered again: that request by its code number, or the contact's last order. */
  repeats: number | 'last' | null;
};

/**
 * `?contact=` preselects a contact, `?entry=` corrects an entry of the outbox. `?repeat=1` fills in the contact's last
 * order, with `&request=` that request.
 */
function OrderFormScreen({ type }: { type: OrderType }) {
  const [params] = useSearchParams();
  const opening = {
    type,
    contactKey: contactIn(params),
    entryId: params.get('entry'),
    repeats: params.get('repeat') === '1' ? Number(params.get('request')) || 'last' : null,
  } as const;
  const instance = draftInstance(opening);
  return <OrderFormOpening key={`${type}|${instance}`} {...opening} instance={instance} />;
}

/** A contact's key, as its own screens write it; anything else was typed into the address. */
function contactIn(params: URLSearchParams): string | null {
  const key = params.get('contact') ?? '';
  return isLocalId(key) || /^\d+$/.test(key) ? key : null;
}

function OrderFormOpening({ instance, ...opening }: Opening & { instance: string }) {
  const { type, entryId } = opening;
  const draft = useDraft<OrderDraft>(`order.${type}`, instance);
  const { found } = draft;
  const opened = useFirst(useLocal(context => readStart(context, opening), []));
  const references = useLocal(context => readReferences(context, type), [type]);
  const lists = useMissingLists(references === null);
  const [startsAnew, setStartsAnew] = useState(false);
  const [isCleared, setIsCleared] = useState(false);
  const [freshId] = useState(newId);
  if (opened === undefined || found === undefined || references === undefined) {
    return (
      <>
        <PageTitle>{texts.formTitle[type]}</PageTitle>
        <Skeleton />
      </>
    );
  }
  const restored = startsAnew ? null : found;
  // What was typed to correct an order that another window has closed meanwhile may become a new one.
  const start = opened ?? (restored && NEW_ORDER);
  if (start === null) return <Gone />;
  const isRepeat = start.repeated !== null && !restored;
  const pristine = isCleared ? start.blank : (start.repeated ?? start.blank);
  const handleClear = () => {
    setIsCleared(true);
    void draft.clear();
  };
  const handleAnew = () => {
    setStartsAnew(true);
    void draft.clear();
  };
  return (
    <OrderForm
      key={restored ? 'restored' : `anew ${isCleared}`}
      type={type}
      id={entryId ?? restored?.id ?? freshId}
      initial={restored ? restored.values : pristine}
      pristine={pristine}
      correcting={beganFrom(start.open, restored)}
      refused={start.refused}
      repeats={isRepeat}
      references={references}
      draft={draft}
      onStartAnew={restored ? handleAnew : undefined}
      onClear={isRepeat && !isCleared ? handleClear : undefined}
      lists={lists}
    />
  );
}

/** Which draft belongs to this address; the outbox screen leads back by it. */
function draftInstance({ contactKey, entryId }: Pick<Opening, 'contactKey' | 'entryId'>): string {
  if (entryId) return `entry:${entryId}`;
  return contactKey ? `contact:${contactKey}` : 'new';
}

/** [S32] A draft of a correction began from the order as it was then. */
function beganFrom(open: OrderValues | null, restored: OrderDraft | null): OrderValues | null {
  return open && (restored?.from ?? open);
}

const NEW_ORDER = { blank: emptyOrder, repeated: null, refused: null, open: null };

/** null: the entry can no longer be changed. */
async function readStart(context: LocalContext, { type, contactKey, entryId, repeats }: Opening) {
  const open = entryId ? await readOpenOrder(context, entryId) : null;
  if (entryId && !open) return null;
  const contact = contactKey ? await readContact(context, contactKey) : null;
  const blank = open ? toFormValues(open.values) : { ...emptyOrder, contact: contact && toChoice(contact) };
  const last = repeats && contact ? await readRepeated(context, type, toChoice(contact), repeats) : null;
  return {
    blank,
    repeated: last && repeatOf(last, blank),
    refused: open?.error ?? null,
    open: open?.values ?? null,
  };
}

function readRepeated(
  context: LocalContext,
  type: OrderType,
  contact: ContactChoice,
  repeats: NonNullable<Opening['repeats']>,
): Promise<LastOrder | null> {
  return repeats === 'last' ? readLastOrder(context, contact, type) : readOrderOf(context, repeats, type);
}

/** The first value that is there: what is typed must not change when the device's data does. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const first = useRef(value);
  if (first.current === undefined) first.current = value;
  return first.current;
}

function Gone() {
  return (
    <>
      <PageTitle>{texts.correctionTitle}</PageTitle>
      <EmptyState action={<LinkButton to={paths.orders}>{texts.orders}</LinkButton>}>{texts.gone}</EmptyState>
    </>
  );
}
