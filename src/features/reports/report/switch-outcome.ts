import type { Problem } from '#api/problem.ts';
import type { Report } from '#contract/reports.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { problemText } from '../problem-text.ts';
import { texts } from '../texts.ts';

/** `done`: it has gone through without an answer. `already`: somebody else was first. `unknown`: nobody can say. */
export type Outcome = { is: 'done' | 'already' | 'failed' | 'unknown'; problem: string };

/**
 * What a close or an open that was not confirmed comes to, once the report was read again; null: it could not be
 * read. `closed` is what was wanted.
 */
export function outcomeOf(why: Problem, fresh: Pick<Report, 'closed_at'> | null, closed: boolean): Outcome {
  const isUndone = isKnownNotApplied(why);
  if (!fresh) {
    return isUndone
      ? { is: 'failed', problem: problemText(why) }
      : { is: 'unknown', problem: texts.stateUnknown };
  }
  if ((fresh.closed_at !== null) === closed) {
    return isUndone ? { is: 'already', problem: alreadyWords(closed) } : { is: 'done', problem: '' };
  }
  return { is: 'failed', problem: isUndone ? problemText(why) : texts.notChanged };
}

/** That the report is as it was wanted without this moderator. */
export function alreadyWords(closed: boolean): string {
  return closed ? texts.alreadyClosed : texts.alreadyOpen;
}
