import { DEFAULT_FORMAT, dateReader, type ReadDate } from '../date-text.ts';
import * as ru from '../messages/ru.ts';
import { isEmpty, type Rule, type RuleRequirement, rule, ruleWithParams, siblingRule } from '../rule.ts';
import type { Inclusion, Inclusivity, RuleParams } from '../rule-params.ts';

/** A real date in the format. */
export function dateFormat<Input>(format: string = DEFAULT_FORMAT): Rule<Input> {
  const read = dateReader(format);
  return rule(
    { rule: 'date_format', params: [format], russian: ru.date_format },
    value => read(value) !== null,
  );
}

/** A date after `target`: a date in the format, 'today', or the name of a field beside it. */
export function after<Input>(
  target: string,
  inclusion: Inclusion = 'exclusive',
  format = DEFAULT_FORMAT,
): Rule<Input> {
  return boundRule({ rule: 'after', params: [target, inclusion], russian: ru.after }, format);
}

/** A date before `target`: a date in the format, 'today', or the name of a field beside it. */
export function before<Input>(
  target: string,
  inclusion: Inclusion = 'exclusive',
  format = DEFAULT_FORMAT,
): Rule<Input> {
  return boundRule({ rule: 'before', params: [target, inclusion], russian: ru.before }, format);
}

type BoundRule = 'after' | 'before';

function boundRule<Input>(requirement: RuleRequirement<BoundRule>, format: string): Rule<Input> {
  const { rule, params } = requirement;
  const [target, inclusion] = params;
  const read = dateReader(format);
  const check = (value: unknown, bound: string | null): RuleParams[BoundRule] | null => {
    // A sibling that is no date is refused by its own rules.
    if (isEmpty(value) || bound === null) return null;
    return isBeyond(rule, read(value), bound, inclusion) ? null : [bound, inclusion];
  };
  if (isDate(target, read))
    return ruleWithParams(requirement, value => check(value, readBound(target, read)));
  return siblingRule(requirement, target, (value, sibling) => check(value, read(sibling.value)));
}

/** A bound without a time is a whole day, so only the days are compared then. */
function isBeyond(name: BoundRule, read: string | null, bound: string, inclusion: Inclusion) {
  if (read === null) return false;
  const date = read.slice(0, bound.length);
  if (date === bound) return inclusion === 'inclusive';
  return name === 'after' ? date > bound : date < bound;
}

/** A date between two others; the brackets say which of the ends belong to the range. */
export function dateBetween<Input>(
  min: string,
  max: string,
  inclusivity: Inclusivity = '()',
  format: string = DEFAULT_FORMAT,
): Rule<Input> {
  const read = dateReader(format);
  for (const end of [min, max]) {
    if (!isDate(end, read)) throw new Error(`The rule date_between needs dates in ${format}, not "${end}"`);
  }
  const [first, last] = [inclusionOf(inclusivity[0]), inclusionOf(inclusivity[1])];
  return ruleWithParams(
    { rule: 'date_between', params: [min, max, inclusivity], russian: ru.date_between },
    value => {
      const [from, to] = [readBound(min, read) ?? '', readBound(max, read) ?? ''];
      const date = read(value);
      const isIn = isBeyond('after', date, from, first) && isBeyond('before', date, to, last);
      return isEmpty(value) || isIn ? null : [from, to, inclusivity];
    },
  );
}

function inclusionOf(bracket: string | undefined): Inclusion {
  return bracket === '[' || bracket === ']' ? 'inclusive' : 'exclusive';
}

function isDate(text: string, read: ReadDate): boolean {
  return text === 'today' || read(text) !== null;
}

/** 'today' is the day on which the value is checked, by the clock of the device. */
function readBound(text: string, read: ReadDate): string | null {
  return text === 'today' ? (read(new Date())?.slice(0, 'yyyy-mm-dd'.length) ?? null) : read(text);
}
