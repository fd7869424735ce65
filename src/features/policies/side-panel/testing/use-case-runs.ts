import { useEffect, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { evaluatePolicy } from '#domain/policy/evaluation/evaluate.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { whenIdle } from '#ui/table/when-idle.ts';
import type { CaseDecision, TestCase } from './cases.ts';

/** What each case came to, by its id. */
export type CaseRuns = ReadonlyMap<string, CaseDecision>;

const NOT_YET: CaseRuns = new Map();

/**
 * Runs every case at every change, one after another while the page has nothing else to do: typing never waits. What
 * the last run said stays until the next one is through.
 */
export function useCaseRuns(policy: Policy, catalogue: Catalogue, cases: readonly TestCase[]): CaseRuns {
  const [runs, setRuns] = useState({ policyId: policy.id, decisions: NOT_YET });
  useEffect(() => {
    if (cases.length === 0) return;
    return whenIdle(
      runAll(policy, catalogue, cases, decisions => setRuns({ policyId: policy.id, decisions })),
    );
  }, [policy, catalogue, cases]);
  return runs.policyId === policy.id ? runs.decisions : NOT_YET;
}

function* runAll(
  policy: Policy,
  catalogue: Catalogue,
  cases: readonly TestCase[],
  onDone: (runs: CaseRuns) => void,
): Generator<void, void> {
  const runs = new Map<string, CaseDecision>();
  for (const { id, facts } of cases) {
    runs.set(id, evaluatePolicy(policy, facts, catalogue).decision);
    yield;
  }
  onDone(runs);
}

/** How many cases came to something else than expected. */
export function countWrong(cases: readonly TestCase[], runs: CaseRuns): number {
  return cases.filter(({ id, expected }) => runs.has(id) && runs.get(id) !== expected).length;
}
