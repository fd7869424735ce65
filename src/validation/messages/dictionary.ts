import type { RuleParams } from '../rule-params.ts';

/** Parameters of the messages for valibot's own checks that no rule has. */
type ValibotParams = {
  /** A value that is none of those that can be. */
  invalid: [];
  number: [];
  items_min: [count: number];
  items_max: [count: number];
};

export type MessageParams = RuleParams & ValibotParams;
export type MessageName = keyof MessageParams;

/** A message by its name: the text, or how it is made of the rule's parameters. */
export type MessageText<Name extends MessageName> = string | ((params: MessageParams[Name]) => string);

/** A message with the field's label in it; the label is '' where the reader sees it anyway. */
type WithLabel = (message: string, label: string) => string;

/** All messages of one language: what `import * as en from './en.ts'` gives. */
export type Dictionary = { readonly [Name in MessageName]: MessageText<Name> } & {
  readonly withLabel: WithLabel;
};
