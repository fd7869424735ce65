import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied, useObstacle } from './use-action.ts';

/**
 * Where a save stands. `failed`: nothing was stored; `wasRead`: that was read, whatever the answer was. `unknown`: the answer was
 * lost. `checking`: the server is asked what it has. `conflict`: it has something else than was edited.
 */
export type SaveState<Sent, Stored> =
  | { readonly step: 'idle' | 'saved' }
  | { readonly step: 'sending'; readonly sent: Sent }
  | { readonly step: 'failed'; readonly problem: Problem; readonly wasRead: boolean }
  | { readonly step: 'unknown' | 'checking'; readonly sent: Sent; readonly problem: Problem }
  | { readonly step: 'conflict'; readonly theirs: Stored };

const IDLE = { step: 'idle' } as const;

/** How one kind of thing is saved. */
export type SaveOptions<Sent, Stored> = {
  /** Sends it, to replace the version that was edited. */
  send: (sent: Sent) => Promise<Result<Stored, Problem>>;
  /** Reads what the server has now. */
  read: (sent: Sent) => Promise<Result<Stored, Problem>>;
  /** Whether the server has what was sent. */
  isSaved: (stored: Stored, sent: Sent) => boolean;
  /** Whether the server still has what the edits began with; false is a conflict. */
  isBase: (stored: Stored, sent: Sent) => boolean;
  /** Whether this refusal says less than the server's own data, so that these are read; 412 always does. */
  isUnclear?: (problem: Problem) => boolean;
};

/**
 * What came of a save. `problem` is what its answer was, null for a success. `isOthers`: it was refused, and the server has it all
 * the same: somebody else was first. `stored` of a failure: what the server has, if that was read.
 */
export type SaveOutcome<Sent, Stored> =
  | { is: 'saved'; stored: Stored; sent: Sent; problem: Problem | null; isOthers: boolean }
  | { is: 'failed'; problem: Problem; sent: Sent; stored?: Stored; wasRead: boolean }
  | { is: 'unknown'; problem: Problem; sent: Sent }
  | { is: 'conflict'; theirs: Stored; problem: Problem; sent: Sent };

/** Why nothing was stored; null where no answer said so, and reading has shown it. */
export function reasonOf(failed: { problem: Problem; wasRead: boolean }): Problem | null {
  return failed.wasRead && failed.problem.status < 400 ? null : failed.problem;
}

/** Sends, and reads what the server has where its answer leaves that open. Nothing is taken for saved or lost by a guess. */
export async function sendVersioned<Sent, Stored>(
  options: SaveOptions<Sent, Stored>,
  sent: Sent,
  onCheck: (problem: Problem) => void,
): Promise<SaveOutcome<Sent, Stored>> {
  const answer = await options.send(sent);
  if (answer.ok) return { is: 'saved', stored: answer.value, sent, problem: null, isOthers: false };
  const { problem } = answer;
  const isUnclear = problem.status === 412 || options.isUnclear?.(problem) === true;
  if (isKnownNotApplied(problem) && !isUnclear) return { is: 'failed', problem, sent, wasRead: false };
  onCheck(problem);
  return checkVersioned(options, sent, problem);
}

/** Tells by what the server has now what became of a save that ended with this problem. */
export async function checkVersioned<Sent, Stored>(
  { read, isSaved, isBase }: SaveOptions<Sent, Stored>,
  sent: Sent,
  problem: Problem,
): Promise<SaveOutcome<Sent, Stored>> {
  const wasRefused = isKnownNotApplied(problem);
  const answer = await read(sent);
  if (!answer.ok) {
    return wasRefused ? { is: 'failed', problem, sent, wasRead: false } : { is: 'unknown', problem, sent };
  }
  const stored = answer.value;
  if (isSaved(stored, sent)) return { is: 'saved', stored, sent, problem, isOthers: wasRefused };
  if (!isBase(stored, sent)) return { is: 'conflict', theirs: stored, problem, sent };
  return { is: 'failed', problem, sent, stored, wasRead: true };
}

