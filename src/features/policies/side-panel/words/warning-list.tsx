import { type ReactNode, useState } from 'react';
import type { NodePath } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { warningWords } from '#domain/policy/words/warning-words.ts';
import type { Warning, WarningName } from '#domain/policy/words/warnings.ts';
import { Button } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { CircleAlert, CircleCheck, TriangleAlert } from '#ui/icons.ts';
import { Pencil } from '#ui/icons-of-screens.ts';
import { useGoTo } from '../use-go-to.ts';
import { texts } from './texts.ts';
import styles from './words.module.css';

/** So many are shown at once. */
const SHOWN = 50;

const LOOKS: Readonly<Record<Severity, { tone: Tone; icon: ReactNode }>> = {
  error: { tone: 'err', icon: <CircleAlert size={16} /> },
  incomplete: { tone: 'info', icon: <Pencil size={16} /> },
  attention: { tone: 'warn', icon: <TriangleAlert size={16} /> },
};

/** What is wrong with a policy; a press leads to the node that it is about. */
export function WarningList({ policy, warnings }: { policy: Policy; warnings: readonly Warning[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? warnings : warnings.slice(0, SHOWN);
  const rest = warnings.length - shown.length;
  if (warnings.length === 0) {
    return (
      <p className={styles.none}>
        <CircleCheck size={20} />
        {texts.noWarnings}
      </p>
    );
  }
  return (
    <>
      <ul className={styles.warnings}>
        {shown.map((warning, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a warning is nothing but its place and its words
          <li key={index}>
            <WarningLine warning={warning} policy={policy} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {texts.more(rest)}
        </Button>
      )}
    </>
  );
}

function WarningLine({ warning, policy }: { warning: Warning; policy: Policy }) {
  const goTo = useGoTo();
  const { path, ruleId, name } = warning;
  const severity = severityOf(name);
  const { tone, icon } = LOOKS[severity];
  const words = (
    <>
      <Chip tone={tone} icon={icon}>
        {texts.severities[severity]}
      </Chip>
      <span className={styles.words}>{warningWords(warning)}</span>
      <span className={styles.where}>{placeWords(warning, policy)}</span>
    </>
  );
  // A rule without a node of its own in question is shown at the root of its condition.
  const to: NodePath | null = path ?? (ruleId === null ? null : { tree: ruleId, steps: [] });
  if (!to) return <div className={styles.warning}>{words}</div>;
  return (
    <button type="button" className={styles.warning} onClick={() => goTo(to)}>
      {words}
    </button>
  );
}

function placeWords({ path, ruleId }: Warning, policy: Policy): string {
  const tree = path?.tree ?? ruleId;
  if (tree === 'target') return texts.inTarget;
  const rule = policy.rules.find(({ id }) => id === tree);
  return rule ? texts.inRule(rule.name) : '';
}

/** `error`: whatever is asked is denied. `incomplete`: still to be chosen. `attention`: hardly what was meant. */
type Severity = 'error' | 'incomplete' | 'attention';

const ERRORS: readonly WarningName[] = [
  'unknownType',
  'unknownAttribute',
  'unknownMethod',
  'badPattern',
  'patternTooLong',
  'tooManyPatterns',
  'notANumber',
  'notADate',
  'tooManyValues',
  'datesAndTimes',
];

const INCOMPLETE: readonly WarningName[] = [
  'typeMissing',
  'attributeMissing',
  'methodMissing',
  'valueMissing',
];

/** How much a warning matters. */
function severityOf(name: WarningName): Severity {
  if (ERRORS.includes(name)) return 'error';
  return INCOMPLETE.includes(name) ? 'incomplete' : 'attention';
}
