import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { updatePolicy } from '#contract/policies.ts';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditRefusal, EditResult } from '#domain/policy/edit-result.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { failure, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import {
  type SaveOptions,
  type SaveOutcome,
  UNPROVEN,
  useVersionedSaves,
} from '#state/remote/use-versioned-save.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import {
  beginDraft,
  follow,
  type History,
  isSame,
  type Listed,
  type PolicyDraft,
  type PolicyDrafts,
  readListed,
  redo,
  type Stored,
  saved,
  step,
  undo,
  withDraft,
} from './policy-drafts.ts';
import type { PolicyRow } from './policy-list.tsx';
import { texts } from './texts.ts';
import type { PolicyReadings } from './use-policy-data.ts';

/** The policies of the server, and what is edited here; a reading never changes an edit. */
type PoliciesState = {
  readonly stored: ReadonlyMap<number, Stored>;
  readonly drafts: PolicyDrafts;
  /** Why the last edit was refused; until the next one. */
  readonly refusal: { readonly id: number; readonly problem: EditRefusal } | null;
};

type PoliciesAction =
  | { type: 'read'; stored: ReadonlyMap<number, Stored> }
  /** Edits with the same `as` right after each other are one step of undo. */
  | { type: 'edit'; id: number; change: (policy: Policy) => EditResult; as: string | undefined }
  | { type: 'undo' | 'redo'; id: number }
  /** Replaces the draft of a policy; undefined gives it up. */
  | { type: 'put'; id: number; draft: PolicyDraft | undefined }
  | { type: 'saved'; id: number; sent: Policy; version: number | undefined };

/** The draft of a policy, begun where there is none; undefined for a policy that nobody knows. */
export function draftFor({ stored, drafts }: PoliciesState, id: number): PolicyDraft | undefined {
  const held = stored.get(id);
  return drafts.get(id) ?? (held && beginDraft(held));
}

function policiesReducer(state: PoliciesState, action: PoliciesAction): PoliciesState {
  if (action.type === 'read') {
    return { ...state, stored: action.stored, drafts: follow(state.drafts, action.stored) };
  }
  const { id } = action;
  const put = (draft: PolicyDraft | undefined) => ({ ...state, drafts: withDraft(state.drafts, id, draft) });
  if (action.type === 'put') return put(action.draft);
  const draft = draftFor(state, id);
  if (!draft) return state;
  const putHistory = (history: History) => ({ ...put({ ...draft, history }), refusal: null });
  switch (action.type) {
    case 'saved':
      return put(saved(draft, action.sent, action.version));
    case 'undo':
      return putHistory(undo(draft.history));
    case 'redo':
      return putHistory(redo(draft.history));
    case 'edit': {
      const edited = action.change(draft.history.present);
      if (!edited.ok) return { ...state, refusal: { id, problem: edited.problem } };
      if (edited.value === draft.history.present) return { ...state, refusal: null };
      return putHistory(step(draft.history, edited.value, action.as));
    }
  }
}

/** Laravel trims every text that it is sent. */
function toTrimmed(policy: Policy | undefined): unknown {
  return JSON.parse(JSON.stringify(policy ?? null), (_, value) =>
    typeof value === 'string' ? value.trim() : value,
  );
}

type PoliciesStore = ReturnType<typeof usePoliciesStore>;

/** The state of the policies. A reducer with `now`, because answers come between two renders. */
export function usePoliciesStore(stored: PoliciesState['stored'], found: PolicyDrafts) {
  const [state, setState] = useState<PoliciesState>(() => ({
    stored,
    drafts: follow(found, stored),
    refusal: null,
  }));
  const latest = useRef(state);
  const dispatch = useCallback((action: PoliciesAction) => {
    latest.current = policiesReducer(latest.current, action);
    setState(latest.current);
  }, []);
  /** The state at this moment, for code that has waited for an answer. */
  const now = useCallback(() => latest.current, []);
  useLayoutEffect(() => dispatch({ type: 'read', stored }), [stored, dispatch]);
  // At once: what this render shows of an untouched policy is what the server has now.
  const shown = useMemo(() => ({ ...state, stored }), [state, stored]);
  return { state: shown, now, dispatch };
}

/** Saving policies: what is edited here is never lost by it, and never taken for saved without the server's word. */
export function useSaves({ now, dispatch }: PoliciesStore, { readAgain, applySaved }: PolicyReadings) {
  const update = useAction(updatePolicy);
  // `stored` undefined: the server has no policy of that id, or none that can be read.
  const optionsOf = (id: number): SaveOptions<Policy, Stored | undefined> => ({
    async send(sent) {
      const policyData = { ...sent, rules: [...sent.rules] };
      const seen = draftFor(now(), id)?.version;
      const answer = await update({ policyData }, { version: seen });
      if (!answer.ok) return answer;
      const { version = 0 } = answer.value;
      // Only a server that counts versions says that it has made another one.
      return version > (seen ?? 0) ? success({ policy: sent, version }) : failure(UNPROVEN);
    },
    async read() {
      const answer = await readAgain();
      return answer.ok ? success(readListed(answer.value).stored.get(id)) : answer;
    },
    isSaved: (stored, sent) => isSame(toTrimmed(stored?.policy), toTrimmed(sent)),
    isBase(stored) {
      const base = draftFor(now(), id)?.base ?? null;
      return base === null ? stored === undefined : isSame(base, stored?.policy);
    },
  });
  const settle = (id: number, outcome: SaveOutcome<Policy, Stored | undefined>) => {
    // A conflict shows a panel, which takes the focus.
    if (outcome.is === 'failed') notify({ type: 'error', title: shared.error, message: texts.saveFailed });
    if (outcome.is !== 'saved') return;
    const { sent, stored, problem } = outcome;
    dispatch({ type: 'saved', id, sent, version: stored?.version });
    notify({ type: 'success', title: texts.savedTitle(sent.name), message: texts.savedMessage });
    if (problem) return;
    applySaved({ ...sent, rules: [...sent.rules], version: stored?.version });
  };
  const saves = useVersionedSaves(optionsOf, settle);
  /** Sends the policy as it is now, to replace the version that its edits began with. */
  const save = async (id: number) => {
    const sent = draftFor(now(), id)?.history.present;
    if (sent) settle(id, await saves.save(id, sent));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `save` uses never changes
  return useMemo(() => ({ ...saves, save }), [saves]);
}

/** The policies, for everything on the screen that shows or changes one. */
type Policies = Pick<PoliciesStore, 'state' | 'dispatch'> & {
  saves: ReturnType<typeof useSaves>;
  listed: Listed;
  rows: readonly PolicyRow[];
  catalogue: Catalogue;
  /** The names of all that is not saved. */
  unsaved: readonly string[];
  choose: (id: number) => void;
  /** Back to the list. */
  leave: () => void;
  /** Adds a policy under an id of its own and opens it. */
  add: (policy: Policy) => void;
};

export const PoliciesContext = createContext<Policies | null>(null);

export function usePolicies(): Policies {
  const policies = useContext(PoliciesContext);
  if (!policies) throw new Error('There are no policies around this component');
  return policies;
}
