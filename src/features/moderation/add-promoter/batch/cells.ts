import { readPhones } from '#kit/find-phones.ts';

const CURRENCY = String.raw`(?:₽|\$|€|р\.?|руб\p{L}*\.?|rub|usd|eur)`;
const AMOUNT = String.raw`(?:\d{1,3}(?:[\p{Zs}’']\d{3})+(?:[.,]\d{1,2})?|\d+[.,]\d{1,2})`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = '(?:0?[1-9]|1[0-2])';
const MONTH_WORD = String.raw`(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\p{L}*`;

/** What lists of people hold beside the three: sums, dates with a time or none, phones of other countries. */
const OTHER_VALUES = [
  String.raw`${AMOUNT}|[₽$€]\p{Zs}?(?:${AMOUNT}|\d+)|(?:${AMOUNT}|\d+)\p{Zs}?${CURRENCY}`,
  String.raw`(?:${DAY}[./-]${MONTH}[./-](?:\d{4}|\d\d)|\d{4}[./-]${MONTH}[./-]${DAY}|${DAY}\p{Zs}${MONTH_WORD}\p{Zs}\d{4})(?:\p{Zs}?г(?:ода|\.)?)?(?:[,T\p{Zs}]{1,2}\d{1,2}:\d\d(?::\d\d)?)?`,
  String.raw`\+\d[\d\p{Zs}().-]{6,}`,
].map(form => new RegExp(`^(?:${form})$`, 'iu'));

const hasSigns = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Whether a cell is a phone, a date or a sum; without a heading it is taken for no password. */
export function isOtherValue(cell: string): boolean {
  if (OTHER_VALUES.some(form => form.test(cell))) return true;
  const { phones, rest } = readPhones(cell);
  return phones.length > 0 && !hasSigns(rest);
}

const ADDRESS = /(?<![^\s<>()",;:@])[^\s<>()",;:@]+@[^\s<>()",;:@]*[\p{L}\p{N}]/u;

/** Numbers and remarks in brackets; a name up to a digit; and what follows: phones, dates. */
const NUMBER_NAME_REST = /^((?:\([^)]*\)?|[^\p{L}(])*)((?:[^\d+(]|\((?=\p{L}))*)(.*)$/su;

/** The e-mail of a cell; words beside it are a name and the rest. Several addresses are left together. */
export function readEmailCell(cell: string): { email: string; name: string; rest: string[] } {
  const address = cell.split('@').length === 2 ? ADDRESS.exec(cell)?.[0] : undefined;
  const beside = cell.split(address ?? cell).filter(hasSigns);
  if (!address || beside.length === 0) return { email: cell, name: '', rest: [] };
  const named = beside.findIndex(words => /\p{L}/u.test(words));
  const [, number = '', name = '', more = ''] = NUMBER_NAME_REST.exec(beside[named] ?? '') ?? [];
  const rest = [number, more, ...beside.filter((_, at) => at !== named)];
  return {
    email: address,
    name: name.replace(/(?<![\s<,:;|\p{Pd}])[\s<,:;|\p{Pd}]+$/u, ''),
    rest: rest.filter(hasSigns).map(part => part.trim()),
  };
}
