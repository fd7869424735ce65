import type { Result } from '#kit/result.ts';
import type { Policy } from './policy.ts';

/** Why an edit was refused; nothing has changed then. */
export type EditRefusal =
  | 'noSuchNode'
  | 'noSuchRule'
  | 'rootStays'
  | 'notAList'
  | 'tooDeep'
  | 'tooManyNodes'
  | 'tooLarge'
  | 'unknownType'
  | 'unknownAttribute'
  | 'unknownMethod'
  | 'takesNoValue'
  | 'takesOneValue'
  | 'unknownValue'
  | 'badText'
  | 'firstAlready'
  | 'lastAlready';

/** The edited policy, which shares everything untouched with the old one, or why it stays as it was. */
export type EditResult = Result<Policy, EditRefusal>;
