import type { Nomenclature, StockLine } from '#contract/warehouse.ts';

/** What can be typed in a line. */
export type LineField = 'count' | 'price' | 'tax' | 'discount' | 'reason';

/** A line as it is being edited: numbers are texts as somebody types them. Never changed, only replaced. */
export type DraftLine = {
  /** Identifies the line on this page while it is edited. */
  readonly key: string;
  /** The server's, null until it has saved the line. */
  readonly id: number | null;
  readonly nomenclatureId: number;
  readonly title: string;
  readonly unit: string;
} & Readonly<Record<LineField, string>>;

/** A line of a stored document, to be edited. */
export function toDraftLine(line: StockLine, key: string): DraftLine {
  return {
    key,
    id: line.id,
    nomenclatureId: line.nomenclature_id,
    title: line.title,
    unit: line.unit ?? '',
    count: formatForInput(line.count),
    price: formatForInput(line.price),
    tax: formatForInput(line.tax),
    discount: formatForInput(line.discount),
    reason: line.reason,
  };
}

/** A new line for a found item: one of it, at its usual price. */
export function newDraftLine(found: Nomenclature, key: string): DraftLine {
  return {
    key,
    id: null,
    nomenclatureId: found.id,
    title: found.title,
    unit: found.unit,
    count: '1',
    price: formatForInput(found.price),
    tax: '0',
    discount: '0',
    reason: '',
  };
}

/** A number as it is typed here: with a comma. */
function formatForInput(value: number): string {
  return String(value).replace('.', ',');
}

/** A number as it is sent, and as it was typed where it is none: the server refuses it at its place. '' stays ''. */
export function toSentNumber(text: string): number | string {
  const typed = text.replace(/\s/g, '');
  return /^-?\d+(?:[.,]\d*)?$/.test(typed) ? Number(typed.replace(',', '.')) : text.trim();
}
