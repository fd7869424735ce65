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

/** The text of a message, or how it is made of the rule's parameters. */
export type Message<Params extends readonly unknown[]> = string | ((params: Params) => string);

/** The messages of one language. */
export type Dictionary = {
  readonly messages: { readonly [Name in keyof MessageParams]: Message<MessageParams[Name]> };
  /** A message with the field's label in it; the label is '' where the reader sees it anyway. */
  readonly withLabel: (message: string, label: string) => string;
};
