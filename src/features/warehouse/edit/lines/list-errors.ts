import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import type { FormError } from '#ui/form/error-summary.tsx';
import { errorsOf, LINE_FIELDS, type LineErrors, NO_ERRORS } from './line-errors.ts';
import type { LineState } from './line-state.ts';
import { texts } from './texts.ts';

/** What decides which errors of a line are shown. */
export type ErrorVisibility = {
  refused: LineErrors | undefined;
  touched: readonly LineField[] | undefined;
  showsAllErrors: boolean;
};

/** What is shown of what is wrong with a line: after a look at all of it everything, before that what was left. */
export function visibleErrors(
  line: DraftLine,
  { refused, touched, showsAllErrors }: ErrorVisibility,
): LineErrors {
  const own = errorsOf(line);
  if (showsAllErrors) return refused ? { ...own, ...refused } : own;
  if (!touched || own === NO_ERRORS) return refused ?? NO_ERRORS;
  const seen = touched.flatMap(field => (own[field] === undefined ? [] : [[field, own[field]] as const]));
  return { ...Object.fromEntries(seen), ...refused };
}

/** All errors that are shown, each named after its line and field. */
export function listErrors({ lines, refusals, touched, showsAllErrors }: LineState): FormError[] {
  if (!showsAllErrors && refusals.size === 0 && touched.size === 0) return [];
  const listed: FormError[] = [];
  if (showsAllErrors && lines.length > LINES_MAX) {
    listed.push({ name: '', label: '', message: texts.tooMany(LINES_MAX) });
  }
  for (const [index, line] of lines.entries()) {
    const { key } = line;
    const errors = visibleErrors(line, {
      refused: refusals.get(key),
      touched: touched.get(key),
      showsAllErrors,
    });
    if (errors !== NO_ERRORS) listed.push(...toFormErrors(errors, index));
  }
  return listed;
}

function toFormErrors(errors: LineErrors, index: number): FormError[] {
  const whole = errors.line;
  const name = `nomenclature.${index}`;
  return [
    ...(whole ? [{ name, label: texts.line(index + 1), message: whole }] : []),
    ...LINE_FIELDS.flatMap(field => {
      const message = errors[field];
      return message
        ? [{ name: `${name}.${field}`, label: texts.errorLabel(index + 1, texts[field]), message }]
        : [];
    }),
  ];
}
