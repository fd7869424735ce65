import { type ReactNode, useId, useState } from 'react';
import { attributeOf, type Catalogue, methodOf, takesValue } from '#domain/policy/catalogue.ts';
import type { Answer, Trace } from '#domain/policy/evaluation/trace.ts';
import type { Fact } from '#domain/policy/facts.ts';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import type { ConditionNode } from '#domain/policy/policy.ts';
import { isGroup, type Scalar } from '#domain/policy/policy.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { ChevronDown, ChevronRight, CircleAlert } from '#ui/icons.ts';
import { Check, CircleQuestion, X } from '#ui/icons-of-screens.ts';
import { useEditing } from '../../editing.ts';
import { useGoTo } from '../use-go-to.ts';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import { isEntity } from './used-sources.ts';

/** So many children are shown at once. */
const SHOWN = 50;

/** Down to this level a trace is open at first. */
const OPEN_LEVELS = 3;

const LOOKS: Readonly<Record<Answer, { tone: Tone; icon: ReactNode }>> = {
  true: { tone: 'ok', icon: <Check size={16} /> },
  false: { tone: 'neutral', icon: <X size={16} /> },
  unknown: { tone: 'warn', icon: <CircleQuestion size={16} /> },
  error: { tone: 'err', icon: <CircleAlert size={16} /> },
};

/** What a condition answered, by word and icon. */
function AnswerChip({ answer }: { answer: Answer }) {
  const { tone, icon } = LOOKS[answer];
  return (
    <Chip tone={tone} icon={icon}>
      {texts.answers[answer]}
    </Chip>
  );
}

type TraceNodeProps = { node: ConditionNode; trace: Trace; path: NodePath };

/** One condition with what it answered and why; a press selects it in its tree. Those below it can be folded away. */
export function TraceNode({ node, trace, path }: TraceNodeProps) {
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
            {about} <AnswerChip answer={trace.answer} />
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
  const source = (Object.hasOwn(catalogue.sources, type) && catalogue.sources[type]) || type;
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
  return `${title} ${scalarWords([compareValue].flat(), node, catalogue).join(joint)}`;
}

/** A fact as it is shown beside what was expected. */
function foundWords(fact: Fact, node: ConditionNode, catalogue: Catalogue): string {
  if (fact === null) return texts.nothing;
  if (fact === true) return texts.yes;
  if (fact === false) return texts.no;
  if (isEntity(fact)) return texts.isThere;
  return (
    scalarWords([fact as Scalar | readonly Scalar[]].flat(), node, catalogue).join(', ') || texts.nothing
  ); // no thing
}

function scalarWords(scalars: readonly Scalar[], node: ConditionNode, catalogue: Catalogue): string[] {
  const values = attributeOf(catalogue, node.type, node.attribute)?.values ?? [];
  return scalars.map(each => values.find(({ id }) => id === String(each))?.name ?? String(each));
}
