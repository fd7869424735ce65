import { addressParts, addressPartsOf } from '#contract/order-fields.ts';
import type { LastOrder } from './offline/last-order.ts';
import type { OrderFormValues } from './order-form-values.ts';

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
