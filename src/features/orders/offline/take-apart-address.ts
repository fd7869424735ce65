import { type AddressParts, addressPartsOf, noOrderTexts, orderTextFields } from '#contract/order-fields.ts';

/** How backends name the parts of an address, in their order. Without a digit «д.» is a village, «дом» a house of culture. */
const MARKED: readonly [part: Exclude<keyof AddressParts, 'street'>, sign: RegExp][] = [
  ['house', /^(?:д\.|дом\s)\s*(\d.*)$/i],
  ['korp', /^(?:корп\.|корп\s|корпус\s)\s*(.+)$/i],
  ['flat', /^(?:кв\.|кв\s|квартира\s)\s*(\d.*)$/i],
];

/**
 * «Лесная, д. 5, кв. 7» in its parts, as far as they are named; what is not certain stays whole in the street:
 * a number without a name may be a house as well as a flat.
 */
export function takeApartAddress(address: string): AddressParts {
  const whole = { ...addressPartsOf(noOrderTexts), street: address.trim() };
  const [street = '', ...rest] = splitStreet(address);
  const found: AddressParts = { ...whole, street };
  let next = 0;
  for (const piece of rest) {
    const at = MARKED.findIndex(([, sign], index) => index >= next && sign.test(piece));
    const [part, sign] = MARKED[at] ?? [];
    const value = part && sign ? (sign.exec(piece)?.[1]?.trim() ?? '') : '';
    if (!part || value === '' || [...value].length > orderTextFields[part].max) return whole;
    found[part] = value;
    next = at + 1;
  }
  return found;
}

/** The pieces before the first named part are the street, commas and all. */
function splitStreet(address: string): string[] {
  const pieces = address.split(',').map(piece => piece.trim());
  const first = pieces.findIndex(piece => MARKED.some(([, sign]) => sign.test(piece)));
  if (first <= 0) return [address.trim()];
  return [pieces.slice(0, first).join(', '), ...pieces.slice(first)];
}
