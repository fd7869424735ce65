import type { Problem } from '#api/problem.ts';
import { continueSentence } from '#kit/continue-sentence.ts';
import { describeFailure, whyWaiting } from './answer-fault.ts';

type Way = {
  reachable: boolean;
  /** What the last pass over the queue ended with; null is a success. */
  passProblem: Problem | null;
  /** The session has ended. */
  held: boolean;
  /** It is about a contact that the server does not have yet. */
  afterContact?: boolean;
};

/** When something goes to the server that is saved now, as far as this device knows: what is in the way is named. */
export function whenSent({ held, afterContact = false, reachable, passProblem }: Way): string {
  if (held || (passProblem && describeFailure(passProblem).signIn)) return 'Уйдет после входа';
  if (afterContact) return 'Уйдет после контакта';
  if (!reachable) return 'Уйдет, когда появится связь';
  const why = passProblem && whyWaiting(passProblem);
  return why ? `Уйдет позже: ${continueSentence(why)}` : 'Уйдет сейчас';
}
