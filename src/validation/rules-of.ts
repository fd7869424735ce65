/**
 * Rules by their names in the specification: `rulesOf('required|max:255')`. It bundles every rule; where the
 * rules are known when the code is written, compose the functions instead.
 */
import type { AsyncRule, Rule } from './rule.ts';
import type { Inclusion, Inclusivity, RuleName } from './rule-params.ts';
import { creditCard, ip, ipOrFqdn, url } from './rules/addresses.ts';
import { confirmed, excluded, included, is, isNot } from './rules/choices.ts';
import { after, before, dateBetween, dateFormat } from './rules/dates.ts';
import { dimensions, type ReadImageSize } from './rules/dimensions.ts';
import { email } from './rules/email.ts';
import { ext, image, mimes, size } from './rules/files.ts';
import { between, decimal, digits, integer, maxValue, minValue, numeric } from './rules/numbers.ts';
import { required, requiredIf } from './rules/required.ts';
import { alpha, alphaDash, alphaNum, alphaSpaces, length, max, min, regex } from './rules/texts.ts';

/** `'required|max:255'`, or `{ required: true, max: 255, regex: /^(a|b)$/, between: [1, 5] }`. */
export type NamedRules = string | Partial<Readonly<Record<RuleName, unknown>>>;

type Params = readonly unknown[];
/** Makes a rule; dates are in the format of the field's date_format unless their rule names one. */
type Make = (params: Params, format: string | undefined) => Rule<unknown>;
type Recipe = { least: number; most: number; make: Make };

const UNLIMITED = Number.POSITIVE_INFINITY;

const RULES: Readonly<Record<Exclude<RuleName, 'dimensions'>, Recipe>> = {
  after: recipe(1, 3, (params, format) =>
    after(text(params[0]), inclusionOf(params[1]), formatOf(params[2], format)),
  ),
  before: recipe(1, 3, (params, format) =>
    before(text(params[0]), inclusionOf(params[1]), formatOf(params[2], format)),
  ),
  date_between: recipe(2, 4, (params, format) =>
    dateBetween(text(params[0]), text(params[1]), inclusivityOf(params[2]), formatOf(params[3], format)),
  ),
  date_format: recipe(1, 1, ([format]) => dateFormat(text(format))),
  alpha: recipe(0, 0, () => alpha()),
  alpha_dash: recipe(0, 0, () => alphaDash()),
  alpha_num: recipe(0, 0, () => alphaNum()),
  alpha_spaces: recipe(0, 0, () => alphaSpaces()),
  between: recipe(2, 2, ([least, most]) => between(number(least), number(most))),
  confirmed: recipe(1, 1, ([target]) => confirmed(text(target))),
  credit_card: recipe(0, 0, () => creditCard()),
  decimal: recipe(0, 2, ([decimals = '*', separator = '.']) =>
    decimal(decimals === '*' ? '*' : number(decimals), text(separator)),
  ),
  digits: recipe(1, 1, ([length]) => digits(number(length))),
  email: recipe(0, 1, ([mode]) => email(choice(mode, ['single', 'multiple']))),
  excluded: recipe(1, UNLIMITED, options => excluded(...options)),
  ext: recipe(1, UNLIMITED, ([first, ...rest]) => ext(text(first), ...rest.map(text))),
  image: recipe(0, 0, () => image()),
  included: recipe(1, UNLIMITED, options => included(...options)),
  integer: recipe(0, 0, () => integer()),
  ip: recipe(0, 1, ([version]) => ip(choice(version, [4, 6, 'any']))),
  ip_or_fqdn: recipe(0, 0, () => ipOrFqdn()),
  is: recipe(1, 1, ([other]) => is(other)),
  is_not: recipe(1, 1, ([other]) => isNot(other)),
  length: recipe(1, 2, ([least, most]) => length(number(least), most === undefined ? most : number(most))),
  max: recipe(1, 1, ([length]) => max(number(length))),
  max_value: recipe(1, 1, ([most]) => maxValue(number(most))),
  mimes: recipe(1, UNLIMITED, ([first, ...rest]) => mimes(text(first), ...rest.map(text))),
  min: recipe(1, 1, ([length]) => min(number(length))),
  min_value: recipe(1, 1, ([least]) => minValue(number(least))),
  numeric: recipe(0, 0, () => numeric()),
  regex: recipe(1, 1, ([expression]) => regex(expression instanceof RegExp ? expression : text(expression))),
  required: recipe(0, 1, ([invalidateFalse]) =>
    required(isYes(invalidateFalse) ? 'refuse_false' : 'take_false'),
  ),
  required_if: recipe(2, UNLIMITED, ([target, first, ...rest]) =>
    requiredIf(text(target), text(first), ...rest.map(text)),
  ),
  size: recipe(1, 1, ([kilobytes]) => size(number(kilobytes))),
  url: recipe(0, 1, ([protocol]) => url(choice(protocol, ['any_protocol', 'require_protocol']))),
};

