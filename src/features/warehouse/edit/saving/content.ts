import type { Receipt } from '#contract/warehouse.ts';
import { type DraftLine, draftOf, type LineField } from '#domain/warehouse/draft-line.ts';
import { COUNT, type Limit, PERCENT, PRICE, VAT } from '#domain/warehouse/limits.ts';
import { toUnits } from '#kit/decimal.ts';
import { type HeadForm, headOf } from '../head/head-form.ts';

/** What a receipt says, typed here or stored there: two of them can be compared. */
export type Content = { readonly head: HeadForm; readonly lines: readonly DraftLine[] };

/** A stored receipt as it would stand in the form. */
export function contentOf(receipt: Receipt): Content {
  const lines = receipt.nomenclature.map((line, index) => draftOf(line, String(index)));
  return { head: headOf(receipt), lines };
}

const LIMITS: Readonly<Partial<Record<string, Limit>>> = {
  count: COUNT,
  price: PRICE,
  tax: PERCENT,
  discount: PERCENT,
  VAT,
};

const LINE_FIELDS: readonly LineField[] = ['count', 'price', 'tax', 'discount', 'reason'];

/** The fields in which two heads say something else. */
export function differingFields(one: HeadForm, other: HeadForm): (keyof HeadForm)[] {
  const names = Object.keys(one) as (keyof HeadForm)[]; // made by headOf or by the schema: these fields and no others
  return names.filter(name => !saysTheSame(name, one[name], other[name]));
}

/** The fields in which two lines say something else. */
export function differingLineFields(one: DraftLine, other: DraftLine): LineField[] {
  return LINE_FIELDS.filter(name => !saysTheSame(name, one[name], other[name]));
}

/** Whether both say the same, whatever the ids of their lines. */
export function isSame(one: Content, other: Content): boolean {
  return (
    one.lines.length === other.lines.length &&
    differingFields(one.head, other.head).length === 0 &&
    one.lines.every((line, index) => {
      const beside = other.lines[index];
      return beside?.nomenclatureId === line.nomenclatureId && differingLineFields(line, beside).length === 0;
    })
  );
}

/** «1,50» and «1.5» are the same number, and a line that is left empty is a text without its spaces. */
function saysTheSame(name: string, one: string | boolean, other: string | boolean): boolean {
  if (typeof one === 'boolean' || typeof other === 'boolean') return one === other;
  const [mine, theirs] = [one.trim(), other.trim()];
  if (mine === theirs) return true;
  const limit = LIMITS[name];
  if (!limit || mine === '' || theirs === '') return false;
  const units = toUnits(mine, limit.places);
  return units !== undefined && units === toUnits(theirs, limit.places);
}
