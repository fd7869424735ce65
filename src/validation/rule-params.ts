/** The rules of the specification by their names there, each with what its check and its message need. */
export type RuleParams = {
  after: [date: string, inclusion: Inclusion];
  alpha: [];
  alpha_dash: [];
  alpha_num: [];
  alpha_spaces: [];
  before: [date: string, inclusion: Inclusion];
  between: [min: number, max: number];
  confirmed: [target: string];
  credit_card: [];
  date_between: [min: string, max: string, inclusivity: Inclusivity];
  date_format: [format: string];
  decimal: [decimals: number | '*', separator: string];
  digits: [length: number];
  dimensions: [width: number, height: number];
  email: [mode: 'single' | 'multiple'];
  excluded: readonly unknown[];
  ext: readonly string[];
  image: [];
  included: readonly unknown[];
  integer: [];
  ip: [version: 4 | 6 | 'any'];
  ip_or_fqdn: [];
  is: [other: unknown];
  is_not: [other: unknown];
  length: [length: number, max: number, unit: 'characters' | 'items'];
  max: [length: number];
  max_value: [max: number];
  mimes: readonly string[];
  min: [length: number];
  min_value: [min: number];
  numeric: [];
  regex: [expression: RegExp];
  required: [falseness: 'take_false' | 'refuse_false'];
  required_if: [target: string, ...values: string[]];
  size: [kilobytes: number];
  url: [protocol: 'any_protocol' | 'require_protocol'];
};

export type RuleName = keyof RuleParams;

/** Whether the date itself passes too. */
export type Inclusion = 'inclusive' | 'exclusive';

/** Which ends of a range belong to it, as in mathematics. */
export type Inclusivity = '()' | '[)' | '(]' | '[]';
