import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { OrderType } from '#contract/orders.ts';
import { paths } from '#domain/paths.ts';
import { type ContactView, readContact } from '#features/contacts/index.ts';
import { isLocalId } from '#kit/ids.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import type { DraftOf } from '#state/draft.ts';
import { type LocalContext, useLocal, usePullContext } from '#state/local.ts';
import { useSavedElsewhere } from '#state/saved-elsewhere.ts';
import { useSession } from '#state/session.ts';
import { useSyncSummary } from '#state/sync.ts';
import { type Entry, type EntryError, ownerKeyOf } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { PullContext } from '#sync/pull.ts';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { whenSent } from '#ui/remote/when-sent.ts';
import { notify } from '#ui/toast.tsx';
import { rememberAddress } from './offline/last-order.ts';
import type { References } from './offline/order-book.ts';
import type { OrderValues } from './offline/order-kinds.ts';
import {
  type ContactChoice,
  firstMissing,
  formField,
  type OrderFormValues,
  orderSchema,
  toOrder,
  toRefused,
} from './order-form-values.ts';
import { texts } from './texts.ts';

/**
 * [S3] The entry's id is born with the form and stays with its draft: saved twice, it is one entry. `from`: the order that is
 * corrected, as it was when the form was opened.
 */
export type OrderDraft = { id: string; values: OrderFormValues; from?: OrderValues | null };

export type OrderFormStart = {
  type: OrderType;
  id: string;
  initial: OrderFormValues;
  /** What the form held before anybody typed, when `initial` is a draft. */
  pristine: OrderFormValues;
  /** The entry of the outbox that is being corrected, as the form began from it ([S32]); null for a new order. */
  correcting: OrderValues | null;
  /** [S15] What the server said of that entry. */
  refused: EntryError | null;
  references: References | null;
  draft: DraftOf<OrderDraft>;
  /** It is filled from an order of before, and only what is missing is to be typed. */
  repeats: boolean;
};

const NO_LISTS: References = { districts: [], works: [] };

export type OrderFormApi = Form<OrderFormValues, OrderFormValues>;

/** An order being written: its fields, its draft, and how it gets into the outbox. */
export function useOrderForm(start: OrderFormStart) {
  const { type, id, correcting, draft } = start;
  const references = start.references ?? NO_LISTS;
  const schema = useMemo(() => orderSchema(type, references), [type, references]);
  const form = useForm(schema, {
    values: start.initial,
    pristine: start.pristine,
    refused: start.refused,
    nameOf: formField,
    draft: { save: values => draft.save({ id, values, from: correcting }), clear: draft.clear },
  });
  const keep = useKeepOrder(start);
  const isSavedElsewhere = useSavedElsewhere(id, form.formState) && correcting === null;
  const navigate = useNavigate();
  const chosen = useChosenContact(form);
  const isContactGone = chosen.state === 'gone';
  const { held } = useSession();
  const sending = whenSent({ ...useSyncSummary(), held, afterContact: chosen.state === 'unsent' });
  const device = usePullContext();
  useFocusOnMissing(form, start);

  const save = async (values: OrderFormValues) => {
    const payload = toOrder(type, { ...values, contact: withPhones(values.contact, chosen) }, references);
    // The schema lets nothing through that names no contact, district or work.
    if (!payload) throw new Error('A valid order form is no order');
    if (isContactGone) return failure({ message: '', fields: { contact: [texts.contactGone] } });
    const saved = await keep(payload);
    return saved.ok
      ? success({ payload, entryId: saved.value?.id ?? id })
      : failure(toRefused(saved.problem));
  };
  const submit = form.submit(save, async ({ payload, entryId }) => {
    await draft.clear();
    if (device) rememberForNext(device, { ...payload, entryId });
    const message = texts.savedMessage(payload.contact_name);
    notify({ type: 'info', title: texts.savedHere, message, about: entryId });
    navigate(paths.orders, { replace: true });
  });
  return { form, chosen, isSavedElsewhere, sending, submit };
}

/** [S15] Corrects an entry, or saves a new one; [S32] one that another window has closed is saved anew once the user wants it. */
function useKeepOrder({ id, correcting, draft }: OrderFormStart) {
  const { enqueue, correct } = useCommand();
  const [from, setFrom] = useState<unknown>(correcting);
  const [isClosed, setIsClosed] = useState(false);
  return async (payload: OrderValues): Promise<Result<Entry | null, Refusal>> => {
    const taken = draft.take();
    if (!correcting || isClosed) return enqueue({ id, kind: 'order.create', payload, ...taken });
    const saved = await correct(id, payload, { from, ...taken });
    if (saved.ok) return saved;
    if (saved.problem.reason === 'changed') setFrom(Object.assign({}, from, saved.problem.conflicts));
    if (saved.problem.reason === 'closed') setIsClosed(true);
    return saved;
  };
}

/** A repeated order opens where something is missing. */
function useFocusOnMissing(
  { setFocus }: OrderFormApi,
  { type, initial, repeats, references }: OrderFormStart,
) {
  const isReady = repeats && references !== null;
  const focus = useEffectEvent(() => {
    const missing = firstMissing(type, initial);
    if (missing) setFocus(missing);
  });
  useEffect(() => {
    if (isReady) focus();
  }, [isReady]);
}

/** `gone`: deleted, here or in another tab, or about to be: the server would refuse the order. `unsent`: not on the server yet. */
type ContactState = 'gone' | 'unsent' | 'known';

/** The contact that is chosen, as the device knows it by now; null where it does not, and while it is read. */
export type ChosenContact = { state: ContactState; contact: ContactView | null };

const NOT_READ: ChosenContact = { state: 'known', contact: null };

function useChosenContact({ control }: OrderFormApi): ChosenContact {
  const key = useWatch({ control, name: 'contact' })?.key ?? null;
  const reading = useLocal(async context => ({ key, ...(await readChosen(context, key)) }), [key]);
  return reading?.key === key ? reading : NOT_READ;
}

async function readChosen(context: LocalContext, key: string | null): Promise<ChosenContact> {
  if (key === null) return NOT_READ;
  const contact = await readContact(context, key);
  if (contact) return { contact, state: stateOf(contact) };
  // Of a contact of the server this can be said only once the whole book was here.
  const isGone = isLocalId(key) || (await context.cache.marks.get('book')) !== undefined;
  return { contact: null, state: isGone ? 'gone' : 'known' };
}

function stateOf({ isDeleting, serverId }: ContactView): ContactState {
  if (isDeleting) return 'gone';
  return serverId === null ? 'unsent' : 'known';
}

/** The choice with the numbers of its contact, where none were known when it was made. */
export function withPhones(choice: ContactChoice | null, { contact }: ChosenContact): ContactChoice | null {
  return choice?.phones.length === 0 && contact ? { ...choice, phones: contact.phones } : choice;
}

/** Keeps where an order goes, once it was saved. */
function rememberForNext(
  { db, cache, owner, now }: PullContext,
  order: OrderValues & { entryId: string },
): void {
  rememberAddress({ db, cache, ownerKey: ownerKeyOf(owner) }, order, now()).catch(() => {
    // A full disk: the order itself is kept, the next one has to be typed.
  });
}
