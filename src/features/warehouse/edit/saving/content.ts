import type { Receipt } from '#contract/warehouse.ts';
import { type DraftLine, toDraftLine } from '#domain/warehouse/draft-line.ts';
import { type HeadForm, headOf } from '../head/head-form.ts';
import { hasSameFields, isSameNumber } from '../lines/same-line.ts';

/** What a receipt says, typed here or stored there: two of them can be compared. */
export type ReceiptContent = { readonly head: HeadForm; readonly lines: readonly DraftLine[] };

/** A stored receipt as it would stand in the form. */
export function contentOf(receipt: Receipt): ReceiptContent {
  const lines = receipt.nomenclature.map((line, index) => toDraftLine(line, String(index)));
  return { head: headOf(receipt), lines };
}

/** The fields in which two heads say something else. */
export function differingFields(one: HeadForm, other: HeadForm): (keyof HeadForm)[] {
  const names = Object.keys(one) as (keyof HeadForm)[]; // made by headOf or by the schema: these fields and no others
  return names.filter(name => {
    const [mine, theirs] = [one[name], other[name]];
    if (typeof mine === 'boolean' || typeof theirs === 'boolean') return mine !== theirs;
    return name === 'VAT' ? !isSameNumber(mine, theirs) : mine.trim() !== theirs.trim();
  });
}

/** Whether both say the same, whatever the ids of their lines. */
export function isSameContent(one: ReceiptContent, other: ReceiptContent): boolean {
  return (
    one.lines.length === other.lines.length &&
    differingFields(one.head, other.head).length === 0 &&
    one.lines.every((line, index) => {
      const otherLine = other.lines[index];
      return otherLine?.nomenclatureId === line.nomenclatureId && hasSameFields(line, otherLine);
    })
  );
}
