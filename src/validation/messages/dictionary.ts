import type { RuleParams } from '../rule-params.ts';

/** What valibot's own checks say, as far as no rule says the same. */
export type OwnParams = {
  /** A value that is none of those that can be. */
  invalid: [];
  number: [];
  items_min: [count: number];
  items_max: [count: number];
  items_length: RuleParams['length'];
};

export type MessageParams = RuleParams & OwnParams;

/**
 * A message of one language. `label` is the name of the field, '' where the reader sees it anyway. What names another
 * field or a date in `params` is made for reading already by the rule.
 */
export type Message<Params extends readonly unknown[]> = (label: string, params: Params) => string;

/** The messages of one language. */
export type Dictionary = { readonly [Name in keyof MessageParams]: Message<MessageParams[Name]> };
