/** What every rule is made of: a validation of valibot that says by name and parameters what it requires. */
import * as v from 'valibot';
import type { MessageText } from './messages/dictionary.ts';
import type { RuleName, RuleParams } from './rule-params.ts';

/** What a rule requires; an issue carries it too, so that a message can be chosen and filled. */
export type RuleRequirement<Name extends RuleName = RuleName> = {
  rule: Name;
  params: RuleParams[Name];
  /** Its message, so that only the messages of used rules are bundled; other languages come as a whole. */
  russian: MessageText<Name>;
};

type RuleIssue<Input> = v.BaseIssue<Input> & { requirement: RuleRequirement };

/** A rule in a pipe. `type` is the rule's name; `target` is the field beside it that it looks at, if any. */
export type Rule<Input> = v.BaseValidation<Input, Input, RuleIssue<Input>> & {
  requirement: RuleRequirement;
  target: string | null;
};

/** An asynchronous rule, for v.pipeAsync. */
export type AsyncRule<Input> = v.BaseValidationAsync<Input, Input, RuleIssue<Input>> & {
  requirement: RuleRequirement;
  target: null;
};

/** A field beside the one being checked: its value as its own schema reads it, and its label ('' without). */
export type Sibling = { value: unknown; label: string };

/** What `fields` adds to the configuration, so that a rule of one field can see another. */
export type SiblingsConfig = v.Config<v.BaseIssue<unknown>> & { siblings?: (name: string) => Sibling };

/** Nothing was given: every rule but those that require something passes it. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return isList(value) && value.length === 0;
}

/** An array, or the files of an input, which come in a list of their own (FileList, which only browsers know). */
export function isList(value: unknown): value is ArrayLike<unknown> {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && 'length' in value && 'item' in value;
}

/** A rule that looks at the value alone; empty values pass. `russian` is its message. */
export function rule<Input, Name extends RuleName>(
  name: Name,
  params: RuleParams[Name],
  russian: MessageText<Name>,
  passes: (value: unknown) => boolean,
): Rule<Input> {
  return ruleWithParams(name, params, russian, value => (isEmpty(value) || passes(value) ? null : params));
}

/** The same of each item, where the value is a list. */
export function eachRule<Input, Name extends RuleName>(
  name: Name,
  params: RuleParams[Name],
  russian: MessageText<Name>,
  passes: (item: unknown) => boolean,
): Rule<Input> {
  return rule(name, params, russian, value =>
    isList(value) ? Array.from(value).every(passes) : passes(value),
  );
}

/** A rule whose check returns the parameters for its message, or null if the value passes. */
export function ruleWithParams<Input, Name extends RuleName>(
  name: Name,
  params: RuleParams[Name],
  russian: MessageText<Name>,
  check: (value: unknown) => RuleParams[Name] | null,
): Rule<Input> {
  return makeRule({ rule: name, params, russian }, null, check);
}

/**
 * A rule that looks at a field beside it too, which its first parameter names. It works inside `fields` only, which lets
 * it see that field.
 */
export function siblingRule<Input, Name extends 'after' | 'before' | 'confirmed' | 'required_if'>(
  name: Name,
  params: RuleParams[Name],
  russian: MessageText<Name>,
  check: (value: unknown, sibling: Sibling) => RuleParams[Name] | null,
): Rule<Input> {
  const [target] = params;
  return makeRule({ rule: name, params, russian }, target, (value, { siblings }) => {
    if (siblings) return check(value, siblings(target));
    throw new Error(`The rule ${name}:${target} looks at another field: wrap them in fields()`);
  });
}

function makeRule<Input, Name extends RuleName>(
  requirement: RuleRequirement<Name>,
  target: string | null,
  check: (value: unknown, config: SiblingsConfig) => RuleParams[Name] | null,
): Rule<Input> {
  const self: Rule<Input> = {
    kind: 'validation',
    type: requirement.rule,
    async: false,
    expects: null,
    target,
    // Name, parameters and message fit each other by the type of the argument, which the union of all cannot say.
    requirement: requirement as unknown as RuleRequirement,
    reference: rule,
    '~run'(dataset, config) {
      // `fields` puts it there; valibot hands the configuration down unchanged.
      const params = dataset.typed ? check(dataset.value, config as SiblingsConfig) : null;
      if (params)
        v._addIssue({ ...self, requirement: { ...requirement, params } }, self.type, dataset, config);
      return dataset;
    },
  };
  return self;
}

/** A rule whose check is asynchronous; empty values pass. */
export function asyncRule<Input, Name extends RuleName>(
  name: Name,
  params: RuleParams[Name],
  russian: MessageText<Name>,
  passes: (value: unknown) => Promise<boolean>,
): AsyncRule<Input> {
  const self: AsyncRule<Input> = {
    ...makeRule<Input, Name>({ rule: name, params, russian }, null, () => null),
    async: true,
    target: null,
    reference: asyncRule,
    async '~run'(dataset, config) {
      const isFine = !dataset.typed || isEmpty(dataset.value) || (await passes(dataset.value));
      if (!isFine) v._addIssue(self, self.type, dataset, config);
      return dataset;
    },
  };
  return self;
}

/** Whether an item of a pipe is a rule of this set. */
export function isRule(item: { kind: string; requirement?: unknown }): item is Rule<unknown> {
  return item.kind === 'validation' && isRequirement(item.requirement);
}

/** Whether an issue's requirement was put there by a rule of this set. */
export function isRequirement(requirement: unknown): requirement is RuleRequirement {
  return (
    typeof requirement === 'object' &&
    requirement !== null &&
    'rule' in requirement &&
    'russian' in requirement
  );
}

/**
 * Checks a number that a developer gives to a rule: a wrong one throws at once, before any value is checked.
 */
export function assertCount(rule: RuleName, ...numbers: readonly number[]): void {
  for (const number of numbers) {
    if (!Number.isInteger(number) || number < 0) {
      throw new Error(`The rule ${rule} needs a whole number from 0, not ${number}`);
    }
  }
}

/** The same for any finite number. */
export function assertNumber(rule: RuleName, ...numbers: readonly number[]): void {
  for (const number of numbers) {
    if (!Number.isFinite(number)) throw new Error(`The rule ${rule} needs a number, not ${number}`);
  }
}
