import type { Policy } from '#domain/policy/policy.ts';

/** So many steps can be undone. */
export const STEPS_MAX = 200;

/** A policy as it stood before or after a step; `as` is what the step was done as, see `Editing.edit`. */
type Step = { readonly policy: Policy; readonly as: string | null };

/** A policy being edited, with what it was and, after an undo, what it had become. */
export type History = {
  readonly past: readonly Step[];
  readonly present: Policy;
  readonly future: readonly Policy[];
};

/** A history in which nothing has happened. */
export function beginHistory(present: Policy): History {
  return { past: [], present, future: [] };
}

/** A further step; one with the same `as` as the last is part of it. */
export function step(history: History, policy: Policy, as: string | null = null): History {
  const { past, present, future } = history;
  if (policy === present) return history;
  const isPartOfLast = as !== null && future.length === 0 && past.at(-1)?.as === as;
  return {
    past: isPartOfLast ? past : [...past, { policy: present, as }].slice(-STEPS_MAX),
    present: policy,
    future: [],
  };
}

/** The last step taken back; the same history where there is none. */
export function undo(history: History): History {
  const { past, present, future } = history;
  const last = past.at(-1);
  return last ? { past: past.slice(0, -1), present: last.policy, future: [present, ...future] } : history;
}

/** The last undo taken back; the same history where there is none. */
export function redo(history: History): History {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  return next ? { past: [...past, { policy: present, as: null }], present: next, future: rest } : history;
}

/** From here on nothing becomes part of the last step, e.g. because it has been saved. */
export function closeStep(history: History): History {
  const last = history.past.at(-1);
  if (!last || last.as === null) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, as: null }] };
}
