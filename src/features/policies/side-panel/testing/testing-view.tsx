import { useDeferredValue, useMemo } from 'react';
import { evaluatePolicy } from '#domain/policy/evaluation/evaluate.ts';
import { usedAttributes } from '#domain/policy/evaluation/used-attributes.ts';
import type { Facts } from '#domain/policy/facts.ts';
import { useEditing } from '../../editing.ts';
import { useSettledPolicy } from '../use-settled-policy.ts';
import { CaseList } from './case-list.tsx';
import { DecisionView, TraceView } from './decision-view.tsx';
import { FactsForm } from './facts-form.tsx';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import type { CaseRuns } from './use-case-runs.ts';
import type { Cases } from './use-cases.ts';
import { usedSources } from './used-sources.ts';

export type TestingViewProps = {
  facts: Facts;
  onFacts: (next: (facts: Facts) => Facts) => void;
  cases: Cases;
  runs: CaseRuns;
};

/** What the policy says of facts that are entered here, and of those that were saved as cases. */
export function TestingView({ facts, onFacts, cases, runs }: TestingViewProps) {
  const { catalogue } = useEditing();
  const policy = useSettledPolicy();
  const judged = useDeferredValue(facts);
  const things = useMemo(
    () => usedSources(usedAttributes(policy, catalogue), catalogue),
    [policy, catalogue],
  );
  const trace = useMemo(() => evaluatePolicy(policy, judged, catalogue), [policy, judged, catalogue]);
  return (
    <div className={styles.view}>
      <DecisionView trace={trace} />
      <section className={styles.part} aria-label={texts.facts}>
        <h3>{texts.facts}</h3>
        <FactsForm things={things} facts={facts} catalogue={catalogue} onChange={onFacts} />
      </section>
      <CaseList
        cases={cases}
        runs={runs}
        facts={facts}
        decision={trace.decision}
        onLoad={loaded => onFacts(() => loaded)}
      />
      <TraceView policy={policy} trace={trace} />
    </div>
  );
}
