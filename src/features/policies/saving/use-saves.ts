import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { updatePolicy } from '#contract/policies.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from '../texts.ts';
import type { HeldReadings } from '../use-readings.ts';
import { type Stored, saved } from '../workbench/bench.ts';
import { readListed } from '../workbench/read-listed.ts';
import { isSame } from '../workbench/same.ts';
import type { HeldWorks } from '../workbench/use-works.ts';
import { wordsOf } from './problem-words.ts';
import { QUIET, type SaveState } from './save-state.ts';

export type Saves = {
  stateOf(id: number): SaveState;
  tell(id: number, state: SaveState): void;
  /** Sends the policy as it is now, to replace the version that its work began with. */
  send(id: number): Promise<void>;
  /** Asks the server what became of a save whose answer was lost. */
  check(id: number): Promise<void>;
};

type Means = HeldWorks & Pick<HeldReadings, 'readAgain' | 'learnSaved'>;

/** Saving policies: what is edited here is never lost by it, and never taken for saved without the server's word. */
export function useSaves(means: Means): Saves {
  const [states, setStates] = useState<ReadonlyMap<number, SaveState>>(new Map());
  const latest = useRef(states);
  const tell = useCallback((id: number, state: SaveState) => {
    latest.current = new Map(latest.current).set(id, state);
    setStates(latest.current);
  }, []);
  const learn = useLearning(means, tell);
  const send = useSending(means, tell, learn);
  const check = useCallback(
    async (id: number) => {
      const state = latest.current.get(id);
      if (state?.step === 'unknown' && !state.isChecking) await learn(id, state.sent);
    },
    [learn],
  );
  useCheckWhenBack(states, check);
  return useMemo(
    () => ({ stateOf: id => states.get(id) ?? QUIET, tell, send, check }),
    [states, tell, send, check],
  );
}

type Tell = Saves['tell'];

/** Reads what the server has now and tells by it what became of what was sent. */
function useLearning({ workOn, put, readAgain }: Means, tell: Tell) {
  return useCallback(
    async (id: number, sent: Policy, words: readonly string[] = [texts.notApplied], isRefused = false) => {
      tell(id, { step: 'unknown', sent, isChecking: true });
      const answer = await readAgain();
      const work = workOn(id);
      if (!answer.ok && isRefused) return tell(id, { step: 'failed', words });
      if (!answer.ok || !work) return tell(id, { step: 'unknown', sent, isChecking: false });
      const now = readListed(answer.value).stored.get(id);
      if (isSame(now?.policy, sent)) {
        put(id, saved(work, sent, now?.version));
        tell(id, QUIET);
        return tellSaved(sent.name);
      }
      notifyFailure();
      // Somebody else has saved: which of the two it is to be is for the user to say.
      if (!isBase(work.base, now)) return tell(id, { step: 'comparing' });
      tell(id, { step: 'failed', words });
    },
    [workOn, put, readAgain, tell],
  );
}

function isBase(base: Policy | null, now: Stored | undefined): boolean {
  return base === null ? now === undefined : isSame(base, now?.policy);
}

type Learn = ReturnType<typeof useLearning>;

function useSending({ workOn, put, readAgain, learnSaved }: Means, tell: Tell, learn: Learn) {
  const update = useAction(updatePolicy);
  return useCallback(
    async (id: number) => {
      const work = workOn(id);
      if (!work) return;
      const sent = work.history.present;
      tell(id, { step: 'sending' });
      const answer = await update(
        { policyData: { ...sent, rules: [...sent.rules] } },
        { version: work.version },
      );
      if (!answer.ok) return learnFailure(answer.problem, id, sent, tell, learn);
      const { version } = answer.value;
      const now = workOn(id) ?? work;
      put(id, saved(now, sent, version));
      learnSaved({ ...sent, rules: [...sent.rules], version });
      tell(id, QUIET);
      tellSaved(sent.name);
      // A server that counts no versions does not say what it has made of it either.
      if (version === undefined) await readAgain();
    },
    [update, workOn, put, readAgain, learnSaved, tell, learn],
  );
}

async function learnFailure(problem: Problem, id: number, sent: Policy, tell: Tell, learn: Learn) {
  // Whether somebody else's version is really another one shows when it is read.
  if (problem.status === 412) return learn(id, sent, wordsOf(problem), true);
  if (!isKnownNotApplied(problem)) {
    return learn(id, sent, problem.kind === 'server' ? wordsOf(problem) : undefined);
  }
  notifyFailure();
  tell(id, { step: 'failed', words: wordsOf(problem) });
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.saveFailed });
}

function tellSaved(name: string): void {
  notify({ type: 'success', title: texts.savedTitle(name), message: texts.savedMessage });
}

/** When the way to the server is back, lost answers are asked for by themselves. */
function useCheckWhenBack(states: ReadonlyMap<number, SaveState>, check: Saves['check']): void {
  const obstacle = useObstacle();
  const latest = useRef(states);
  latest.current = states;
  useEffect(() => {
    if (obstacle !== null) return;
    for (const [id, { step }] of latest.current) if (step === 'unknown') void check(id);
  }, [obstacle, check]);
}
