import { type ReactNode, useId, useState } from 'react';
import type { Answer, Trace } from '#domain/policy/evaluation/trace.ts';
import { type NodePath, pathKey } from '#domain/policy/node-path.ts';
import type { ConditionNode } from '#domain/policy/policy.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { ChevronDown, ChevronRight, CircleAlert } from '#ui/icons.ts';
import { Check, CircleQuestion, X } from '#ui/icons-of-screens.ts';
import { useEditing } from '../../editing.ts';
import { useGoTo } from '../use-go-to.ts';
import { aboutWords, expectedWords, foundWords } from './claim-words.ts';
import styles from './testing.module.css';
import { texts } from './texts.ts';

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
export function AnswerChip({ answer }: { answer: Answer }) {
  const { tone, icon } = LOOKS[answer];
  return (
    <Chip tone={tone} icon={icon}>
      {texts.answers[answer]}
    </Chip>
  );
}

export type TraceNodeProps = { node: ConditionNode; trace: Trace; path: NodePath };

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
