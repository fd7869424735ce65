import type { Problem } from '#api/problem.ts';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import type { Refused } from '#ui/form/refused.ts';
import type { Notice } from '#ui/notice.ts';
import { answerWords, whyUnknown } from '#ui/remote/answer-fault.ts';
import { firstLine } from '#ui/remote/server-words.tsx';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { texts } from './texts.ts';
import type { NotAdded } from './use-add-promoter.ts';

/**
 * Why a promoter was not added. `refused`: certainly not made, and asked again it would not be either. `later`: not made,
 * but nothing is wrong with it. `unknown`: perhaps made, and the list of promoters does not tell.
 */
type AddPromoterFailure = {
  outcome: 'refused' | 'later' | 'unknown';
  /** What stands at the fields and above the form. */
  refused: Refused;
  /** What is said in passing; null where the form says all. */
  notice: Notice | null;
};

/** Sorts what came of it the way the specification's error catalogue does. */
export function toAddPromoterFailure(outcome: NotAdded): AddPromoterFailure {
  const { problem } = outcome;
  const { kind, status, message, fields } = problem;
  if (outcome.is === 'failed' && Object.keys(fields).length > 0) return fieldFailure(fields);
  if (outcome.is !== 'failed' || !isKnownNotApplied(problem)) {
    // The specification's word for JSON without an id.
    const isWithoutId = kind === 'unreadable' && status < 300;
    const notice = isWithoutId ? texts.notCreated : texts.noAnswer;
    const words = texts.afterLostAnswer[outcome.is](whyUnknown(problem));
    return failureOf(outcome.is === 'failed' ? 'later' : 'unknown', { message: words }, notice);
  }
  if (kind !== 'refused') {
    const message = `${answerWords(problem)}. ${texts.nothingLost}`;
    return failureOf('later', { message }, kind === 'unauthenticated' ? undefined : texts.noAnswer);
  }
  if (status < 300)
    return failureOf(
      'refused',
      { message: toServerWords({ status, message }, texts.notCreatedWhy) || texts.notCreatedWhy },
      texts.notCreated,
    );
  return failureOf('refused', { message: firstLine(whyNotDone(problem)) }, texts.noAnswer);
}

function fieldFailure(received: Problem['fields']): AddPromoterFailure {
  const translate = (message: string) => (message.trim() === EMAIL_TAKEN ? texts.emailTaken : message);
  const translated = Object.entries(received).map(
    ([name, messages]) => [name, messages.map(translate)] as const,
  );
  const fields = Object.fromEntries(translated);
  const isTakenOnly = Object.values(fields)
    .flat()
    .every(message => message === texts.emailTaken);
  return failureOf('refused', { message: '', fields }, isTakenOnly ? undefined : texts.requiredMissing);
}

function failureOf(
  outcome: AddPromoterFailure['outcome'],
  refused: Refused,
  message?: string,
): AddPromoterFailure {
  const notice: Notice | null = message ? { type: 'error', title: uiTexts.error, message } : null;
  return { outcome, refused, notice };
}

/** A refusal for a row of a list; what a server said in English is on a line of its own (`ServerWords`). */
export function failureText({ refused }: AddPromoterFailure): string {
  return toServerWords(refused);
}
