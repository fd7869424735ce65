import type { Dictionary } from './dictionary.ts';

/** The English messages, in the words of vee-validate 2. */
export const en: Dictionary = {
  required: label => `${field(label)} is required`,
  required_if: (label, [target]) =>
    `${field(label)} is required when the ${target === '' ? 'other' : target} field has this value`,
  after: (label, [date, inclusion]) => `${the(label)} must be after ${orEqual(inclusion)}${day(date)}`,
  before: (label, [date, inclusion]) => `${the(label)} must be before ${orEqual(inclusion)}${day(date)}`,
  date_between: (label, [min, max]) => `${the(label)} must be between ${day(min)} and ${day(max)}`,
  date_format: (label, [format]) => `${the(label)} must be in the format ${format}`,
  alpha: label => `${field(label)} may only contain alphabetic characters`,
  alpha_dash: label =>
    `${field(label)} may contain alpha-numeric characters as well as dashes and underscores`,
  alpha_num: label => `${field(label)} may only contain alpha-numeric characters`,
  alpha_spaces: label => `${field(label)} may only contain alphabetic characters as well as spaces`,
  min: (label, [length]) => `${field(label)} must be at least ${count(length, 'character')}`,
  max: (label, [length]) => `${field(label)} may not be greater than ${count(length, 'character')}`,
  length: (label, [length, max]) => `${the(label, 'length')} must be ${range(length, max)}`,
  items_min: (label, [least]) => `${field(label)} must have at least ${count(least, 'item')}`,
  items_max: (label, [most]) => `${field(label)} may not have more than ${count(most, 'item')}`,
  items_length: (label, [length, max]) => `${the(label, 'length')} must be ${range(length, max)}`,
  regex: label => `${field(label)} format is invalid`,
  number: label => `${field(label)} must be a number`,
  integer: label => `${field(label)} must be an integer`,
  numeric: label => `${field(label)} may only contain numeric characters`,
  digits: (label, [length]) =>
    `${field(label)} must be numeric and contains exactly ${count(length, 'digit')}`,
  decimal: (label, [decimals]) =>
    decimals === '*'
      ? `${field(label)} must be numeric and may contain decimal points`
      : `${field(label)} must be numeric and may contain ${count(decimals, 'decimal point')}`,
  between: (label, [min, max]) => `${field(label)} must be between ${min} and ${max}`,
  min_value: (label, [min]) => `${field(label)} must be ${min} or more`,
  max_value: (label, [max]) => `${field(label)} must be ${max} or less`,
  confirmed: label => `${the(label, 'confirmation')} does not match`,
  included: acceptable,
  excluded: acceptable,
  is: acceptable,
  is_not: acceptable,
  invalid: label => `${the(label, 'value')} is not valid`,
  email: label => `${field(label)} must be a valid email`,
  url: label => `${field(label)} is not a valid URL`,
  ip: label => `${field(label)} must be a valid ip address`,
  ip_or_fqdn: label => `${field(label)} must be a valid ip address or FQDN`,
  credit_card: label => `${field(label)} is invalid`,
  image: label => `${field(label)} must be an image`,
  ext: label => `${field(label)} must be a valid file`,
  mimes: label => `${field(label)} must have a valid file type`,
  size: (label, [kilobytes]) => `${the(label, 'size')} must be less than ${fileSize(kilobytes)}`,
  dimensions: (label, [width, height]) => `${field(label)} must be ${width} pixels by ${height} pixels`,
};

function field(label: string): string {
  return label === '' ? 'This field' : `The ${label} field`;
}

/** «The birthday», «The birthday length»; without a label «The value», «The length». */
function the(label: string, noun = ''): string {
  if (label === '') return `The ${noun || 'value'}`;
  return noun === '' ? `The ${label}` : `The ${label} ${noun}`;
}

function acceptable(label: string): string {
  return `${field(label)} must be a valid value`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function range(length: number, max: number | undefined): string {
  return max === undefined ? `${length}` : `between ${length} and ${max}`;
}

function orEqual(inclusion: string): string {
  return inclusion === 'inclusive' ? 'or equal to ' : '';
}

/** Without a midnight that nobody typed. */
function day(date: string): string {
  return date.replace(/ 00:00:00$/, '');
}

function fileSize(kilobytes: number): string {
  const megabytes = kilobytes / 1024;
  return megabytes < 1 ? `${kilobytes} KB` : `${Math.round(megabytes * 10) / 10} MB`;
}
