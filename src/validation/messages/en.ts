/** The English messages, in the words of vee-validate 2: `describeIssue(issue, { dictionary: en })` of `import * as en`. */
import type { MessageText } from './dictionary.ts';

const ACCEPTABLE = 'The {field} field must be a valid value';

/** Puts the label in, or says the same without one. */
export function withLabel(message: string, label: string): string {
  if (label !== '') return message.replace('{field}', () => label);
  return message
    .replace('The {field} field', 'This field')
    .replace('{field} must', 'value must')
    .replace('{field} ', '');
}

export const required: MessageText<'required'> = 'The {field} field is required';
export const required_if: MessageText<'required_if'> = ([target]) =>
  `The {field} field is required when the ${target === '' ? 'other' : target} field has this value`;
export const after: MessageText<'after'> = ([date, inclusion]) =>
  `The {field} must be after ${orEqual(inclusion)}${day(date)}`;
export const before: MessageText<'before'> = ([date, inclusion]) =>
  `The {field} must be before ${orEqual(inclusion)}${day(date)}`;
export const date_between: MessageText<'date_between'> = ([min, max]) =>
  `The {field} must be between ${day(min)} and ${day(max)}`;
export const date_format: MessageText<'date_format'> = ([format]) =>
  `The {field} must be in the format ${format}`;
export const alpha: MessageText<'alpha'> = 'The {field} field may only contain alphabetic characters';
export const alpha_dash: MessageText<'alpha_dash'> =
  'The {field} field may contain alpha-numeric characters as well as dashes and underscores';
export const alpha_num: MessageText<'alpha_num'> =
  'The {field} field may only contain alpha-numeric characters';
export const alpha_spaces: MessageText<'alpha_spaces'> =
  'The {field} field may only contain alphabetic characters as well as spaces';
export const min: MessageText<'min'> = ([length]) =>
  `The {field} field must be at least ${count(length, 'character')}`;
export const max: MessageText<'max'> = ([length]) =>
  `The {field} field may not be greater than ${count(length, 'character')}`;
export const length: MessageText<'length'> = ([length, max]) =>
  `The {field} length must be ${range(length, max)}`;
export const items_min: MessageText<'items_min'> = ([least]) =>
  `The {field} field must have at least ${count(least, 'item')}`;
export const items_max: MessageText<'items_max'> = ([most]) =>
  `The {field} field may not have more than ${count(most, 'item')}`;
export const regex: MessageText<'regex'> = 'The {field} field format is invalid';
export const number: MessageText<'number'> = 'The {field} field must be a number';
export const integer: MessageText<'integer'> = 'The {field} field must be an integer';
export const numeric: MessageText<'numeric'> = 'The {field} field may only contain numeric characters';
export const digits: MessageText<'digits'> = ([length]) =>
  `The {field} field must be numeric and contains exactly ${count(length, 'digit')}`;
export const decimal: MessageText<'decimal'> = ([decimals]) =>
  `The {field} field must be numeric and may contain ${
    decimals === '*' ? 'decimal points' : count(decimals, 'decimal point')
  }`;
export const between: MessageText<'between'> = ([min, max]) =>
  `The {field} field must be between ${min} and ${max}`;
export const min_value: MessageText<'min_value'> = ([min]) => `The {field} field must be ${min} or more`;
export const max_value: MessageText<'max_value'> = ([max]) => `The {field} field must be ${max} or less`;
export const confirmed: MessageText<'confirmed'> = 'The {field} confirmation does not match';
export const included: MessageText<'included'> = ACCEPTABLE;
export const excluded: MessageText<'excluded'> = ACCEPTABLE;
export const is: MessageText<'is'> = ACCEPTABLE;
export const is_not: MessageText<'is_not'> = ACCEPTABLE;
export const invalid: MessageText<'invalid'> = 'The {field} value is not valid';
export const email: MessageText<'email'> = 'The {field} field must be a valid email';
export const url: MessageText<'url'> = 'The {field} field is not a valid URL';
export const ip: MessageText<'ip'> = 'The {field} field must be a valid ip address';
export const ip_or_fqdn: MessageText<'ip_or_fqdn'> = 'The {field} field must be a valid ip address or FQDN';
export const credit_card: MessageText<'credit_card'> = 'The {field} field is invalid';
export const image: MessageText<'image'> = 'The {field} field must be an image';
export const ext: MessageText<'ext'> = 'The {field} field must be a valid file';
export const mimes: MessageText<'mimes'> = 'The {field} field must have a valid file type';
export const size: MessageText<'size'> = ([kilobytes]) =>
  `The {field} size must be less than ${fileSize(kilobytes)}`;
export const dimensions: MessageText<'dimensions'> = ([width, height]) =>
  `The {field} field must be ${width} pixels by ${height} pixels`;

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function range(length: number, max: number): string {
  return length === max ? `${length}` : `between ${length} and ${max}`;
}

function orEqual(inclusion: string): string {
  return inclusion === 'inclusive' ? 'or equal to ' : '';
}

/** Without a midnight that nobody typed. */
function day(date: string): string {
  return date.replace(/ 00:00:00$/, '');
}

function fileSize(kilobytes: number): string {
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.round(kilobytes / 102.4) / 10} MB`;
}
