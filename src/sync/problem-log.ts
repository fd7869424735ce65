import type { AuthStore } from '#api/auth-state.ts';
import type { Problem } from '#api/problem.ts';
import type { Transport } from '#api/transport.ts';
import type { Clock } from '#kit/clock.ts';
import { PROBLEMS_ROW_PREFIX } from '#storage/database-names.ts';
import { type OutboxDb, ownerKeyOf } from '#storage/outbox-db.ts';
import { ownerOf } from './owners.ts';

/** A call that failed, without anything personal: `title` is the call's own. `at`: the last of `times`. */
export type LoggedProblem = Pick<Problem, 'kind' | 'status' | 'place' | 'code'> & {
  at: number;
  title: string;
  times: number;
};

/** So many are kept; alike ones are one. */
export const PROBLEMS_KEPT = 20;

type LogDeps = { db: OutboxDb; auth: AuthStore; apiOrigin: string; now: Clock };

/** A transport that writes down what failed for whoever is signed in. Lack of network is nothing to write down. */
export function withProblemLog(transport: Transport, deps: LogDeps): Transport {
  return async (endpoint, input, options) => {
    const answer = await transport(endpoint, input, options);
    if (!answer.ok && answer.problem.kind !== 'unchanged' && answer.problem.kind !== 'offline') {
      // The answer does not wait for it. Where it cannot be written, the disk is full or a newer app has the database.
      append(deps, endpoint.title, answer.problem).catch(() => {});
    }
    return answer;
  };
}

async function append({ db, auth, apiOrigin, now }: LogDeps, title: string, problem: Problem): Promise<void> {
  const { kind, status, place } = problem;
  // A server that answers with whole sentences here would not be one of ours.
  const code = /^[\w.-]{1,40}$/.test(problem.code) ? problem.code : '';
  const owner = ownerOf(await auth.latest(), apiOrigin);
  if (!owner) return;
  const ownerKey = ownerKeyOf(owner);
  const fresh = { title, kind, status, place, code };
  const keyOf = (each: typeof fresh) => [each.title, each.kind, each.status, each.place, each.code].join('|');
  await db.transaction('rw', db.control, async () => {
    const known = await readProblems(db, ownerKey);
    const before = known.find(each => keyOf(each) === keyOf(fresh));
    const others = known.filter(each => each !== before);
    const value = [...others, { ...fresh, at: now(), times: (before?.times ?? 0) + 1 }].slice(-PROBLEMS_KEPT);
    await db.control.put({ name: PROBLEMS_ROW_PREFIX + ownerKey, value });
  });
}

/** The last problems of an owner, the newest at the end. */
export async function readProblems(db: OutboxDb, ownerKey: string): Promise<LoggedProblem[]> {
  const row = await db.control.get(PROBLEMS_ROW_PREFIX + ownerKey);
  return (row?.value as LoggedProblem[] | undefined) ?? []; // written by append alone
}
