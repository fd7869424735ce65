import type { ReactNode } from 'react';
import { useDeferredValue, useMemo } from 'react';
import { evaluatePolicy } from '#domain/policy/evaluation/evaluate.ts';
import type { PolicyTrace } from '#domain/policy/evaluation/trace.ts';
import { usedAttributes } from '#domain/policy/evaluation/used-attributes.ts';
import type { Facts } from '#domain/policy/facts.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { Chip, type Tone } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { CircleCheck } from '#ui/icons.ts';
import { Ban, Info } from '#ui/icons-of-screens.ts';
import { useEditing, useSettledPolicy } from '../../editing.ts';

import { CaseList } from './case-list.tsx';
import type { CaseDecision } from './cases.ts';
import { FactsForm } from './facts-form.tsx';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import { TraceNode } from './trace-tree.tsx';
import type { CaseRuns } from './use-case-runs.ts';
import type { Cases } from './use-cases.ts';
import { usedSources } from './used-sources.ts';

type TestingViewProps = {
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

const LOOKS: Readonly<Record<CaseDecision, { tone: Tone; icon: ReactNode }>> = {
  allow: { tone: 'ok', icon: <CircleCheck size={16} /> },
  deny: { tone: 'err', icon: <Ban size={16} /> },
  notApplicable: { tone: 'neutral', icon: <Info size={16} /> },
};

/** What a policy says, by word, icon and tint. */
function DecisionChip({ decision }: { decision: CaseDecision }) {
  const { tone, icon } = LOOKS[decision];
  return (
    <Chip tone={tone} icon={icon}>
      {texts.decisions[decision]}
    </Chip>
  );
}

/** The decision with its reason. */
function DecisionView({ trace }: { trace: PolicyTrace }) {
  return (
    <section className={classNames(styles.part, styles.verdict)} aria-label={texts.decision}>
      <h3>{texts.decision}</h3>
      <div role="status" className={styles.decision}>
        <DecisionChip decision={trace.decision} />
        <p>{texts.policyReasons[trace.reason]}</p>
      </div>
    </section>
  );
}

/** What every condition answered. `policy` is the one that was traced. */
function TraceView({ policy, trace }: { policy: Policy; trace: PolicyTrace }) {
  return (
    <section className={styles.part} aria-label={texts.trace}>
      <h3>{texts.trace}</h3>
      <div>
        <h4 className={styles.tree}>{texts.target}</h4>
        <ul className={styles.nodes}>
          <TraceNode node={policy.target} trace={trace.target} path={{ tree: 'target', steps: [] }} />
        </ul>
      </div>
      {policy.rules.map((rule, index) => {
        const said = trace.rules[index];
        return (
          said && (
            <div key={rule.id}>
              <h4 className={styles.tree}>
                {texts.rule(rule.name)} ({rule.effect})
              </h4>
              <ul className={styles.nodes}>
                <TraceNode node={rule.condition} trace={said.condition} path={{ tree: rule.id, steps: [] }} />
              </ul>
            </div>
          )
        );
      })}
    </section>
  );
}
