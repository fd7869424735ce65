import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { toUnits } from '#kit/decimal.ts';
import { LINE_FIELDS } from './line-errors.ts';

/** More decimals than any number of a line may have: a text with too many is still another text. */
const DECIMAL_PLACES = 3;

/** Whether saving either would store the same: «10» is «10,00», and no rate is a rate of 0. */
export function isSameLine(one: DraftLine, other: DraftLine): boolean {
  if (one === other) return true;
  return one.id === other.id && one.nomenclatureId === other.nomenclatureId && hasSameFields(one, other);
}

/** The same of what can be typed in them. */
export function hasSameFields(one: DraftLine, other: DraftLine): boolean {
  return LINE_FIELDS.every(field => isSameField(field, one, other));
}

/** The same of one field. */
export function isSameField(field: LineField, one: DraftLine, other: DraftLine): boolean {
  if (field === 'reason') return sentReason(one) === sentReason(other);
  if (field === 'tax' || field === 'discount') return isSameNumber(rateIn(one, field), rateIn(other, field));
  return isSameNumber(one[field], other[field]);
}

/** The reason as it is saved: trimmed and composed. */
export function sentReason({ reason }: DraftLine): string {
  return reason.trim().normalize('NFC');
}

function rateIn(line: DraftLine, field: LineField): string {
  return line[field].trim() || '0';
}

/** The same of two numbers as they are typed. */
export function isSameNumber(one: string, other: string): boolean {
  if (one.trim() === other.trim()) return true;
  const units = toUnits(one, DECIMAL_PLACES);
  return units !== undefined && units === toUnits(other, DECIMAL_PLACES);
}
