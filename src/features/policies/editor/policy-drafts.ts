import { newPolicy, nextId, type Policy } from '#domain/policy/policy.ts';
import { beginHistory, closeStep, type History, step } from './history.ts';
import { isSame } from './same.ts';

/** A policy as the server has it; `version` is undefined where the server counts none. */
export type Stored = { readonly policy: Policy; readonly version: number | undefined };

/** What is done to one policy here. */
export type PolicyDraft = {
  /** What the edits began with; null for a policy that was never saved. */
  readonly base: Policy | null;
  /** The server's version of that: what a save replaces. */
  readonly version: number | undefined;
  readonly history: History;
  /** It was found as a draft. */
  readonly isRestored?: boolean;
};

/** All that is edited here, by the policy's id. What the server has is not part of it: a reading never changes it. */
export type PolicyDrafts = ReadonlyMap<number, PolicyDraft>;

/** Whether there is something to save. */
export function isUnsaved({ base, history }: PolicyDraft): boolean {
  return base === null || !isSame(base, history.present);
}

/** Whether somebody else has saved another version than the one that was edited. */
export function isOutdated(draft: PolicyDraft, stored: Stored | undefined): boolean {
  if (!isUnsaved(draft)) return false;
  return draft.base === null ? stored !== undefined : !isSame(draft.base, stored?.policy);
}

/** The work on a policy of the server's that nobody has touched yet. */
export function beginDraft({ policy, version }: Stored): PolicyDraft {
  return { base: policy, version, history: beginHistory(policy) };
}

/** A policy that only this screen knows. */
export function newWork(present: Policy): PolicyDraft {
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
export function withWork(drafts: PolicyDrafts, id: number, draft: PolicyDraft | undefined): PolicyDrafts {
  const next = new Map(drafts);
  if (draft) next.set(id, draft);
  else next.delete(id);
  return next;
}

/** Edits go on from this version of the server's; what was here is one undo away. */
export function takeStored({ history }: PolicyDraft, { policy, version }: Stored): PolicyDraft {
  return { base: policy, version, history: step(closeStep(history), policy) };
}

/** What was sent is on the server now; edits that were made meanwhile are still unsaved. */
export function saved({ history }: PolicyDraft, sent: Policy, version: number | undefined): PolicyDraft {
  return { base: sent, version, history: closeStep(history) };
}

/**
 * What a new reading changes: works without edits follow the server, what the server has already needs no saving.
 * Edits stay, whatever the server has now.
 */
export function follow(drafts: PolicyDrafts, stored: ReadonlyMap<number, Stored>): PolicyDrafts {
  let next = drafts;
  for (const [id, draft] of drafts) {
    const followed = followOne(draft, stored.get(id));
    if (followed !== draft) next = withWork(next, id, followed);
  }
  return next;
}

function followOne(draft: PolicyDraft, stored: Stored | undefined): PolicyDraft {
  if (!stored) return draft;
  if (isSame(draft.history.present, stored.policy)) return rebased(draft, stored);
  if (!isUnsaved(draft)) return takeStored(draft, stored);
  // Saved again without a change: the same words under another number.
  return draft.base !== null && isSame(draft.base, stored.policy) ? rebased(draft, stored) : draft;
}

function rebased(draft: PolicyDraft, { policy, version }: Stored): PolicyDraft {
  const isKnown = draft.version === version && draft.base !== null && isSame(draft.base, policy);
  return isKnown ? draft : { ...draft, base: policy, version };
}
