import * as v from 'valibot';
import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { COUNT, PERCENT, PRICE, TEXT_MAX } from '#domain/warehouse/limits.ts';
import { fields, text } from '#validation/fields.ts';
import { limitRules } from '#validation/limit-rules.ts';
import { describeIssue } from '#validation/messages.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import { texts } from './texts.ts';

/** What can be typed in a line, in the order in which it stands there. */
export const LINE_FIELDS = ['count', 'price', 'tax', 'discount', 'reason'] as const satisfies LineField[];

/** What is wrong with a line, by its fields; `line` is what belongs to none of them. */
export type LineErrors = { readonly [Where in LineField | 'line']?: string };

const Line = fields({
  count: text(texts.count, required(), ...limitRules<string>(COUNT)),
  price: text(texts.price, required(), ...limitRules<string>(PRICE)),
  // A rate that is left empty is none at all.
  tax: text(texts.tax, ...limitRules<string>(PERCENT)),
  discount: text(texts.discount, ...limitRules<string>(PERCENT)),
  reason: text(texts.reason, max(TEXT_MAX)),
});

export const NO_ERRORS: LineErrors = {};

/** Lines are replaced, never changed: a key costs the check of one line, not of two thousand. */
const cache = new WeakMap<DraftLine, LineErrors>();

/** What the rules refuse in a line; `NO_ERRORS` for nothing. */
export function errorsOf(line: DraftLine): LineErrors {
  const cached = cache.get(line);
  if (cached) return cached;
  const errors = check(line);
  cache.set(line, errors);
  return errors;
}

function check(line: DraftLine): LineErrors {
  const read = v.safeParse(Line, line, { message: issue => describeIssue(issue), abortPipeEarly: true });
  if (read.success) return NO_ERRORS;
  return Object.fromEntries(read.issues.map(issue => [v.getDotPath(issue), issue.message]));
}
