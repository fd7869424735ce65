import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import {
  type ListedPolicy,
  listAttributes,
  listComparisons,
  listPolicies,
  listSources,
} from '#contract/policies.ts';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { catalogueOf } from '#domain/policy/catalogue-of.ts';
import type { Result } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import type { RemoteReading } from '#ui/remote/remote-view.tsx';

const NOTHING = {};

export type PolicyData = { policies: readonly ListedPolicy[]; catalogue: Catalogue };

export type HeldPolicyData = {
  /** All four readings as one: there once each of them is. */
  remote: RemoteReading<PolicyData>;
  /** Asks for the policies now, says what came of it and shows it. */
  readAgain: () => Promise<Result<readonly ListedPolicy[], Problem>>;
  /** Shows what a save has put on the server. */
  applySaved: (policy: ListedPolicy) => void;
};

/** What the editor is made of: the policies, and what conditions can be made of. */
export function usePolicyData(): HeldPolicyData {
  const policies = useRemote(listPolicies, NOTHING);
  const sources = useRemote(listSources, NOTHING);
  const attributes = useRemote(listAttributes, NOTHING);
  const comparisons = useRemote(listComparisons, NOTHING);
  const catalogue = useMemo(() => {
    const parts = [sources.value, attributes.value, comparisons.value] as const;
    const [of, what, how] = parts;
    return of && what && how && catalogueOf(of, what, how);
  }, [sources.value, attributes.value, comparisons.value]);
  const all = [policies, sources, attributes, comparisons];
  const listed = policies.value?.list;
  const value = useMemo(
    () => (listed && catalogue ? { policies: listed, catalogue } : undefined),
    [listed, catalogue],
  );
  const remote = {
    value,
    when: policies.when,
    problem: all.map(({ problem }) => problem).find(problem => problem !== null) ?? null,
    busy: all.some(({ busy }) => busy),
    async reload() {
      await Promise.all(all.map(({ reload }) => reload()));
    },
  };
  return { remote, ...useListUpdates(policies) };
}

type Policies = ReturnType<typeof useRemote<typeof listPolicies>>;

/** The two ways in which the list becomes newer than by its own reading. */
function useListUpdates(policies: Policies): Omit<HeldPolicyData, 'remote'> {
  const ask = useAction(listPolicies);
  const latest = useRef(policies);
  useLayoutEffect(() => {
    latest.current = policies;
  });
  const readAgain = useCallback(async () => {
    const answer = await ask(NOTHING);
    if (!answer.ok) {
      // The reading of the screen then says what is wrong, and asks again until somebody answers.
      void latest.current.reload();
      return answer;
    }
    latest.current.change(() => answer.value);
    return { ok: true, value: answer.value.list } as const;
  }, [ask]);
  const applySaved = useCallback((policy: ListedPolicy) => {
    latest.current.change(({ list }) => ({
      list: [...list.filter(({ id }) => id !== policy.id), policy].sort((a, b) => a.id - b.id),
    }));
  }, []);
  return { readAgain, applySaved };
}
