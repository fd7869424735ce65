import * as v from 'valibot';
import { eachOrderText, noOrderTexts, type OrderTexts, orderTextsOf } from '#contract/order-fields.ts';
import type { OrderType, ReferenceItem } from '#contract/orders.ts';
import { text } from '#validation/fields.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import type { References } from './offline/order-book.ts';
import type { OrderValues } from './offline/order-kinds.ts';
import { texts } from './texts.ts';

/** Whom the order is for, as the form keeps it; names and phones go with the order so that the queue can show them. */
const ContactChoice = v.object({ key: v.string(), name: v.string(), phones: v.array(v.string()) });
export type ContactChoice = v.InferOutput<typeof ContactChoice>;

/** The form mirrors the form: selects hold the text of an id, '' for nothing chosen. */
export type OrderFormValues = OrderTexts & {
  contact: ContactChoice | null;
  district: string;
  work: string;
};

export const emptyOrder: OrderFormValues = {
  contact: null,
  district: '',
  work: '',
  ...noOrderTexts,
};

/** What a home or workshop order must hold. Choices are checked against the lists that are on the device. */
export function orderSchema(type: OrderType, references: References) {
  return v.object({
    contact: v.pipe(
      v.nullable(ContactChoice),
      v.title(texts.contact),
      v.check(choice => choice !== null, texts.contactRequired),
    ),
    district: oneOf(texts.district, references.districts),
    work: oneOf(texts.work, references.works),
    ...eachOrderText((_, field) =>
      text(field.label, ...(field.required?.includes(type) ? [required<string>()] : []), max(field.max)),
    ),
  });
}

function oneOf(label: string, items: readonly ReferenceItem[]) {
  return v.pipe(
    v.string(),
    v.title(label),
    v.check(id => findItem(items, id) !== null, texts.pickOne),
  );
}

/** The choosable row of this id; a row with rows below it is a heading. */
export function findItem(items: readonly ReferenceItem[], id: string): { id: number; name: string } | null {
  for (const item of items) {
    if (item.children?.length) {
      const below = findItem(item.children, id);
      if (below) return below;
    } else if (String(item.id) === id) return { id: item.id, name: item.name };
  }
  return null;
}

/** The order as the outbox keeps it; null while the form does not name everything an order needs. */
export function toOrder(
  type: OrderType,
  { contact, district, work, ...written }: OrderFormValues,
  references: References,
): OrderValues | null {
  const chosen = {
    district: findItem(references.districts, district),
    work: findItem(references.works, work),
  };
  if (!contact || !chosen.district || !chosen.work) return null;
  return {
    type,
    contact: contact.key,
    contact_name: contact.name,
    phones: contact.phones,
    district: chosen.district,
    work: chosen.work,
    ...written,
  };
}

/** [S15] A kept order back in its form. */
export function toFormValues(order: OrderValues): OrderFormValues {
  return {
    contact: { key: order.contact, name: order.contact_name, phones: order.phones },
    district: String(order.district.id),
    work: String(order.work.id),
    ...orderTextsOf(order),
  };
}

const SERVER_NAMES: Readonly<Record<string, keyof OrderFormValues>> = {
  contact_id: 'contact',
  district_id: 'district',
  work_id: 'work',
};

/** The server's field path as the form's: contact_id → contact. */
export function formField(serverPath: string): string {
  const [field = ''] = serverPath.split('.');
  return SERVER_NAMES[field] ?? field;
}
