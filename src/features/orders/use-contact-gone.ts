import { type Control, useWatch } from 'react-hook-form';
import { readContact } from '#features/contacts/index.ts';
import { isLocalId } from '#kit/ids.ts';
import { type LocalContext, useLocal } from '#state/local.ts';
import type { OrderFormValues } from './order-form-values.ts';

/** Whether the chosen contact is known to be gone, or about to go: the server would refuse the order. */
export function useContactGone({
  control,
}: {
  control: Control<OrderFormValues, unknown, OrderFormValues>;
}): boolean {
  const key = useWatch({ control, name: 'contact' })?.key ?? null;
  const gone = useLocal(
    async context => ({ key, isGone: key !== null && (await isGone(context, key)) }),
    [key],
  );
  return gone?.key === key && gone.isGone;
}

async function isGone(context: LocalContext, key: string): Promise<boolean> {
  const contact = await readContact(context, key);
  if (contact) return contact.isDeleting;
  // Of a contact of the server this can be said only once the whole book was here.
  return isLocalId(key) || (await context.cache.marks.get('book')) !== undefined;
}
