/** The English messages, in the words of vee-validate 2: `describeIssue(issue, { dictionary: en })` of `import * as en`. */
import type { Says } from './dictionary.ts';

const ACCEPTABLE = 'The {field} field must be a valid value';

/** Puts the label in, or says the same without one. */
export function withLabel(message: string, label: string): string {
  if (label !== '') return message.replace('{field}', () => label);
  return message
    .replace('The {field} field', 'This field')
    .replace('{field} must', 'value must')
    .replace('{field} ', '');
}

export const required: Says<'required'> = 'The {field} field is required';
export const required_if: Says<'required_if'> = ([target]) =>
  `The {field} field is required when the ${target === '' ? 'other' : target} field has this value`;
export const after: Says<'after'> = ([date, inclusion]) =>
  `The {field} must be after ${orEqual(inclusion)}${day(date)}`;
export const before: Says<'before'> = ([date, inclusion]) =>
  `The {field} must be before ${orEqual(inclusion)}${day(date)}`;
export const date_between: Says<'date_between'> = ([min, max]) =>
  `The {field} must be between ${day(min)} and ${day(max)}`;
export const date_format: Says<'date_format'> = ([format]) => `The {field} must be in the format ${format}`;
export const alpha: Says<'alpha'> = 'The {field} field may only contain alphabetic characters';
export const alpha_dash: Says<'alpha_dash'> =
  'The {field} field may contain alpha-numeric characters as well as dashes and underscores';
export const alpha_num: Says<'alpha_num'> = 'The {field} field may only contain alpha-numeric characters';
export const alpha_spaces: Says<'alpha_spaces'> =
  'The {field} field may only contain alphabetic characters as well as spaces';
export const min: Says<'min'> = ([length]) =>
  `The {field} field must be at least ${count(length, 'character')}`;
export const max: Says<'max'> = ([length]) =>
  `The {field} field may not be greater than ${count(length, 'character')}`;
export const length: Says<'length'> = ([length, max]) => `The {field} length must be ${range(length, max)}`;
export const items_min: Says<'items_min'> = ([least]) =>
  `The {field} field must have at least ${count(least, 'item')}`;
export const items_max: Says<'items_max'> = ([most]) =>
  `The {field} field may not have more than ${count(most, 'item')}`;
export const regex: Says<'regex'> = 'The {field} field format is invalid';
export const number: Says<'number'> = 'The {field} field must be a number';
export const integer: Says<'integer'> = 'The {field} field must be an integer';
export const numeric: Says<'numeric'> = 'The {field} field may only contain numeric characters';
export const digits: Says<'digits'> = ([length]) =>
  `The {field} field must be numeric and contains exactly ${count(length, 'digit')}`;
export const decimal: Says<'decimal'> = ([decimals]) =>
  `The {field} field must be numeric and may contain ${
    decimals === '*' ? 'decimal points' : count(decimals, 'decimal point')
  }`;
export const between: Says<'between'> = ([min, max]) => `The {field} field must be between ${min} and ${max}`;
export const min_value: Says<'min_value'> = ([min]) => `The {field} field must be ${min} or more`;
export const max_value: Says<'max_value'> = ([max]) => `The {field} field must be ${max} or less`;
export const confirmed: Says<'confirmed'> = 'The {field} confirmation does not match';
export const included: Says<'included'> = ACCEPTABLE;
export const excluded: Says<'excluded'> = ACCEPTABLE;
export const is: Says<'is'> = ACCEPTABLE;
export const is_not: Says<'is_not'> = ACCEPTABLE;
export const invalid: Says<'invalid'> = 'The {field} value is not valid';
export const email: Says<'email'> = 'The {field} field must be a valid email';
export const url: Says<'url'> = 'The {field} field is not a valid URL';
export const ip: Says<'ip'> = 'The {field} field must be a valid ip address';
export const ip_or_fqdn: Says<'ip_or_fqdn'> = 'The {field} field must be a valid ip address or FQDN';
export const credit_card: Says<'credit_card'> = 'The {field} field is invalid';
export const image: Says<'image'> = 'The {field} field must be an image';
export const ext: Says<'ext'> = 'The {field} field must be a valid file';
export const mimes: Says<'mimes'> = 'The {field} field must have a valid file type';
export const size: Says<'size'> = ([kilobytes]) =>
  `The {field} size must be less than ${fileSize(kilobytes)}`;
export const dimensions: Says<'dimensions'> = ([width, height]) =>
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
