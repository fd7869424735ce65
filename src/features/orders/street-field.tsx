import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useLocal } from '#state/local.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { readStreets } from './offline/last-order.ts';
import type { References } from './offline/order-book.ts';
import { findItem, type OrderFormValues } from './order-form-values.ts';
import { texts } from './texts.ts';

export type StreetFieldProps = { form: UseFormReturn<OrderFormValues>; references: References | null };

/** The street; the browser itself offers those that orders of this district went to before. */
export function StreetField({ form, references }: StreetFieldProps) {
  const listId = useId();
  const district = useWatch({ control: form.control, name: 'district' });
  const name = findItem(references?.districts ?? [], district)?.name ?? '';
  const streets = useLocal(({ cache }) => readStreets(cache, name), [name]) ?? [];
  return (
    <div>
      <TextField
        label={texts.street}
        error={form.formState.errors.street?.message}
        autoComplete="off"
        enterKeyHint="next"
        list={streets.length > 0 ? listId : undefined}
        required
        {...form.register('street')}
      />
      {streets.length > 0 && (
        <datalist id={listId}>
          {streets.map(street => (
            <option key={street} value={street} />
          ))}
        </datalist>
      )}
    </div>
  );
}
