import type { ListedPolicy } from '#contract/policies.ts';
import { nextId, type Policy } from '#domain/policy/policy.ts';
import type { PolicyFault } from '#domain/policy/reading/fault-words.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';

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

/** The draft of a policy of the server's before its first edit. */
export function beginDraft({ policy, version }: Stored): PolicyDraft {
  return { base: policy, version, history: beginHistory(policy) };
}

/** The draft of a policy that was never saved. */
export function newDraft(present: Policy): PolicyDraft {
  return { base: null, version: 0, history: beginHistory(present) };
}

/** The same policy under an id of its own. */
export function asNewPolicy(policy: Policy, known: readonly { readonly id: number }[]): Policy {
  return { ...policy, id: nextId(known) };
}

/** One policy's draft replaced; undefined removes it. */
export function withDraft(drafts: PolicyDrafts, id: number, draft: PolicyDraft | undefined): PolicyDrafts {
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
 * What a new reading changes: drafts without edits follow the server, what the server has already needs no saving.
 * Edits stay, whatever the server has now.
 */
export function follow(drafts: PolicyDrafts, stored: ReadonlyMap<number, Stored>): PolicyDrafts {
  let next = drafts;
  for (const [id, draft] of drafts) {
    const followed = followOne(draft, stored.get(id));
    if (followed !== draft) next = withDraft(next, id, followed);
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

/** A policy of the server's that cannot be shown: editing it would lose what cannot be read. */
export type Unreadable = {
  readonly id: number;
  readonly name: string;
  readonly faults: readonly PolicyFault[];
};

/** The policies of the server as they can be edited, and those that cannot. */
export function readListed(policies: readonly ListedPolicy[]) {
  const stored = new Map<number, Stored>();
  const unreadable: Unreadable[] = [];
  for (const { version, ...raw } of policies) {
    // Without the catalogue: what is known there no longer can still be repaired here.
    const read = readPolicy(raw);
    if (read.ok) stored.set(raw.id, { policy: read.value, version });
    else unreadable.push({ id: raw.id, name: raw.name, faults: read.problem });
  }
  return { stored, unreadable };
}

export type Listed = ReturnType<typeof readListed>;

/** Whether two plain values are the same in content; what edits have left untouched is not looked into. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isHolder(one) || !isHolder(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
