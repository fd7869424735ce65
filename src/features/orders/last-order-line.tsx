import { useLayoutEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { OrderType } from '#contract/orders.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { readLastOrder } from './offline/last-order.ts';
import type { References } from './offline/order-book.ts';
import styles from './order-form.module.css';
import { describeLastOrder, type OrderFormValues, overwrittenBy, prefillOf } from './order-form-values.ts';
import { texts } from './texts.ts';
import { type ChosenContact, type OrderFormApi, withPhones } from './use-order-form.ts';

type LastOrderLineProps = {
  form: OrderFormApi;
  type: OrderType;
  references: References | null;
  chosen: ChosenContact;
};

/** Says that everything comes from an order of before, and takes it out again: the contact stays. */
export function RepeatLine({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.note}>
      <p className={styles.lastOrder}>{texts.filledIn}</p>
      <Button onClick={onClear}>{uiTexts.clear}</Button>
    </div>
  );
}

/** Offers district, work and address of the contact's last order; nothing is filled in by itself. */
export function LastOrderLine({ form, type, references, chosen }: LastOrderLineProps) {
  const contact = withPhones(useWatch({ control: form.control, name: 'contact' }), chosen);
  const values = useWatch({ control: form.control }) as OrderFormValues; // every field is registered from the start
  const key = contact?.key ?? null;
  const reading = useLocal(
    async context => ({ key, last: contact && (await readLastOrder(context, contact, type)) }),
    [key, type, references, contact?.phones.length],
  );
  const [isAsking, setIsAsking] = useState(false);
  const [filledFor, setFilledFor] = useState<string | null>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const last = reading?.key === key ? reading.last : null;
  const filling = last ? prefillOf(last, values) : {};
  const isFilled = filledFor !== null && filledFor === key;
  const overwritten = overwrittenBy(filling, values);

  const fillIn = () => {
    setIsAsking(false);
    // The keys of that very record.
    for (const name of Object.keys(filling) as (keyof typeof filling)[]) {
      const { invalid } = form.getFieldState(name);
      form.setValue(name, filling[name] ?? '', { shouldDirty: true, shouldValidate: invalid });
    }
    setFilledFor(key);
  };
  // The button and the question go: whoever works by keyboard stays where they were.
  useLayoutEffect(() => {
    if (filledFor !== null) line.current?.focus();
  }, [filledFor]);
  if (!isFilled && (last === null || Object.keys(filling).length === 0)) return null;
  return (
    <>
      <div className={styles.note}>
        <p ref={line} tabIndex={-1} role="status" className={styles.lastOrder}>
          {isFilled || !last ? texts.filledIn : texts.asLastTime(describeLastOrder(last))}
        </p>
        {!isFilled && (
          <Button onClick={overwritten.length > 0 ? () => setIsAsking(true) : fillIn}>{texts.fillIn}</Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={texts.overwriteTitle}
        confirmLabel={texts.overwriteConfirm}
        onConfirm={fillIn}
        onCancel={() => setIsAsking(false)}
      >
        <p>{texts.overwrite(overwritten.map(name => form.display(name).label).join(', '))}</p>
      </ConfirmDialog>
    </>
  );
}
