import { type Limit, parseWithin } from '#domain/warehouse/limits.ts';
import * as ru from './messages/ru.ts';
import { type Rule, rule } from './rule.ts';

/**
 * A number, also as it is typed, comma or point alike, with the decimals and the range of a limit: exactly
 * what `parseWithin` can read. The message of the first failing rule is enough.
 */
export function limitRules<Input>(limit: Limit): Rule<Input>[] {
  const scale = 10 ** limit.places;
  return [decimalOf(limit), ...endsOf<Input>(limit, limit.min / scale, limit.max / scale)];
}

function decimalOf<Input>({ places }: Limit): Rule<Input> {
  const pattern = new RegExp(`^-?\\d+(?:[.,]\\d{0,${places}}0*)?$`);
  return rule('decimal', [places, ','], ru.decimal, value => pattern.test(withoutSpaces(value)));
}

function endsOf<Input>(limit: Limit, least: number, most: number): Rule<Input>[] {
  const isWithin = (value: unknown) => parseWithin(limit, String(value)) !== undefined;
  if (limit.min === 0) {
    return [rule('between', [least, most], ru.between, isWithin)];
  }
  const isEnough = (value: unknown) => Number(withoutSpaces(value).replace(',', '.')) >= least;
  return [
    rule('min_value', [least], ru.min_value, isEnough),
    rule('max_value', [most], ru.max_value, isWithin),
  ];
}

function withoutSpaces(value: unknown): string {
  return String(value).replace(/\s/g, '');
}
