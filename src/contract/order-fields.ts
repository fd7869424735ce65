import { recordOf } from '#kit/record-of.ts';

/** How one text of an order is typed, shown and handed on. */
type OrderTextField = {
  /** In the form, in refusals and in the outbox. */
  readonly label: string;
  /** Code points at most, in the kinds of order that the specification limits; our server takes SERVER_MAX in the others. */
  readonly max: Readonly<Partial<Record<'basa' | 'point', number>>>;
  /** Of which kinds of order it is required. */
  readonly required?: readonly ('basa' | 'point')[];
  /** A part of the address; `sign` stands before it where the address is one text. */
  readonly sign?: string;
};

/** Code points that our server takes of a text without a limit of its own. */
export const SERVER_MAX = 255;

const BOTH_255 = { basa: 255, point: 255 };

/**
 * The texts that a promoter writes into an order, in the order of the form. The one description: contract, outbox, form,
 * queue, remembered addresses and server take their fields from here (README, "Add a field").
 */
export const ORDER_TEXTS = {
  street: { label: 'Улица', max: BOTH_255, required: ['basa', 'point'], sign: '' },
  house: { label: 'Дом', max: { point: 10 }, required: ['point'], sign: '' },
  korp: { label: 'Корпус', max: { point: 10 }, sign: 'корп. ' },
  flat: { label: 'Квартира', max: { point: 10 }, sign: 'кв. ' },
  broken: { label: 'Неисправность', max: BOTH_255 },
} as const satisfies Record<string, OrderTextField>;

type Texts = typeof ORDER_TEXTS;
export type OrderTextName = keyof Texts;
export type AddressPart = {
  [Name in OrderTextName]: Texts[Name] extends { sign: string } ? Name : never;
}[OrderTextName];

/** The texts of an order, '' where there is none. */
export type OrderTexts = Record<OrderTextName, string>;
export type AddressParts = Record<AddressPart, string>;

/** The same rows, as what all of them are. */
export const orderTextFields: Readonly<Record<OrderTextName, OrderTextField>> = ORDER_TEXTS;

export const orderTextNames = Object.keys(ORDER_TEXTS) as OrderTextName[]; // its own keys
export const addressParts = orderTextNames.filter(
  (name): name is AddressPart => orderTextFields[name].sign !== undefined,
);

/** Something for each text, by its name. */
export function eachOrderText<Value>(
  make: (name: OrderTextName, field: OrderTextField) => Value,
): Record<OrderTextName, Value> {
  return recordOf(orderTextNames, name => make(name, orderTextFields[name]));
}

/** An order that says nothing. */
export const noOrderTexts: Readonly<OrderTexts> = eachOrderText(() => '');

/** The texts of something that has them, and nothing else of it. */
export function orderTextsOf(order: OrderTexts): OrderTexts {
  return eachOrderText(name => order[name]);
}

/** The address of something that has one, and nothing else of it. */
export function addressPartsOf(order: AddressParts): AddressParts {
  return recordOf(addressParts, name => order[name]);
}

/** «Лесная, 5к1, корп. 2, кв. 7». */
export function formatAddress(order: AddressParts): string {
  return addressParts
    .filter(name => order[name] !== '')
    .map(name => `${orderTextFields[name].sign}${order[name]}`)
    .join(', ');
}
