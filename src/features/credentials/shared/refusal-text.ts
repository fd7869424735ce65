import type { Problem } from '#api/problem.ts';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import { texts } from './texts.ts';

/** Why something was refused that a question was asked about. */
export function refusalText({ kind, status, message }: Problem): string {
  if (kind === 'unauthenticated') return texts.sessionEnded;
  if (kind === 'throttled' || kind === 'unavailable') return texts.tooOften;
  const own = status === 403 ? texts.removeForbidden : texts.removeFailed;
  return toServerWords({ status, message }, own) || own;
}
