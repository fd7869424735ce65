import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Problem, problem as problemOf } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import { isKnownNotApplied, useBlockedReason } from './use-action.ts';

/**
 * Where a save stands. `failed`: nothing was stored; `wasRead`: that was read, whatever the answer was. `unknown`: the answer was
 * lost. `checking`: the server is asked what it has. `conflict`: it has something else than was edited. `problem` of what is
 * saved: what its answer was, null for a success.
 */
export type SaveState<Sent, Stored> =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly sent: Sent }
  | { readonly step: 'saved'; readonly sent: Sent; readonly stored: Stored; readonly problem: Problem | null }
  | { readonly step: 'failed'; readonly sent: Sent; readonly problem: Problem; readonly wasRead: boolean }
  | { readonly step: 'unknown' | 'checking'; readonly sent: Sent; readonly problem: Problem }
  | { readonly step: 'conflict'; readonly theirs: Stored };

const IDLE = { step: 'idle' } as const;

/** A success that tells of something else than was sent: it proves nothing. */
export const UNPROVEN = problemOf('unreadable', { status: 200 });

export type SaveOptions<Sent, Stored> = {
  send: (sent: Sent) => Promise<Result<Stored, Problem>>;
  read: (sent: Sent) => Promise<Result<Stored, Problem>>;
  /** Asked of what `send` was answered and of what is read. */
  isSaved: (stored: Stored, sent: Sent) => boolean;
  /** Whether the server still has what the edits began with; false is a conflict. */
  isBase: (stored: Stored, sent: Sent) => boolean;
  /** Whether this refusal says less than the server's own data, so that these are read; 412 always does. */
  isUnclear?: (problem: Problem) => boolean;
  /** What was lost stays unknown until `checkAll`: for many things of which one reading tells. */
  readsLater?: boolean;
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
  if (answer.ok && options.isSaved(answer.value, sent)) {
    return { is: 'saved', stored: answer.value, sent, problem: null, isOthers: false };
  }
  const problem = answer.ok ? UNPROVEN : answer.problem;
  const isUnclear = problem.status === 412 || options.isUnclear?.(problem) === true;
  if (isKnownNotApplied(problem) && !isUnclear) return { is: 'failed', problem, sent, wasRead: false };
  if (options.readsLater) return { is: 'unknown', problem, sent };
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

/** Saves of several things of one kind, each under a key; their functions stay the same ones. */
export type VersionedSaves<Sent, Stored> = ReturnType<typeof useVersionedSaves<Sent, Stored>>;

/** `onChecked`: what a check has shown; `save` resolves with what came of itself. */
export function useVersionedSaves<Sent, Stored>(
  optionsOf: (key: number) => SaveOptions<Sent, Stored>,
  onChecked: (key: number, outcome: SaveOutcome<Sent, Stored>) => void,
) {
  type State = SaveState<Sent, Stored>;
  const [states, setStates] = useState<ReadonlyMap<number, State>>(new Map());
  const latest = useRef(states);
  const given = useRef({ optionsOf, onChecked });
  useLayoutEffect(() => {
    given.current = { optionsOf, onChecked };
  });
  const actions = useMemo(() => {
    /** The state at this moment, for code that has waited for an answer. */
    const stateNow = (key: number): State => latest.current.get(key) ?? IDLE;
    const set = (key: number, state: State) => {
      latest.current = new Map(latest.current).set(key, state);
      setStates(latest.current);
    };
    const save = async (key: number, sent: Sent) => {
      set(key, { step: 'sending', sent });
      const options = given.current.optionsOf(key);
      const outcome = await sendVersioned(options, sent, problem =>
        set(key, { step: 'checking', sent, problem }),
      );
      set(key, stateAfter(outcome));
      return outcome;
    };
    /** Asks what became of a save whose answer was lost. */
    const check = async (key: number) => {
      const state = stateNow(key);
      if (state.step !== 'unknown') return;
      const checking = { ...state, step: 'checking' } as const;
      set(key, checking);
      const outcome = await checkVersioned(given.current.optionsOf(key), state.sent, state.problem);
      const now = stateNow(key);
      // It was saved again meanwhile: what was read before says nothing of that.
      if (now !== checking && now !== IDLE) return;
      set(key, stateAfter(outcome));
      given.current.onChecked(key, outcome);
    };
    return {
      stateNow,
      save,
      check,
      /** Asks that of every such save; also done by itself once the server can be reached again. */
      checkAll: async () => void (await Promise.all([...latest.current.keys()].map(check))),
      /** Shows the server's version beside the edited one. */
      compare: (key: number, theirs: Stored) => set(key, { step: 'conflict', theirs }),
      reset: (key: number) => set(key, IDLE),
    };
  }, []);
  const blockedReason = useBlockedReason();
  useEffect(() => {
    if (blockedReason === null) void actions.checkAll();
  }, [blockedReason, actions]);
  return useMemo(
    () => ({ ...actions, stateOf: (key: number): State => states.get(key) ?? IDLE }),
    [states, actions],
  );
}

function stateAfter<Sent, Stored>(outcome: SaveOutcome<Sent, Stored>): SaveState<Sent, Stored> {
  switch (outcome.is) {
    case 'saved':
      return { step: 'saved', sent: outcome.sent, stored: outcome.stored, problem: outcome.problem };
    case 'failed':
      return {
        step: 'failed',
        sent: outcome.sent,
        problem: outcome.problem,
        wasRead: outcome.wasRead,
      };
    case 'unknown':
      return { step: 'unknown', sent: outcome.sent, problem: outcome.problem };
    case 'conflict':
      return { step: 'conflict', theirs: outcome.theirs };
  }
}

export type VersionedSave<Sent, Stored> = ReturnType<typeof useVersionedSave<Sent, Stored>>;

const ONLY = 0;

export function useVersionedSave<Sent, Stored>(
  options: SaveOptions<Sent, Stored>,
  onChecked: (outcome: SaveOutcome<Sent, Stored>) => void,
) {
  const saves = useVersionedSaves<Sent, Stored>(
    () => options,
    (_, outcome) => onChecked(outcome),
  );
  return useMemo(
    () => ({
      state: saves.stateOf(ONLY),
      save: (sent: Sent) => saves.save(ONLY, sent),
      check: () => saves.check(ONLY),
      compare: (theirs: Stored) => saves.compare(ONLY, theirs),
      reset: () => saves.reset(ONLY),
    }),
    [saves],
  );
}
