import { toUnits } from '#kit/decimal.ts';

/** Limits of a number in a document: how many decimals, and the range in units of the last of them. */
export type Limit = { readonly places: number; readonly min: number; readonly max: number };

/** Three decimals, greater than 0, up to what the database can store. */
export const COUNT: Limit = { places: 3, min: 1, max: 99_999_999_999_999 };

/** Kopecks. */
export const PRICE: Limit = { places: 2, min: 0, max: 999_999_999_999 };

/** Tax and discount of a line: 0 to 10 percent (SPEC §5). */
export const PERCENT: Limit = { places: 2, min: 0, max: 1000 };

/** Percent of the whole document. */
export const VAT: Limit = { places: 2, min: 0, max: 10_000 };

/** A document with more lines is taken for a mistake. */
export const LINES_MAX = 5000;

/** The longest texts of a document's fields. */
export const TEXT_MAX = 255;
export const DESCRIPTION_MAX = 2000;

/** The number in units; undefined for one that cannot be read or is outside of the limit. */
export function parseWithin({ places, min, max }: Limit, value: number | string): number | undefined {
  const units = toUnits(value, places);
  return units !== undefined && units >= min && units <= max ? units : undefined;
}
