import { newPolicy, nextId, type Policy } from '#domain/policy/policy.ts';
import { beginHistory, closeStep, type History, step } from './history.ts';
import { isSame } from './same.ts';

/** A policy as the server has it; `version` is undefined where the server counts none. */
export type Stored = { readonly policy: Policy; readonly version: number | undefined };

/** What is done to one policy here. */
export type Work = {
  /** What the edits began with; null for a policy that was never saved. */
  readonly base: Policy | null;
  /** The server's version of that: what a save replaces. */
  readonly version: number | undefined;
  readonly history: History;
  /** It was found as a draft. */
  readonly isRestored?: boolean;
};

/** All that is edited here, by the policy's id. What the server has is not part of it: a reading never changes it. */
export type Works = ReadonlyMap<number, Work>;

/** Whether there is something to save. */
export function isUnsaved({ base, history }: Work): boolean {
  return base === null || !isSame(base, history.present);
}

/** Whether somebody else has saved another version than the one that was edited. */
export function isOvertaken(work: Work, stored: Stored | undefined): boolean {
  if (!isUnsaved(work)) return false;
  return work.base === null ? stored !== undefined : !isSame(work.base, stored?.policy);
}

/** The work on a policy of the server's that nobody has touched yet. */
export function beginWork({ policy, version }: Stored): Work {
  return { base: policy, version, history: beginHistory(policy) };
}

/** A policy that only this screen knows. */
export function newWork(present: Policy): Work {
  return { base: null, version: 0, history: beginHistory(present) };
}

/** Add policy: its id is one above all that are known here or on the server. */
export function addedPolicy(known: readonly { readonly id: number }[]): Policy {
  return newPolicy(known);
}

/** The same policy as another one. */
export function asNewPolicy(policy: Policy, known: readonly { readonly id: number }[]): Policy {
  return { ...policy, id: nextId(known) };
}

/** One policy's work replaced; undefined ends it. */
export function withWork(works: Works, id: number, work: Work | undefined): Works {
  const next = new Map(works);
  if (work) next.set(id, work);
  else next.delete(id);
  return next;
}

/** Edits go on from this version of the server's; what was here is one undo away. */
export function takeStored({ history }: Work, { policy, version }: Stored): Work {
  return { base: policy, version, history: step(closeStep(history), policy) };
}

/** What was sent is on the server now; edits that were made meanwhile are still unsaved. */
export function saved({ history }: Work, sent: Policy, version: number | undefined): Work {
  return { base: sent, version, history: closeStep(history) };
}

/**
 * What a new reading changes: works without edits follow the server, what the server has already needs no saving.
 * Edits stay, whatever the server has now.
 */
export function follow(works: Works, stored: ReadonlyMap<number, Stored>): Works {
  let next = works;
  for (const [id, work] of works) {
    const followed = followOne(work, stored.get(id));
    if (followed !== work) next = withWork(next, id, followed);
  }
  return next;
}

function followOne(work: Work, stored: Stored | undefined): Work {
  if (!stored) return work;
  if (isSame(work.history.present, stored.policy)) return rebased(work, stored);
  if (!isUnsaved(work)) return takeStored(work, stored);
  // Saved again without a change: the same words under another number.
  return work.base !== null && isSame(work.base, stored.policy) ? rebased(work, stored) : work;
}

function rebased(work: Work, { policy, version }: Stored): Work {
  const isKnown = work.version === version && work.base !== null && isSame(work.base, policy);
  return isKnown ? work : { ...work, base: policy, version };
}
