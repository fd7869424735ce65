import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as v from 'valibot';

/** A schema stands for its own words by this until it is known where in the form they belong. */
const NO_WORDS = '';

/**
 * Checks a form by its schema; `describe` has the words for what it refuses without words of its own. Not the package's own resolver: valibot asks for a message before the issue knows its
 * field, so a message could not name it.
 */
export function ruleResolver<Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output> | v.GenericSchemaAsync<Input, Output>,
  describe: (issue: v.BaseIssue<unknown>, name: string) => string,
): Resolver<Input, unknown, Output> {
  return async (values, _context, options) => {
    const read = await v.safeParseAsync(schema, values, { message: NO_WORDS, abortPipeEarly: true });
    if (read.success) return { values: read.output, errors: {} };
    const errors: FieldErrors = {};
    for (const issue of read.issues) {
      const name = v.getDotPath(issue) ?? '';
      errors[name] ??= { type: issue.type, message: issue.message || describe(issue, name) };
    }
    return { values: {}, errors: toNestErrors<Input>(errors, options) };
  };
}
