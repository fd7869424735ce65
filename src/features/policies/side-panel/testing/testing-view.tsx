import { useDeferredValue, useId, useMemo, useState } from 'react';
import { attributeOf, type Catalogue, methodOf, takesValue } from '#domain/policy/catalogue.ts';
import { valuesOf } from '#domain/policy/evaluation/claim.ts';
import { evaluatePolicy } from '#domain/policy/evaluation/evaluate.ts';
import type { Answer, PolicyTrace, Trace } from '#domain/policy/evaluation/trace.ts';
import { usedAttributes } from '#domain/policy/evaluation/used-attributes.ts';
import { type Fact, type Facts, isEntity, scalarsOf } from '#domain/policy/facts.ts';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import { type ConditionNode, isGroup, type Policy, type Scalar } from '#domain/policy/policy.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Elements } from '#ui/elements.ts';
import { ChevronDown, ChevronRight, CircleAlert, CircleCheck } from '#ui/icons.ts';
import { Ban, Check, CircleQuestion, Info, X } from '#ui/icons-of-screens.ts';
import { useEditing, useSettledPolicy } from '../../editing.ts';
import { useGoTo } from '../../tree/focus-request.ts';
import { CaseList } from './case-list.tsx';
import type { CaseDecision, CaseRuns, Cases } from './cases.ts';
import { FactsForm } from './facts-form.tsx';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import { sourceTitle, usedSources } from './used-sources.ts';

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
  const entered = useDeferredValue(facts);
  const things = useMemo(
    () => usedSources(usedAttributes(policy, catalogue), catalogue),
    [policy, catalogue],
  );
  const trace = useMemo(() => evaluatePolicy(policy, entered, catalogue), [policy, entered, catalogue]);
  return (
    <div className={styles.view}>
      <DecisionView trace={trace} />
      <section className={styles.part} aria-label={texts.facts}>
        <h3>{texts.facts}</h3>
        <FactsForm things={things} facts={facts} onChange={onFacts} />
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

const DECISION_CHIPS: Readonly<Record<CaseDecision, { tone: Tone; icon: Elements }>> = {
  allow: { tone: 'ok', icon: <CircleCheck size={16} /> },
  deny: { tone: 'err', icon: <Ban size={16} /> },
  notApplicable: { tone: 'neutral', icon: <Info size={16} /> },
};

function DecisionView({ trace: { decision, reason } }: { trace: PolicyTrace }) {
  return (
    <section className={classNames(styles.part, styles.verdict)} aria-label={texts.decision}>
      <h3>{texts.decision}</h3>
      <div role="status" className={styles.decision}>
        <Chip {...DECISION_CHIPS[decision]}>{texts.decisions[decision]}</Chip>
        <p>{texts.policyReasons[reason]}</p>
      </div>
    </section>
  );
}

/** What every condition answered. `policy` is the one that was traced. */
function TraceView({ policy, trace }: { policy: Policy; trace: PolicyTrace }) {
  const rules = policy.rules.flatMap((rule, index) => {
    const traced = trace.rules[index]?.condition;
    const title = `${texts.rule(rule.name)} (${rule.effect})`;
    return traced ? [{ tree: rule.id, title, node: rule.condition, trace: traced }] : [];
  });
  const target = { tree: 'target', title: texts.target, node: policy.target, trace: trace.target } as const;
  return (
    <section className={styles.part} aria-label={texts.trace}>
      <h3>{texts.trace}</h3>
      {[target, ...rules].map(({ tree, title, ...traced }) => (
        <div key={tree}>
          <h4 className={styles.tree}>{title}</h4>
          <ul className={styles.nodes}>
            <TraceNode {...traced} path={{ tree, steps: [] }} />
          </ul>
        </div>
      ))}
    </section>
  );
}

/** So many children are shown at once. */
const SHOWN = 50;

/** Down to this level a trace is open at first. */
const OPEN_LEVELS = 3;

const ANSWER_CHIPS: Readonly<Record<Answer, { tone: Tone; icon: Elements }>> = {
  true: { tone: 'ok', icon: <Check size={16} /> },
  false: { tone: 'neutral', icon: <X size={16} /> },
  unknown: { tone: 'warn', icon: <CircleQuestion size={16} /> },
  error: { tone: 'err', icon: <CircleAlert size={16} /> },
};

type TraceNodeProps = { node: ConditionNode; trace: Trace; path: NodePath };

/** One condition with what it answered and why; a press selects it in its tree. Those below it can be folded away. */
function TraceNode({ node, trace, path }: TraceNodeProps) {
  const { catalogue } = useEditing();
  const goTo = useGoTo();
  const [isOpen, setOpen] = useState(path.steps.length < OPEN_LEVELS);
  const below = useId();
  const about = aboutWords(node, catalogue);
  const nested = nestedOf({ node, trace, path });
  return (
    <li>
      <div className={styles.nodeLine}>
        <button type="button" className={styles.nodeWords} onClick={() => goTo(path)}>
          <span className={styles.nodeHead}>
            <span>{`${about} `}</span>
            <Chip {...ANSWER_CHIPS[trace.answer]}>{texts.answers[trace.answer]}</Chip>
          </span>
          <Remarks node={node} trace={trace} />
        </button>
        {nested.length > 0 && (
          <IconButton
            label={isOpen ? texts.fold(about) : texts.unfold(about)}
            icon={isOpen ? <ChevronDown size={20} /> : <ChevronRight size={20} />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? below : undefined}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && nested.length > 0 && <Nested id={below} nodes={nested} />}
    </li>
  );
}

function Remarks({ node, trace: { found, reason } }: Omit<TraceNodeProps, 'path'>) {
  const { catalogue } = useEditing();
  const expected = expectedWords(node, catalogue);
  const remarks = [
    expected && texts.expected(expected),
    found !== undefined && texts.found(foundWords(found, node, catalogue)),
    reason && texts.reasons[reason],
  ].filter(Boolean);
  return remarks.length > 0 && <span className={styles.remarks}>{remarks.join('. ')}</span>;
}

function Nested({ id, nodes }: { id: string; nodes: readonly TraceNodeProps[] }) {
  const [shown, setShown] = useState(SHOWN);
  const rest = nodes.length - shown;
  return (
    <ul id={id} className={styles.nodes}>
      {nodes.slice(0, shown).map(each => (
        <TraceNode key={pathKey(each.path)} {...each} />
      ))}
      {rest > 0 && (
        <li>
          <Button kind="quiet" onClick={() => setShown(nodes.length)}>
            {texts.more(rest)}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The nodes below with their traces, which are as nested as they are. */
function nestedOf({ node, trace, path }: TraceNodeProps): TraceNodeProps[] {
  const of = (list: 'children' | 'relatedModel', traces: readonly Trace[]) =>
    traces.flatMap((each, index): TraceNodeProps[] => {
      const below = node[list][index];
      const steps = [...path.steps, { list, index }];
      return below ? [{ node: below, trace: each, path: { ...path, steps } }] : [];
    });
  return [...of('children', trace.children), ...of('relatedModel', trace.related)];
}

/** What a condition is about: «Заявка: Сумма», or the group's own name. */
function aboutWords({ type, attribute }: ConditionNode, catalogue: Catalogue): string {
  if (type === null) return texts.notChosen;
  if (isGroup(type)) return type;
  const source = sourceTitle(catalogue, type);
  if (attribute === null) return source;
  return `${source}: ${attributeOf(catalogue, type, attribute)?.title || attribute}`;
}

/** What the condition asks of it: «больше 1000»; '' where no comparison is chosen. */
function expectedWords(node: ConditionNode, catalogue: Catalogue): string {
  const { comparisonType, comparisonMethod: method, compareValue } = node;
  if (method === null) return '';
  const title = methodOf(catalogue, comparisonType, method)?.title || method;
  if (!takesValue(comparisonType, method) || compareValue === null) return title;
  const joint = method === 'between' ? texts.and : ', ';
  return `${title} ${scalarWords(valuesOf(compareValue), node, catalogue).join(joint)}`;
}

function foundWords(fact: Fact, node: ConditionNode, catalogue: Catalogue): string {
  if (fact === true) return texts.yes;
  if (fact === false) return texts.no;
  if (isEntity(fact)) return texts.isThere;
  return scalarWords(scalarsOf(fact), node, catalogue).join(', ') || texts.nothing;
}

function scalarWords(scalars: readonly Scalar[], node: ConditionNode, catalogue: Catalogue): string[] {
  const values = attributeOf(catalogue, node.type, node.attribute)?.values ?? [];
  return scalars.map(each => values.find(({ id }) => id === String(each))?.name ?? String(each));
}
