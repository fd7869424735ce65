import type * as v from 'valibot';
import type { Dictionary, MessageName, MessageParams } from './messages/dictionary.ts';
import * as ru from './messages/ru.ts';
import { isRequirement } from './rule.ts';

/** How an issue is described: the field's label ('' where the reader sees it anyway), and the language. */
type MessageOptions = { label?: string; dictionary?: Dictionary | undefined };

/** The message for an issue of a rule of ours or of valibot's own checks; Russian by default. */
export function describeIssue(issue: v.BaseIssue<unknown>, options: MessageOptions = {}): string {
  const { label = '', dictionary } = options;
  const withLabel = dictionary?.withLabel ?? ru.withLabel;
  const { requirement } = issue;
  if (!isRequirement(requirement)) return withLabel(valibotMessage(issue, dictionary ?? RUSSIAN), label);
  const { rule, params, russian } = requirement;
  return withLabel(fill(dictionary?.[rule] ?? russian, params), label);
}

function fill(messages: string | ((params: never) => string), params: MessageParams[MessageName]): string {
  // Message and parameters belong to the same rule.
  return typeof messages === 'string' ? messages : messages(params as never);
}

/** Named one by one: the whole dictionary would bundle the messages of unused rules. */
const RUSSIAN = {
  required: ru.required,
  min: ru.min,
  max: ru.max,
  items_min: ru.items_min,
  items_max: ru.items_max,
  number: ru.number,
  email: ru.email,
  regex: ru.regex,
  invalid: ru.invalid,
};

/** Messages of valibot's own checks, where a schema does without our rules. */
function valibotMessage(
  { type, input, requirement }: v.BaseIssue<unknown>,
  messages: typeof RUSSIAN,
): string {
  if (input === undefined || input === null || input === '') return fill(messages.required, ['take_false']);
  const limit = Number(requirement);
  const isText = typeof input === 'string';
  switch (type) {
    case 'max_code_points':
      return fill(messages.max, [limit]);
    case 'min_code_points':
      return fill(messages.min, [limit]);
    case 'min_length':
      return fill(isText ? messages.min : messages.items_min, [limit]);
    case 'max_length':
      return fill(isText ? messages.max : messages.items_max, [limit]);
    case 'non_empty':
      return fill(messages.required, ['take_false']);
    case 'email':
      return fill(messages.email, ['single']);
    case 'number':
    case 'safe_integer':
      return fill(messages.number, []);
    case 'check':
      return fill(messages.regex, []);
    default:
      return fill(messages.invalid, []);
  }
}

/** Messages by field path (`contact_phones.0.full_phone`), as Laravel answers them. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = issue.path?.map(step => String(step.key)).join('.') ?? '';
    fields[path] = [...(fields[path] ?? []), describeIssue(issue)];
  }
  return fields;
}
