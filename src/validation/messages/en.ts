import type { Dictionary } from './dictionary.ts';

const ACCEPTABLE = 'The {field} field must be a valid value';

/** The English messages, in the words of vee-validate 2. */
export const en: Dictionary = {
  withLabel(message, label) {
    if (label !== '') return message.replace('{field}', label);
    return message
      .replace('The {field} field', 'This field')
      .replace('{field} must', 'value must')
      .replace('{field} ', '');
  },
  messages: {
    required: 'The {field} field is required',
    required_if: ([target]) =>
      `The {field} field is required when the ${target === '' ? 'other' : target} field has this value`,
    after: ([date, inclusion]) => `The {field} must be after ${orEqual(inclusion)}${day(date)}`,
    before: ([date, inclusion]) => `The {field} must be before ${orEqual(inclusion)}${day(date)}`,
    date_between: ([min, max]) => `The {field} must be between ${day(min)} and ${day(max)}`,
    date_format: ([format]) => `The {field} must be in the format ${format}`,
    alpha: 'The {field} field may only contain alphabetic characters',
    alpha_dash: 'The {field} field may contain alpha-numeric characters as well as dashes and underscores',
    alpha_num: 'The {field} field may only contain alpha-numeric characters',
    alpha_spaces: 'The {field} field may only contain alphabetic characters as well as spaces',
    min: ([length]) => `The {field} field must be at least ${count(length, 'character')}`,
    max: ([length]) => `The {field} field may not be greater than ${count(length, 'character')}`,
    length: ([length, max]) => `The {field} length must be ${range(length, max)}`,
    items_min: ([least]) => `The {field} field must have at least ${count(least, 'item')}`,
    items_max: ([most]) => `The {field} field may not have more than ${count(most, 'item')}`,
    items_length: ([length, max]) => `The {field} length must be ${range(length, max)}`,
    regex: 'The {field} field format is invalid',
    number: 'The {field} field must be a number',
    integer: 'The {field} field must be an integer',
    numeric: 'The {field} field may only contain numeric characters',
    digits: ([length]) => `The {field} field must be numeric and contains exactly ${count(length, 'digit')}`,
    decimal: ([decimals]) =>
      `The {field} field must be numeric and may contain ${
        decimals === '*' ? 'decimal points' : count(decimals, 'decimal point')
      }`,
    between: ([min, max]) => `The {field} field must be between ${min} and ${max}`,
    min_value: ([min]) => `The {field} field must be ${min} or more`,
    max_value: ([max]) => `The {field} field must be ${max} or less`,
    confirmed: 'The {field} confirmation does not match',
    included: ACCEPTABLE,
    excluded: ACCEPTABLE,
    is: ACCEPTABLE,
    is_not: ACCEPTABLE,
    invalid: 'The {field} value is not valid',
    email: 'The {field} field must be a valid email',
    url: 'The {field} field is not a valid URL',
    ip: 'The {field} field must be a valid ip address',
    ip_or_fqdn: 'The {field} field must be a valid ip address or FQDN',
    credit_card: 'The {field} field is invalid',
    image: 'The {field} field must be an image',
    ext: 'The {field} field must be a valid file',
    mimes: 'The {field} field must have a valid file type',
    size: ([kilobytes]) => `The {field} size must be less than ${fileSize(kilobytes)}`,
    dimensions: ([width, height]) => `The {field} field must be ${width} pixels by ${height} pixels`,
  },
};

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
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.round(kilobytes / 102.4) / 10} MB`;
}
