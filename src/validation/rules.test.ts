import { expect, it } from 'vitest';
import { creditCard, ip, ipOrFqdn, url } from './rules/addresses.ts';
import { confirmed, excluded, included, is, isNot } from './rules/choices.ts';
import { after, before, dateBetween, dateFormat } from './rules/dates.ts';
import { email } from './rules/email.ts';
import { dimensions, ext, image, mimes, size } from './rules/files.ts';
import { between, decimal, digits, integer, maxValue, minValue, numeric } from './rules/numbers.ts';
import { required, requiredIf } from './rules/required.ts';
import { alpha, alphaDash, alphaNum, alphaSpaces, length, max, min, regex } from './rules/texts.ts';

/** The rules of the specification (section 5) under their names; made within the test. */
const SPECIFIED = {
  after: () => after('2026-01-31'),
  before: () => before('2026-01-31'),
  between: () => between(1, 2),
  confirmed: () => confirmed('password'),
  credit_card: () => creditCard(),
  date_between: () => dateBetween('2026-01-01', '2026-01-02'),
  date_format: () => dateFormat('dd.MM.yyyy'),
  decimal: () => decimal(),
  digits: () => digits(3),
  dimensions: () => dimensions(1, 2, async () => null),
  email: () => email(),
  ext: () => ext('jpg'),
  image: () => image(),
  included: () => included('a'),
  excluded: () => excluded('a'),
  integer: () => integer(),
  ip: () => ip(),
  ip_or_fqdn: () => ipOrFqdn(),
  is: () => is('a'),
  is_not: () => isNot('a'),
  length: () => length(3),
  max: () => max(3),
  max_value: () => maxValue(3),
  mimes: () => mimes('text/plain'),
  min: () => min(3),
  min_value: () => minValue(3),
  numeric: () => numeric(),
  regex: () => regex(/a/),
  required: () => required(),
  required_if: () => requiredIf('kind', 'a'),
  size: () => size(1),
  url: () => url(),
  alpha: () => alpha(),
  alpha_dash: () => alphaDash(),
  alpha_num: () => alphaNum(),
  alpha_spaces: () => alphaSpaces(),
};

it.each(Object.entries(SPECIFIED))('the rule %s reports its issues under this name', (name, make) => {
  expect(make()).toMatchObject({ type: name, requirement: { rule: name } });
});
