import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocal } from '#state/local.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { readStreets } from './offline/last-order.ts';
import type { References } from './offline/order-book.ts';
import { findItem } from './order-form-values.ts';
import type { OrderFormApi } from './use-order-form.ts';

export type StreetFieldProps = { form: OrderFormApi; references: References | null };

/** The street; the browser itself offers those that orders of this district went to before. */
export function StreetField({ form, references }: StreetFieldProps) {
  const listId = useId();
  const district = useWatch({ control: form.control, name: 'district' });
  const name = findItem(references?.districts ?? [], district)?.name ?? '';
  const streets = useLocal(({ cache }) => readStreets(cache, name), [name]) ?? [];
  return (
    <div>
      <TextField
        {...form.field('street')}
        autoComplete="off"
        enterKeyHint="next"
        list={streets.length > 0 ? listId : undefined}
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
