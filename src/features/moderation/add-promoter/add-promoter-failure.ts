import { isAnswered, type Problem } from '#api/problem.ts';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import type { Refused } from '#ui/form/refused.ts';
import type { Notice } from '#ui/notice.ts';
import { answerWords, whyUnknown } from '#ui/remote/answer-fault.ts';
import { firstLine } from '#ui/remote/server-words.tsx';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { texts } from './texts.ts';

/**
 * Why a promoter was not added. `refused`: certainly not made, and asked again it would not be either. `later`: not made,
 * but nothing is wrong with it. `unknown`: perhaps made.
 */
type AddPromoterFailure = {
  outcome: 'refused' | 'later' | 'unknown';
  /** What stands at the fields and above the form. */
  refused: Refused;
  /** What is said in passing; null where the form says all. */
  notice: Notice | null;
};

/** Sorts a problem the way the specification's error catalogue does. */
export function toAddPromoterFailure(problem: Problem): AddPromoterFailure {
  const { kind, status, message, fields } = problem;
  if (Object.keys(fields).length > 0) return fieldFailure(fields);
  if (!isAnswered(problem) || kind === 'server') {
    const message = texts.outcomeUnknown(whyUnknown(problem));
    // The specification's word for JSON without an id; whether the account is there stays unknown.
    const isWithoutId = kind === 'unreadable' && status < 300;
    return failureOf('unknown', { message }, isWithoutId ? texts.notCreated : texts.noAnswer);
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