/** Saves of several things of one kind, each under a key. */
export type VersionedSaves<Sent, Stored> = {
  stateOf: (key: number) => SaveState<Sent, Stored>;
  save: (key: number, sent: Sent) => Promise<SaveOutcome<Sent, Stored>>;
  /** Asks what became of a save whose answer was lost; also done by itself once the server can be reached again. */
  check: (key: number) => Promise<void>;
  /** Shows the server's version beside the edited one. */
  compare: (key: number, theirs: Stored) => void;
  /** Forgets what came of the last save. */
  reset: (key: number) => void;
};

/** `onChecked`: what a check has shown; `save` resolves with what came of itself. */
export function useVersionedSaves<Sent, Stored>(
  optionsOf: (key: number) => SaveOptions<Sent, Stored>,
  onChecked: (key: number, outcome: SaveOutcome<Sent, Stored>) => void,
): VersionedSaves<Sent, Stored> {
  const [states, setStates] = useState<ReadonlyMap<number, SaveState<Sent, Stored>>>(new Map());
  const latest = useRef(states);
  const given = useRef({ optionsOf, onChecked });
  useLayoutEffect(() => {
    given.current = { optionsOf, onChecked };
  });
  const set = useCallback((key: number, state: SaveState<Sent, Stored>) => {
    latest.current = new Map(latest.current).set(key, state);
    setStates(latest.current);
  }, []);
  const save = useCallback(
    async (key: number, sent: Sent) => {
      set(key, { step: 'sending', sent });
      const options = given.current.optionsOf(key);
      const outcome = await sendVersioned(options, sent, problem =>
        set(key, { step: 'checking', sent, problem }),
      );
      set(key, stateAfter(outcome));
      return outcome;
    },
    [set],
  );
  const check = useCallback(
    async (key: number) => {
      const state = latest.current.get(key);
      if (state?.step !== 'unknown') return;
      set(key, { ...state, step: 'checking' });
      const outcome = await checkVersioned(given.current.optionsOf(key), state.sent, state.problem);
      set(key, stateAfter(outcome));
      given.current.onChecked(key, outcome);
    },
    [set],
  );
  const obstacle = useObstacle();
  useEffect(() => {
    if (obstacle !== null) return;
    for (const [key, { step }] of latest.current) if (step === 'unknown') void check(key);
  }, [obstacle, check]);
  return useMemo(
    () => ({
      save,
      check,
      stateOf: key => states.get(key) ?? IDLE,
      compare: (key, theirs) => set(key, { step: 'conflict', theirs }),
      reset: key => set(key, IDLE),
    }),
    [states, save, check, set],
  );
}

function stateAfter<Sent, Stored>(outcome: SaveOutcome<Sent, Stored>): SaveState<Sent, Stored> {
  switch (outcome.is) {
    case 'saved':
      return { step: 'saved' };
    case 'failed':
      return { step: 'failed', problem: outcome.problem, wasRead: outcome.wasRead };
    case 'unknown':
      return { step: 'unknown', sent: outcome.sent, problem: outcome.problem };
    case 'conflict':
      return { step: 'conflict', theirs: outcome.theirs };
  }
}

/** The save of one thing. */
export type VersionedSave<Sent, Stored> = {
  state: SaveState<Sent, Stored>;
  save: (sent: Sent) => Promise<SaveOutcome<Sent, Stored>>;
  check: () => Promise<void>;
  compare: (theirs: Stored) => void;
  reset: () => void;
};

const ONLY = 0;

export function useVersionedSave<Sent, Stored>(
  options: SaveOptions<Sent, Stored>,
  onChecked: (outcome: SaveOutcome<Sent, Stored>) => void,
): VersionedSave<Sent, Stored> {
  const saves = useVersionedSaves<Sent, Stored>(
    () => options,
    (_, outcome) => onChecked(outcome),
  );
  return useMemo(
    () => ({
      state: saves.stateOf(ONLY),
      save: sent => saves.save(ONLY, sent),
      check: () => saves.check(ONLY),
      compare: theirs => saves.compare(ONLY, theirs),
      reset: () => saves.reset(ONLY),
    }),
    [saves],
  );
}
