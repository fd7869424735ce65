import type { Problem } from '#api/problem.ts';
import { whyUnsaved } from '#ui/remote/save-problem.ts';
import { texts } from '../texts.ts';

/** Why a policy was not saved: each fault that the server found, else why at all. */
export function problemText(problem: Problem): readonly string[] {
  const refused = Object.values(problem.fields).flat();
  return refused.length > 0 ? refused : [whyUnsaved(problem, texts.problems)];
}
