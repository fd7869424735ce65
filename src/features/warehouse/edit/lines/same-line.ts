import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { toUnits } from '#kit/decimal.ts';

/** More decimals than any number of a line may have: a text with too many is still another text. */
const PLACES = 3;

/** Whether saving either would store the same: «10» is «10,00», and no rate is a rate of 0. */
export function isSameLine(one: DraftLine, other: DraftLine): boolean {
  if (one === other) return true;
  return (
    one.id === other.id &&
    one.nomenclatureId === other.nomenclatureId &&
    one.reason.trim() === other.reason.trim() &&
    isSameNumber(one.count, other.count) &&
    isSameNumber(one.price, other.price) &&
    isSameNumber(rateIn(one, 'tax'), rateIn(other, 'tax')) &&
    isSameNumber(rateIn(one, 'discount'), rateIn(other, 'discount'))
  );
}

function rateIn(line: DraftLine, field: LineField): string {
  return line[field].trim() || '0';
}

function isSameNumber(one: string, other: string): boolean {
  if (one.trim() === other.trim()) return true;
  const units = toUnits(one, PLACES);
  return units !== undefined && units === toUnits(other, PLACES);
}
