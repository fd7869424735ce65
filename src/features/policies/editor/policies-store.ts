import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EditRefusal, EditResult } from '#domain/policy/edit-result.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { type History, redo, step, undo } from './history.ts';
import {
  beginDraft,
  follow,
  type PolicyDraft,
  type PolicyDrafts,
  type Stored,
  saved,
  withDraft,
} from './policy-drafts.ts';

/** The policies of the server, and what is edited here; a reading never changes an edit. */
export type PoliciesState = {
  readonly stored: ReadonlyMap<number, Stored>;
  readonly drafts: PolicyDrafts;
  /** Why the last edit was refused; until the next one. */
  readonly refusal: { readonly id: number; readonly problem: EditRefusal } | null;
};

export type PoliciesAction =
  | { type: 'read'; stored: ReadonlyMap<number, Stored> }
  /** Edits with the same `as` right after each other are one step of undo. */
  | { type: 'edit'; id: number; change: (policy: Policy) => EditResult; as: string | undefined }
  | { type: 'undo' | 'redo'; id: number }
  /** Replaces the draft of a policy; undefined gives it up. */
  | { type: 'put'; id: number; draft: PolicyDraft | undefined }
  | { type: 'saved'; id: number; sent: Policy; version: number | undefined };

/** `drafts`: those of an earlier visit. */
function beginPolicies(stored: PoliciesState['stored'], drafts: PolicyDrafts): PoliciesState {
  return { stored, drafts: follow(drafts, stored), refusal: null };
}

/** The draft of a policy, begun where there is none; undefined for a policy that nobody knows. */
export function draftFor(
  { stored, drafts }: Pick<PoliciesState, 'stored' | 'drafts'>,
  id: number,
): PolicyDraft | undefined {
  const held = stored.get(id);
  return drafts.get(id) ?? (held && beginDraft(held));
}

function policiesReducer(state: PoliciesState, action: PoliciesAction): PoliciesState {
  if (action.type === 'read') {
    return { ...state, stored: action.stored, drafts: follow(state.drafts, action.stored) };
  }
  if (action.type === 'put') return withDraftFor(state, action.id, action.draft);
  const draft = draftFor(state, action.id);
  if (!draft) return state;
  switch (action.type) {
    case 'edit':
      return edit(state, draft, action);
    case 'undo':
      return withHistory(state, action.id, draft, undo(draft.history));
    case 'redo':
      return withHistory(state, action.id, draft, redo(draft.history));
    case 'saved':
      return withDraftFor(state, action.id, saved(draft, action.sent, action.version));
  }
}

function edit(
  state: PoliciesState,
  draft: PolicyDraft,
  { id, change, as }: Extract<PoliciesAction, { type: 'edit' }>,
) {
  const edited = change(draft.history.present);
  if (!edited.ok) return { ...state, refusal: { id, problem: edited.problem } };
  if (edited.value === draft.history.present) return { ...state, refusal: null };
  return withHistory(state, id, draft, step(draft.history, edited.value, as));
}

function withHistory(state: PoliciesState, id: number, draft: PolicyDraft, history: History): PoliciesState {
  return { ...withDraftFor(state, id, { ...draft, history }), refusal: null };
}

function withDraftFor(state: PoliciesState, id: number, draft: PolicyDraft | undefined): PoliciesState {
  return { ...state, drafts: withDraft(state.drafts, id, draft) };
}

export type PoliciesStore = {
  state: PoliciesState;
  /** The state at this moment, for code that has waited for an answer. */
  now: () => PoliciesState;
  dispatch: (action: PoliciesAction) => void;
};

/** The state of the policies. A reducer with `now`, because answers come between two renders. */
export function usePoliciesStore(stored: PoliciesState['stored'], found: PolicyDrafts): PoliciesStore {
  const [state, setState] = useState(() => beginPolicies(stored, found));
  const latest = useRef(state);
  const dispatch = useCallback((action: PoliciesAction) => {
    latest.current = policiesReducer(latest.current, action);
    setState(latest.current);
  }, []);
  const now = useCallback(() => latest.current, []);
  useLayoutEffect(() => dispatch({ type: 'read', stored }), [stored, dispatch]);
  // At once: what this render shows of an untouched policy is what the server has now.
  const shown = useMemo(() => ({ ...state, stored }), [state, stored]);
  return { state: shown, now, dispatch };
}
