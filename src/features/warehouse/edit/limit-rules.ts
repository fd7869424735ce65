import { type Limit, within } from '#domain/warehouse/limits.ts';
import * as ru from '#validation/messages/ru.ts';
import { type Rule, rule } from '#validation/rule.ts';

/**
 * A number as it is typed here, comma or point alike, with the decimals and within the ends of a limit: exactly what
 * `within` can read. Empty passes, as with every rule.
 */
export function limited(limit: Limit): Rule<string>[] {
  const one = 10 ** limit.places;
  return [decimalOf(limit), ...endsOf(limit, limit.min / one, limit.max / one)];
}

function decimalOf({ places }: Limit): Rule<string> {
  const pattern = new RegExp(`^-?\\d+(?:[.,]\\d{0,${places}}0*)?$`);
  return rule({ rule: 'decimal', params: [places, ','], russian: ru.decimal }, value =>
    pattern.test(withoutSpaces(value)),
  );
}

function endsOf(limit: Limit, least: number, most: number): Rule<string>[] {
  const isWithin = (value: unknown) => within(limit, String(value)) !== undefined;
  if (limit.min === 0) {
    return [rule({ rule: 'between', params: [least, most], russian: ru.between }, isWithin)];
  }
  const isEnough = (value: unknown) => Number(withoutSpaces(value).replace(',', '.')) >= least;
  return [
    rule({ rule: 'min_value', params: [least], russian: ru.min_value }, isEnough),
    rule({ rule: 'max_value', params: [most], russian: ru.max_value }, isWithin),
  ];
}

function withoutSpaces(value: unknown): string {
  return String(value).replace(/\s/g, '');
}
