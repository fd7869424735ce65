import { isOutOfReach, type Problem } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied } from './use-action.ts';

export type Outcome<Value> =
  /** `isRepeated`: an earlier attempt may have done it, and the answer may be as old as that. */
  | { is: 'done'; value: Value; isRepeated: boolean }
  /** `unknown`: it may have been carried out. `failed`: it was not. */
  | { is: 'failed' | 'unknown'; problem: Problem }
  | { is: 'stopped' };

/** How often a failing server is asked. */
const TRIES = 3;

/**
 * Sends a command until there is an answer to it. It is sent under one key, so that whatever was lost may be sent again.
 * `mayGoOn` waits while nothing may be sent; false: the moderator wants no further call. `before`: how an attempt has ended that
 * this one repeats.
 */
export async function untilAnswered<Value>(
  call: () => Promise<Result<Value, Problem>>,
  mayGoOn: (after: Problem | null) => Promise<boolean>,
  before: Problem | null = null,
): Promise<Outcome<Value>> {
  let [failures, last]: [number, Problem | null] = [0, null];
  /** The one after which nobody knows. */
  let doubt = before;
  while (failures < TRIES && (await mayGoOn(last))) {
    const answer = await call();
    if (answer.ok) return { is: 'done', value: answer.value, isRepeated: doubt !== null };
    last = answer.problem;
    if (isRefused(last, doubt)) return { is: 'failed', problem: last };
    if (!isKnownNotApplied(last)) doubt = last;
    // Where something answers in place of the server for this call alone, asking for ever would say nothing.
    if (!isLost(last) || last.kind === 'foreign') failures += 1;
  }
  const problem = doubt ?? (failures === TRIES ? last : null);
  return problem ? { is: 'unknown', problem } : { is: 'stopped' };
}

function isLost(problem: Problem): boolean {
  return isOutOfReach(problem) || problem.kind === 'unauthenticated';
}

/** After a lost answer only a refusal that names the key says that nothing was done before either. */
function isRefused(problem: Problem, doubt: Problem | null): boolean {
  return !isLost(problem) && isKnownNotApplied(problem) && (doubt === null || problem.keyStatus !== '');
}
