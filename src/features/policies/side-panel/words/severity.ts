import type { WarningName } from '#domain/policy/words/warnings.ts';

/** `error`: whatever is asked is denied. `incomplete`: still to be chosen. `attention`: hardly what was meant. */
export type Severity = 'error' | 'incomplete' | 'attention';

const ERRORS: readonly WarningName[] = [
  'unknownType',
  'unknownAttribute',
  'unknownMethod',
  'badPattern',
  'patternTooLong',
  'tooManyPatterns',
  'notANumber',
  'notADate',
  'tooManyValues',
  'datesAndTimes',
];

const INCOMPLETE: readonly WarningName[] = [
  'typeMissing',
  'attributeMissing',
  'methodMissing',
  'valueMissing',
];

/** How much a warning matters. */
export function severityOf(name: WarningName): Severity {
  if (ERRORS.includes(name)) return 'error';
  return INCOMPLETE.includes(name) ? 'incomplete' : 'attention';
}
