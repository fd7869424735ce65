import { isAnswered, type Problem } from '#api/problem.ts';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import type { Refused } from '#ui/form/refused.ts';
import type { Notice } from '#ui/notice.ts';
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
    return {
      outcome: 'unknown',
      refused: { message: texts.outcomeUnknown },
      notice: errorNotice(texts.noAnswer),
    };
  }
  if (kind === 'unauthenticated')
    return { outcome: 'later', refused: { message: texts.sessionEnded }, notice: null };
  if (kind === 'throttled' || kind === 'unavailable')
    return { outcome: 'later', refused: { message: texts.retryLater }, notice: errorNotice(texts.noAnswer) };
  if (status < 300) {
    const refused = { message: message || texts.notCreatedWhy };
    return { outcome: 'refused', refused, notice: errorNotice(texts.notCreated) };
  }
  const words = status === 403 ? texts.forbidden : message || texts.refused;
  return { outcome: 'refused', refused: { message: words }, notice: errorNotice(texts.noAnswer) };
}

function fieldFailure(fields: Problem['fields']): AddPromoterFailure {
  const refused = Object.entries(fields).map(
    ([name, messages]) => [name, messages.map(translateMessage)] as const,
  );
  const isTakenOnly = refused.every(([, messages]) =>
    messages.every(message => message === texts.emailTaken),
  );
  return {
    outcome: 'refused',
    refused: { message: '', fields: Object.fromEntries(refused) },
    notice: isTakenOnly ? null : errorNotice(texts.requiredMissing),
  };
}

function translateMessage(message: string): string {
  return message.trim() === EMAIL_TAKEN ? texts.emailTaken : message;
}

function errorNotice(message: string): Notice {
  return { type: 'error', title: uiTexts.error, message };
}

/** A refusal in one line, for a row of a list. */
export function failureText({ refused }: AddPromoterFailure): string {
  const messages = Object.values(refused.fields ?? {}).flat();
  return messages.join(' ') || refused.message;
}
