import * as v from 'valibot';
import { fullName } from '#contract/contact-fields.ts';
import {
  addressParts,
  addressPartsOf,
  eachOrderText,
  noOrderTexts,
  type OrderTexts,
  orderTextFields,
  orderTextNames,
  orderTextsOf,
} from '#contract/order-fields.ts';
import type { OrderType, ReferenceItem } from '#contract/orders.ts';
import type { ContactView } from '#features/contacts/index.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { Refused } from '#ui/form/refused.ts';
import { text } from '#validation/fields.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import { type LastOrder, leavesOf } from './offline/last-order.ts';
import type { References } from './offline/order-book.ts';
import { type Named, OrderValues } from './offline/order-kinds.ts';
import { texts } from './texts.ts';

/** Whom the order is for, as the form keeps it; names and phones go with the order so that the queue can show them. */
const ContactChoice = v.object({ key: v.string(), name: v.string(), phones: v.array(v.string()) });
export type ContactChoice = v.InferOutput<typeof ContactChoice>;

export function toChoice(contact: ContactView): ContactChoice {
  return { key: contact.key, name: fullName(contact), phones: contact.phones };
}

/** As the fields hold it: selects have the text of an id, '' for nothing chosen. */
export type OrderFormValues = OrderTexts & {
  contact: ContactChoice | null;
  district: string;
  work: string;
};

export const emptyOrder: OrderFormValues = { contact: null, district: '', work: '', ...noOrderTexts };

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
    ...eachOrderText((_, { label, required: requiredIn, max: { [type]: limit } }) =>
      text(
        label,
        ...(requiredIn?.includes(type) ? [required<string>()] : []),
        ...(limit === undefined ? [] : [max<string>(limit)]),
      ),
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
export function findItem(items: readonly ReferenceItem[], id: string): Named | null {
  return leavesOf(items).find(leaf => String(leaf.id) === id) ?? null;
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

/** What an order of before gives to a new one that is to repeat it. */
export function repeatOf(last: LastOrder, values: OrderFormValues): OrderFormValues {
  return { ...values, ...prefillOf(last, values), broken: last.broken };
}

/** What must be filled in and is not, in the order of the form. */
export function firstMissing(type: OrderType, values: OrderFormValues): keyof OrderFormValues | null {
  if (values.contact === null) return 'contact';
  const texts = orderTextNames.filter(name => orderTextFields[name].required?.includes(type));
  return (['district', 'work', ...texts] as const).find(name => values[name] === '') ?? null;
}

const PREFILLED = ['district', 'work', ...addressParts] as const;

/** What «Подставить» would write, field by field. */
type Prefill = Partial<Record<(typeof PREFILLED)[number], string>>;

/** Only what would change. An address is filled as a whole: the house of one street says nothing of another. */
export function prefillOf(last: LastOrder, values: OrderFormValues): Prefill {
  const given: Prefill = {
    ...(last.district && { district: String(last.district.id) }),
    ...(last.work && { work: String(last.work.id) }),
    ...(last.street !== '' && addressPartsOf(last)),
  };
  return Object.fromEntries(
    PREFILLED.flatMap(name => {
      const value = given[name];
      return value === undefined || value === values[name].trim() ? [] : [[name, value]];
    }),
  );
}

/** The fields whose content would be lost. */
export function overwrittenBy(prefill: Prefill, values: OrderFormValues): (keyof Prefill)[] {
  return PREFILLED.filter(name => prefill[name] !== undefined && values[name].trim() !== '');
}

/** «Центр, Ноутбук, Лесная 5, корп. 2, кв. 7». */
export function describeLastOrder({ district, work, street, house, korp, flat }: LastOrder): string {
  const parts = [
    district?.name,
    work?.name,
    `${street} ${house}`.trim(),
    korp && `корп. ${korp}`,
    flat && `кв. ${flat}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The same for its form: [S32] what another window has saved stands at its fields. */
export function toRefused(refusal: Refusal): Refused {
  const conflicts = refusal.reason === 'changed' ? refusal.conflicts : {};
  const { contact: _, contact_name, ...said } = v.parse(v.partial(OrderValues), conflicts);
  const values = Object.entries({ ...said, ...(contact_name !== undefined && { contact: contact_name }) });
  const fields = values.map(([field, value]) => [field, [texts.savedElsewhereAs(nameOf(value))]]);
  return { message: refusalText(refusal), fields: Object.fromEntries(fields) };
}

function nameOf(value: string | Named | readonly string[] = ''): string {
  return typeof value === 'object' && 'name' in value ? value.name : String(value);
}

/** Why the device did not keep an order, in words; the form keeps its content. */
export function refusalText({ reason }: Refusal): string {
  if (reason === 'full') return texts.full;
  if (reason === 'orphaned') return texts.contactGone;
  if (reason === 'changed') return texts.correctedElsewhere;
  if (reason === 'closed') return texts.closedElsewhere;
  return reason === 'outdated' ? texts.outdated : texts.underWay;
}
