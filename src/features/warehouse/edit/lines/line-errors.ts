import * as v from 'valibot';
import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { PERCENT } from '#domain/warehouse/limits.ts';
import type { FormError } from '#ui/form/error-summary.tsx';
import { fields, text } from '#validation/fields.ts';
import { limitRules } from '#validation/limit-rules.ts';
import { describeIssue } from '#validation/messages.ts';
import { texts } from './texts.ts';

/** What can be typed in a line, in the order in which it stands there. */
export const LINE_FIELDS = ['count', 'price', 'tax', 'discount', 'reason'] as const satisfies LineField[];

/** What is wrong with a line, by its fields; `line` is what belongs to none of them. */
export type LineErrors = { readonly [Where in LineField | 'line']?: string };

/** The page's own rules are those of the specification: tax and discount. The others are the server's. */
const Line = fields({
  count: text(texts.count),
  price: text(texts.price),
  // A rate that is left empty is none at all.
  tax: text(texts.tax, ...limitRules<string>(PERCENT)),
  discount: text(texts.discount, ...limitRules<string>(PERCENT)),
  reason: text(texts.reason),
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

/** The lines, and what decides which of their errors are shown. */
export type ErrorState = {
  readonly lines: readonly DraftLine[];
  /** What the server has refused, by the key of the line. */
  readonly refusals: ReadonlyMap<string, LineErrors>;
  /** The fields that somebody has left with something wrong in them, by the key of the line. */
  readonly touched: ReadonlyMap<string, readonly LineField[]>;
  /** It was to be sent: from here on everything that is wrong is shown. */
  readonly showsAllErrors: boolean;
};

/** What is shown of what is wrong with a line: after a look at all of it everything, before that what was left. */
export function visibleErrors(line: DraftLine, state: Omit<ErrorState, 'lines'>): LineErrors {
  const own = errorsOf(line);
  const refused = state.refusals.get(line.key);
  const touched = state.touched.get(line.key);
  if (state.showsAllErrors) return refused ? { ...own, ...refused } : own;
  if (!touched || own === NO_ERRORS) return refused ?? NO_ERRORS;
  const seen = touched.flatMap(field => (own[field] === undefined ? [] : [[field, own[field]] as const]));
  return { ...Object.fromEntries(seen), ...refused };
}

/** All errors that are shown, each named after its line and field: `nomenclature.<index>.<field>`. */
export function listErrors(state: ErrorState): FormError[] {
  const { lines, refusals, touched, showsAllErrors } = state;
  if (!showsAllErrors && refusals.size === 0 && touched.size === 0) return [];
  return lines.flatMap((line, index) => toFormErrors(visibleErrors(line, state), index));
}

function toFormErrors(errors: LineErrors, index: number): FormError[] {
  if (errors === NO_ERRORS) return [];
  const name = `nomenclature.${index}`;
  return [
    ...(errors.line ? [{ name, label: texts.line(index + 1), message: errors.line }] : []),
    ...LINE_FIELDS.flatMap(field => {
      const message = errors[field];
      const label = texts.errorLabel(index + 1, texts[field]);
      return message ? [{ name: `${name}.${field}`, label, message }] : [];
    }),
  ];
}
