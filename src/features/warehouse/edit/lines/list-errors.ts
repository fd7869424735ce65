import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import type { FormError } from '#ui/form/error-summary.tsx';
import { errorsOf, LINE_FIELDS, type LineErrors, NO_ERRORS } from './line-errors.ts';
import type { LineState } from './line-state.ts';
import { texts } from './texts.ts';

/** What decides which errors of a line are shown. */
export type Showing = {
  refused: LineErrors | undefined;
  left: readonly LineField[] | undefined;
  isChecked: boolean;
};

/** What is shown of what is wrong with a line: after a look at all of it everything, before that what was left. */
export function shownErrors(line: DraftLine, { refused, left, isChecked }: Showing): LineErrors {
  const own = errorsOf(line);
  if (isChecked) return refused ? { ...own, ...refused } : own;
  if (!left || own === NO_ERRORS) return refused ?? NO_ERRORS;
  const seen = left.flatMap(field => (own[field] === undefined ? [] : [[field, own[field]] as const]));
  return { ...Object.fromEntries(seen), ...refused };
}

/** All errors that are shown, each named after its line and field. */
export function listErrors({ lines, refusals, left, isChecked }: LineState): FormError[] {
  if (!isChecked && refusals.size === 0 && left.size === 0) return [];
  const listed: FormError[] = [];
  if (isChecked && lines.length > LINES_MAX) {
    listed.push({ name: '', label: '', message: texts.tooMany(LINES_MAX) });
  }
  for (const [index, line] of lines.entries()) {
    const { key } = line;
    const errors = shownErrors(line, { refused: refusals.get(key), left: left.get(key), isChecked });
    if (errors !== NO_ERRORS) listed.push(...named(errors, index));
  }
  return listed;
}

function named(errors: LineErrors, index: number): FormError[] {
  const whole = errors.line;
  const name = `nomenclature.${index}`;
  return [
    ...(whole ? [{ name, label: texts.line(index + 1), message: whole }] : []),
    ...LINE_FIELDS.flatMap(field => {
      const message = errors[field];
      return message
        ? [{ name: `${name}.${field}`, label: texts.lineOf(index + 1, texts[field]), message }]
        : [];
    }),
  ];
}