/** The rules in the order in which they are named; wrong names and parameters throw at once. */
export function rulesOf<Input>(named: NamedRules): Rule<Input>[] {
  const rules = read(named);
  return rules.map(([name, params]) => makeRule(name, params, formatIn(rules)));
}

/** The same for v.pipeAsync, where `dimensions` can be among them. */
export function rulesOfAsync<Input>(
  named: NamedRules,
  readImageSize: ReadImageSize,
): (Rule<Input> | AsyncRule<Input>)[] {
  const rules = read(named);
  return rules.map(([name, params]) => {
    if (name !== 'dimensions') return makeRule(name, params, formatIn(rules));
    return withRuleInError(name, params, () => {
      assertParamCount(params, 2, 2);
      return dimensions(number(params[0]), number(params[1]), readImageSize);
    });
  });
}

type Named = readonly [name: string, params: Params];

function read(named: NamedRules): Named[] {
  if (typeof named === 'string') return named === '' ? [] : named.split('|').map(readOne);
  return Object.entries(named).flatMap(([name, given]): Named[] => {
    if (given === false || given === null || given === undefined) return [];
    if (given === true) return [[name, []]];
    return [[name, Array.isArray(given) ? given : [given]]];
  });
}

function readOne(rule: string): Named {
  const at = rule.indexOf(':');
  if (at === -1) return [rule.trim(), []];
  const [name, rest] = [rule.slice(0, at).trim(), rule.slice(at + 1)];
  // An expression may hold commas of its own.
  return [name, name === 'regex' ? [rest] : rest.split(',')];
}

function formatIn(rules: readonly Named[]): string | undefined {
  const format = rules.find(([name]) => name === 'date_format')?.[1][0];
  return typeof format === 'string' ? format : undefined;
}

function makeRule<Input>(name: string, params: Params, format: string | undefined): Rule<Input> {
  return withRuleInError(name, params, () => {
    if (name === 'dimensions') throw new Error('it needs time: use rulesOfAsync');
    const recipe = Object.hasOwn(RULES, name) ? RULES[name as keyof typeof RULES] : null; // just looked up
    if (!recipe) throw new Error('there is no such rule (an expression with | needs the object form)');
    assertParamCount(params, recipe.least, recipe.most);
    // Rules take any value; the pipe fixes the type.
    return recipe.make(params, format) as unknown as Rule<Input>;
  });
}

function withRuleInError<Made>(name: string, params: Params, make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    const call = [name, ...params].map(String).join(', ');
    throw new Error(`Rule (${call}): ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function recipe(least: number, most: number, make: Make): Recipe {
  return { least, most, make };
}

function assertParamCount(params: Params, least: number, most: number): void {
  if (params.length >= least && params.length <= most) return;
  const wanted = most === UNLIMITED ? `${least} or more` : [...new Set([least, most])].join(' to ');
  throw new Error(`${wanted} parameters are wanted, ${params.length} given`);
}

function text(param: unknown): string {
  if (typeof param === 'number') return String(param);
  if (typeof param !== 'string' || param === '') throw new Error(`"${param}" is not a text`);
  return param;
}

function number(param: unknown): number {
  const read = typeof param === 'string' && param.trim() !== '' ? Number(param) : param;
  if (typeof read !== 'number' || Number.isNaN(read)) throw new Error(`"${param}" is not a number`);
  return read;
}

/** The first choice is the default. */
function choice<const Choices extends readonly [string | number, ...(string | number)[]]>(
  param: unknown,
  choices: Choices,
): Choices[number] {
  if (param === undefined) return choices[0];
  const chosen = choices.find(each => String(each) === param || each === param);
  if (chosen === undefined) throw new Error(`"${param}" is none of ${choices.join(', ')}`);
  return chosen;
}

function isYes(param: unknown): boolean {
  return Boolean(param) && param !== 'false';
}

function inclusionOf(param: unknown): Inclusion {
  return isYes(param) && param !== 'exclusive' ? 'inclusive' : 'exclusive';
}

function inclusivityOf(param: unknown): Inclusivity {
  return choice(param, ['()', '[)', '(]', '[]']);
}

function formatOf(param: unknown, ofField: string | undefined): string | undefined {
  return param === undefined ? ofField : text(param);
}
