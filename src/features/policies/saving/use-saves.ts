import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { updatePolicy } from '#contract/policies.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { type Stored, saved } from '../editor/policy-drafts.ts';
import { readListed } from '../editor/read-listed.ts';
import { isSame } from '../editor/same.ts';
import type { HeldDrafts } from '../editor/use-policy-drafts.ts';
import { texts } from '../texts.ts';
import type { HeldPolicyData } from '../use-policy-data.ts';
import { problemText } from './problem-text.ts';
import { IDLE, type SaveState } from './save-state.ts';

export type Saves = {
  stateOf(id: number): SaveState;
  setStateOf(id: number, state: SaveState): void;
  /** Sends the policy as it is now, to replace the version that its work began with. */
  send(id: number): Promise<void>;
  /** Asks the server what became of a save whose answer was lost. */
  check(id: number): Promise<void>;
};

type Deps = HeldDrafts & Pick<HeldPolicyData, 'readAgain' | 'applySaved'>;

/** Saving policies: what is edited here is never lost by it, and never taken for saved without the server's word. */
export function useSaves(deps: Deps): Saves {
  const [states, setStates] = useState<ReadonlyMap<number, SaveState>>(new Map());
  const latest = useRef(states);
  const setStateOf = useCallback((id: number, state: SaveState) => {
    latest.current = new Map(latest.current).set(id, state);
    setStates(latest.current);
  }, []);
  const checkServer = useServerCheck(deps, setStateOf);
  const send = useSending(deps, setStateOf, checkServer);
  const check = useCallback(
    async (id: number) => {
      const state = latest.current.get(id);
      if (state?.step === 'unknown' && !state.isChecking) await checkServer(id, state.sent);
    },
    [checkServer],
  );
  useCheckWhenBack(states, check);
  return useMemo(
    () => ({ stateOf: id => states.get(id) ?? IDLE, setStateOf, send, check }),
    [states, setStateOf, send, check],
  );
}

type SetStateOf = Saves['setStateOf'];

/** Reads what the server has now and tells by it what became of what was sent. */
function useServerCheck({ draftFor, put, readAgain }: Deps, setStateOf: SetStateOf) {
  return useCallback(
    async (id: number, sent: Policy, words: readonly string[] = [texts.notApplied], isRefused = false) => {
      setStateOf(id, { step: 'unknown', sent, isChecking: true });
      const answer = await readAgain();
      const draft = draftFor(id);
      if (!answer.ok && isRefused) return setStateOf(id, { step: 'failed', words });
      if (!answer.ok || !draft) return setStateOf(id, { step: 'unknown', sent, isChecking: false });
      const now = readListed(answer.value).stored.get(id);
      if (isSame(now?.policy, sent)) {
        put(id, saved(draft, sent, now?.version));
        setStateOf(id, IDLE);
        return notifySaved(sent.name);
      }
      notifyFailure();
      // Somebody else has saved: which of the two it is to be is for the user to say.
      if (!isBase(draft.base, now)) return setStateOf(id, { step: 'comparing' });
      setStateOf(id, { step: 'failed', words });
    },
    [draftFor, put, readAgain, setStateOf],
  );
}

function isBase(base: Policy | null, now: Stored | undefined): boolean {
  return base === null ? now === undefined : isSame(base, now?.policy);
}

type CheckServer = ReturnType<typeof useServerCheck>;

function useSending(
  { draftFor, put, readAgain, applySaved }: Deps,
  setStateOf: SetStateOf,
  checkServer: CheckServer,
) {
  const update = useAction(updatePolicy);
  return useCallback(
    async (id: number) => {
      const draft = draftFor(id);
      if (!draft) return;
      const sent = draft.history.present;
      setStateOf(id, { step: 'sending' });
      const answer = await update(
        { policyData: { ...sent, rules: [...sent.rules] } },
        { version: draft.version },
      );
      if (!answer.ok) return handleFailure(answer.problem, id, sent, setStateOf, checkServer);
      const { version } = answer.value;
      const now = draftFor(id) ?? draft;
      put(id, saved(now, sent, version));
      applySaved({ ...sent, rules: [...sent.rules], version });
      setStateOf(id, IDLE);
      notifySaved(sent.name);
      // A server that counts no versions does not say what it has made of it either.
      if (version === undefined) await readAgain();
    },
    [update, draftFor, put, readAgain, applySaved, setStateOf, checkServer],
  );
}

async function handleFailure(
  problem: Problem,
  id: number,
  sent: Policy,
  setStateOf: SetStateOf,
  checkServer: CheckServer,
) {
  // Whether somebody else's version is really another one shows when it is read.
  if (problem.status === 412) return checkServer(id, sent, problemText(problem), true);
  if (!isKnownNotApplied(problem)) {
    return checkServer(id, sent, problem.kind === 'server' ? problemText(problem) : undefined);
  }
  notifyFailure();
  setStateOf(id, { step: 'failed', words: problemText(problem) });
}

function notifyFailure(): void {
  notify({ type: 'error', title: shared.error, message: texts.saveFailed });
}

function notifySaved(name: string): void {
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
