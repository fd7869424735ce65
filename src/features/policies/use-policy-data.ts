import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import {
  type ListedPolicy,
  listAttributes,
  listComparisons,
  listPolicies,
  listSources,
} from '#contract/policies.ts';
import { catalogueOf } from '#domain/policy/catalogue.ts';
import { success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';

const NOTHING = {};

export type PolicyReadings = ReturnType<typeof usePolicyData>;

/** What the editor is made of: the policies, and what conditions can be made of. */
export function usePolicyData() {
  const policies = useRemote(listPolicies, NOTHING);
  const sources = useRemote(listSources, NOTHING);
  const attributes = useRemote(listAttributes, NOTHING);
  const comparisons = useRemote(listComparisons, NOTHING);
  const [of, what, how] = [sources.value, attributes.value, comparisons.value];
  const catalogue = useMemo(() => of && what && how && catalogueOf(of, what, how), [of, what, how]);
  const all = [policies, sources, attributes, comparisons];
  const listed = policies.value?.list;
  /** All four readings as one: there once each of them is. */
  const remote = {
    value: listed && catalogue && { policies: listed, catalogue },
    when: policies.when,
    problem: all.map(({ problem }) => problem).find(problem => problem !== null) ?? null,
    busy: all.some(({ busy }) => busy),
    async reload() {
      await Promise.all(all.map(({ reload }) => reload()));
    },
  };
  const list = useAction(listPolicies);
  const latest = useRef(policies);
  useLayoutEffect(() => {
    latest.current = policies;
  });
  /** Asks for the policies now, shows them and returns the answer. */
  const readAgain = useCallback(async () => {
    const answer = await list(NOTHING);
    if (!answer.ok) {
      // The reading of the screen then says what is wrong, and asks again until somebody answers.
      void latest.current.reload();
      return answer;
    }
    latest.current.change(() => answer.value);
    return success(answer.value.list);
  }, [list]);
  /** Shows what a save has put on the server. */
  const applySaved = useCallback((policy: ListedPolicy) => {
    latest.current.change(({ list }) => ({
      list: [...list.filter(({ id }) => id !== policy.id), policy].sort((a, b) => a.id - b.id),
    }));
  }, []);
  return { remote, readAgain, applySaved };
}
