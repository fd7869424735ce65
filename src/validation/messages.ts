import type * as v from 'valibot';
import type { Dictionary, Message, MessageParams } from './messages/dictionary.ts';
import { ru } from './messages/ru.ts';
import { isList, isRequirement } from './rule.ts';

/** How an issue is told: for which field ('' where the reader sees it anyway), and in which language. */
export type Telling = { label?: string; dictionary?: Dictionary };

/** What the reader sees for a refusal, by a rule of ours or by valibot's own checks. Russian without more said. */
export function describeIssue(issue: v.BaseIssue<unknown>, telling: Telling = {}): string {
  const { label = '', dictionary = ru } = telling;
  const [name, params] = messageOf(issue);
  // Name and parameters come as a pair, which the type of a message picked by a name cannot say.
  const message = dictionary[name] as Message<readonly unknown[]>;
  return message(label, params);
}

type Chosen = {
  [Name in keyof MessageParams]: readonly [name: Name, params: MessageParams[Name]];
}[keyof MessageParams];

function messageOf(issue: v.BaseIssue<unknown>): Chosen {
  const { requirement, input } = issue;
  if (!isRequirement(requirement)) return ownMessageOf(issue);
  const { rule, params } = requirement;
  if (rule === 'length' && isList(input)) return ['items_length', params as MessageParams['length']]; // of that rule
  return [rule, params] as Chosen; // a rule's own name and parameters
}

/** Valibot's own checks, where a schema does without our rules. */
function ownMessageOf({ type, input, requirement }: v.BaseIssue<unknown>): Chosen {
  if (input === undefined || input === null || input === '') return ['required', ['take_false']];
  const limit = Number(requirement);
  const isText = typeof input === 'string';
  switch (type) {
    case 'max_code_points':
      return ['max', [limit]];
    case 'min_code_points':
      return ['min', [limit]];
    case 'min_length':
      return isText ? ['min', [limit]] : ['items_min', [limit]];
    case 'max_length':
      return isText ? ['max', [limit]] : ['items_max', [limit]];
    case 'non_empty':
      return ['required', ['take_false']];
    case 'email':
      return ['email', ['single']];
    case 'number':
    case 'safe_integer':
      return ['number', []];
    case 'check':
      return ['regex', [/./]];
    default:
      return ['invalid', []];
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
