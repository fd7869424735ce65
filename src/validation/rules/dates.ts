import type { MessageText } from '../messages/dictionary.ts';
import * as ru from '../messages/ru.ts';
import { isEmpty, type Rule, rule, ruleWithParams, siblingRule } from '../rule.ts';
import type { Inclusion, Inclusivity, RuleParams } from '../rule-params.ts';

/** The format of native date fields and of the server. */
const DEFAULT_FORMAT = 'yyyy-mm-dd';

/** A real date in the format. */
export function dateFormat<Input>(format: string = DEFAULT_FORMAT): Rule<Input> {
  const read = dateReader(format);
  return rule('date_format', [format], ru.date_format, value => read(value) !== null);
}

/** A date after `target`: a date in the format, 'today', or the name of a field beside it. */
export function after<Input>(
  target: string,
  inclusion: Inclusion = 'exclusive',
  format = DEFAULT_FORMAT,
): Rule<Input> {
  return boundRule('after', [target, inclusion], ru.after, format);
}

/** A date before `target`: a date in the format, 'today', or the name of a field beside it. */
export function before<Input>(
  target: string,
  inclusion: Inclusion = 'exclusive',
  format = DEFAULT_FORMAT,
): Rule<Input> {
  return boundRule('before', [target, inclusion], ru.before, format);
}

type BoundRule = 'after' | 'before';

function boundRule<Input>(
  name: BoundRule,
  params: RuleParams[BoundRule],
  russian: MessageText<BoundRule>,
  format: string,
): Rule<Input> {
  const [target, inclusion] = params;
  const read = dateReader(format);
  const check = (value: unknown, bound: string | null): RuleParams[BoundRule] | null => {
    // A sibling that is no date is refused by its own rules.
    if (isEmpty(value) || bound === null) return null;
    return isBeyond(name, read(value), bound, inclusion) ? null : [bound, inclusion];
  };
  if (isDate(target, read))
    return ruleWithParams(name, params, russian, value => check(value, readBound(target, read)));
  return siblingRule(name, params, russian, (value, sibling) => check(value, read(sibling.value)));
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
  return ruleWithParams('date_between', [min, max, inclusivity], ru.date_between, value => {
    const [from, to] = [readBound(min, read) ?? '', readBound(max, read) ?? ''];
    const date = read(value);
    const isIn = isBeyond('after', date, from, first) && isBeyond('before', date, to, last);
    return isEmpty(value) || isIn ? null : [from, to, inclusivity];
  });
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

/** Reads values of one format into 'YYYY-MM-DD HH:MM:SS', which sorts as text; null for what is no such date. */
type ReadDate = (value: unknown) => string | null;

const TOKEN = /(yyyy|YYYY|MM|mm|dd|DD|HH|ss)/;
/** Positions in yyyy-MM-dd HH:mm:ss. */
const POSITIONS: Readonly<Record<string, number>> = {
  yyyy: 0,
  YYYY: 0,
  MM: 1,
  dd: 2,
  DD: 2,
  HH: 3,
  mm: 4,
  ss: 5,
};
const MONTH = 1;

/**
 * Understands yyyy (YYYY), MM, dd (DD), HH, mm and ss; mm is the month where a format has no hours. Every other
 * character stands for itself; letters other than the T before a time are a mistake in the format.
 */
function dateReader(format: string): ReadDate {
  // Split at a captured token, so every second piece is one.
  const pieces = format.split(TOKEN);
  const positions = pieces.filter((_, at) => at % 2 === 1).map(token => positionOf(token, format));
  const letters = pieces.filter((_, at) => at % 2 === 0).join('');
  if (positions.length === 0 || new Set(positions).size < positions.length || /[^\P{L}T]/u.test(letters)) {
    throw new Error(`"${format}" is no date format: yyyy, MM, dd, HH, mm and ss are known, each once`);
  }
  const pattern = new RegExp(
    `^${pieces.map((piece, at) => (at % 2 === 1 ? `(\\d{${piece.length}})` : asPattern(piece))).join('')}$`,
  );
  return value => {
    if (value instanceof Date) return fromDate(value);
    const found = pattern.exec(String(value));
    return found ? assemble(positions, found.slice(1)) : null;
  };
}

function positionOf(token: string, format: string): number {
  return token === 'mm' && !format.includes('HH') ? MONTH : (POSITIONS[token] ?? MONTH);
}

function asPattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What a format leaves out is the first of January 1970, midnight: only the parts it has are compared. */
function assemble(positions: readonly number[], digits: readonly string[]): string | null {
  const whole = ['1970', '01', '01', '00', '00', '00'];
  positions.forEach((position, at) => {
    whole[position] = digits[at] ?? '';
  });
  const [year = '', month = '', day = '', ...time] = whole;
  const iso = `${year}-${month}-${day}T${time.join(':')}Z`;
  const read = new Date(iso);
  // A day that the month does not have rolls over, and then differs from the text; there was no year 0.
  const isReal = !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 19) === iso.slice(0, 19);
  return isReal && year !== '0000' ? iso.slice(0, 19).replace('T', ' ') : null;
}

/** A date object in the wall clock of the device. */
function fromDate(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
  return `${day.join('-')} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
