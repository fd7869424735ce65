import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { OrderType } from '#contract/orders.ts';
import { paths } from '#domain/paths.ts';
import { useCommand } from '#state/command.ts';
import type { DraftOf } from '#state/draft.ts';
import { notify } from '#ui/toast.tsx';
import { describeIssue } from '#validation/messages.ts';
import type { References } from './offline/order-book.ts';
import { type OrderFormValues, orderSchema, type ServerRemark, toOrder } from './order-form-values.ts';
import { refusalText } from './refusal-text.ts';
import { texts } from './texts.ts';
import { useContactGone } from './use-contact-gone.ts';
import { useRememberAddress } from './use-remember-address.ts';

/** [S3] The entry's id is born with the form and stays with its draft: saved twice, it is one entry. */
export type OrderDraft = { id: string; values: OrderFormValues };

export type OrderFormStart = {
  type: OrderType;
  id: string;
  initial: OrderFormValues;
  /** Set when an entry of the outbox is being corrected. */
  correcting: boolean;
  remarks: readonly ServerRemark[];
  references: References | null;
  draft: DraftOf<OrderDraft>;
};

const NO_LISTS: References = { districts: [], works: [] };

export type OrderForm = {
  form: UseFormReturn<OrderFormValues>;
  /** The chosen contact was deleted, here or in another tab, or is about to be. */
  isContactGone: boolean;
  /** Why the device refused to keep the order, '' if it did not. */
  refusal: string;
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
};

/** An order being written: its fields, its draft, and how it gets into the outbox. */
export function useOrderForm(start: OrderFormStart): OrderForm {
  const { type, id, correcting, draft } = start;
  const references = start.references ?? NO_LISTS;
  const form = useForm<OrderFormValues>({
    resolver: valibotResolver(orderSchema(type, references), { message: describeIssue }),
    defaultValues: start.initial,
    mode: 'onTouched',
    // The summary of refusals takes the focus instead.
    shouldFocusError: false,
  });
  const [refusal, setRefusal] = useState('');
  const isSaving = useRef(false);
  const commands = useCommand();
  const navigate = useNavigate();
  useServerRemarks(form, start.remarks);
  useDraftKeeping(form, id, draft);

  const isContactGone = useContactGone(form);
  const remember = useRememberAddress();

  const save = async (values: OrderFormValues) => {
    const payload = toOrder(type, values, references);
    if (!payload) return;
    if (isContactGone) return form.setError('contact', { type: 'gone', message: texts.contactGone });
    const saved = correcting
      ? await commands.correct(id, payload, draft.key)
      : await commands.enqueue({ id, kind: 'order.create', payload, draftKey: draft.key });
    if (!saved.ok) return setRefusal(refusalText(saved.problem));
    await draft.clear();
    remember(payload);
    notify({ type: 'info', title: texts.savedHere, message: texts.savedMessage(payload.contact_name) });
    navigate(paths.orders, { replace: true });
  };
  const submit = async (event?: React.BaseSyntheticEvent) => {
    event?.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    setRefusal('');
    await form
      .handleSubmit(save)(event)
      .finally(() => {
        isSaving.current = false;
      });
  };
  return { form, refusal, isContactGone, submit };
}

/** [S15] What the server said stands at its fields from the start. */
function useServerRemarks(form: UseFormReturn<OrderFormValues>, remarks: readonly ServerRemark[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the form opens
  useEffect(() => {
    for (const { name, message } of remarks) {
      if (name !== '') form.setError(name, { type: 'server', message });
    }
  }, []);
}

/** [S9] Everything typed is kept within a second. */
function useDraftKeeping(form: UseFormReturn<OrderFormValues>, id: string, draft: DraftOf<OrderDraft>): void {
  const keep = useRef(draft.save);
  keep.current = draft.save;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep.current({ id, values }),
      }),
    [form, id],
  );
}
