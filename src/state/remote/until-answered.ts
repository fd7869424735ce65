import { isOutOfReach, type Problem } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied } from './use-action.ts';

export type Outcome<Value> =
  /** `isRepeated`: an earlier attempt may have done it, and the answer may be as old as that. */
  | { is: 'done'; value: Value; isRepeated: boolean }
  /** `unknown`: it may have been carried out. `failed`: it was not. */
  | { is: 'failed' | 'unknown'; problem: Problem }
  | { is: 'stopped' };

/** How many answers of a failing server end the attempts. */
const TRIES = 3;

/**
 * Sends a command until the server answers. Each attempt carries the same idempotency key, so a lost one is sent again.
 * `mayGoOn` waits while calls are held; false: the moderator has stopped them. `before`: the problem with which an earlier attempt
 * under this key ended.
 */
export async function untilAnswered<Value>(
  call: () => Promise<Result<Value, Problem>>,
  mayGoOn: (after: Problem | null) => Promise<boolean>,
  before: Problem | null = null,
): Promise<Outcome<Value>> {
  let [failures, last]: [number, Problem | null] = [0, null];
  /** The last problem after which the server may have carried out the command. */
  let doubt = before;
  while (failures < TRIES && (await mayGoOn(last))) {
    const answer = await call();
    if (answer.ok) return { is: 'done', value: answer.value, isRepeated: doubt !== null };
    last = answer.problem;
    if (isRefused(last, doubt)) return { is: 'failed', problem: last };
    if (!isKnownNotApplied(last)) doubt = last;
    // A proxy that answers this one call would be asked for ever.
    if (!isLost(last) || last.kind === 'foreign') failures += 1;
  }
  const problem = doubt ?? (failures === TRIES ? last : null);
  return problem ? { is: 'unknown', problem } : { is: 'stopped' };
}

function isLost(problem: Problem): boolean {
  return isOutOfReach(problem) || problem.kind === 'unauthenticated';
}

/** After a lost answer only a refusal that names the key proves that no attempt was carried out. */
function isRefused(problem: Problem, doubt: Problem | null): boolean {
  return !isLost(problem) && isKnownNotApplied(problem) && (doubt === null || problem.keyStatus !== '');
}
