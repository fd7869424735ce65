import { useMemo } from 'react';
import { updatePolicy } from '#contract/policies.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import {
  type SaveOptions,
  type SaveOutcome,
  useVersionedSaves,
  type VersionedSaves,
} from '#state/remote/use-versioned-save.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { draftFor, type PoliciesStore } from '../editor/policies-store.ts';
import { isSame, readListed, type Stored } from '../editor/policy-drafts.ts';
import { texts } from '../texts.ts';
import type { HeldPolicyData } from '../use-policy-data.ts';

/** `stored` undefined: the server has no policy of that id, or none that can be read. */
type Saves = VersionedSaves<Policy, Stored | undefined>;

export type PolicySaves = Pick<Saves, 'stateOf' | 'check' | 'compare' | 'reset'> & {
  /** Sends the policy as it is now, to replace the version that its edits began with. */
  save: (id: number) => Promise<void>;
};

/** Saving policies: what is edited here is never lost by it, and never taken for saved without the server's word. */
export function useSaves(
  { now, dispatch }: PoliciesStore,
  { readAgain, applySaved }: HeldPolicyData,
): PolicySaves {
  const update = useAction(updatePolicy);
  const optionsOf = (id: number): SaveOptions<Policy, Stored | undefined> => ({
    async send(sent) {
      const policyData = { ...sent, rules: [...sent.rules] };
      const answer = await update({ policyData }, { version: draftFor(now(), id)?.version });
      return answer.ok ? success({ policy: sent, version: answer.value.version }) : answer;
    },
    async read() {
      const answer = await readAgain();
      return answer.ok ? success(readListed(answer.value).stored.get(id)) : answer;
    },
    isSaved: (stored, sent) => isSame(stored?.policy, sent),
    isBase: stored => isBase(draftFor(now(), id)?.base ?? null, stored),
  });
  const settle = (id: number, outcome: SaveOutcome<Policy, Stored | undefined>) => {
    if (outcome.is === 'failed' || outcome.is === 'conflict')
      notify({ type: 'error', title: shared.error, message: texts.saveFailed });
    if (outcome.is !== 'saved') return;
    const { sent, stored, problem } = outcome;
    dispatch({ type: 'saved', id, sent, version: stored?.version });
    notify({ type: 'success', title: texts.savedTitle(sent.name), message: texts.savedMessage });
    if (problem) return;
    applySaved({ ...sent, rules: [...sent.rules], version: stored?.version });
    // A server that counts no versions does not say what it has made of it either.
    if (stored?.version === undefined) void readAgain();
  };
  const saves = useVersionedSaves(optionsOf, settle);
  const save = async (id: number) => {
    const sent = draftFor(now(), id)?.history.present;
    if (sent) settle(id, await saves.save(id, sent));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `save` uses never changes
  return useMemo(() => ({ ...saves, save }), [saves]);
}

function isBase(base: Policy | null, now: Stored | undefined): boolean {
  return base === null ? now === undefined : isSame(base, now?.policy);
}
