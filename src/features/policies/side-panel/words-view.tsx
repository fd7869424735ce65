import { useMemo, useState } from 'react';
import type { NodePath } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { type SummaryLine, summaryLines, summaryText } from '#domain/policy/words/summary-text.ts';
import { type Warning, type WarningName, warningWords } from '#domain/policy/words/warning.ts';
import { warningsOf } from '#domain/policy/words/warnings.ts';
import { Button } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import type { Elements } from '#ui/elements.ts';
import { CircleAlert, CircleCheck, TriangleAlert } from '#ui/icons.ts';
import { Copy, Pencil } from '#ui/icons-of-screens.ts';
import { copyText } from '#ui/share-text.ts';
import { useEditing, useSettledPolicy } from '../editing.ts';
import { useGoTo } from '../tree/focus-request.ts';
import { texts } from './texts.ts';
import styles from './words-view.module.css';

/** What the policy says, in words, and what of it is hardly meant. */
export function WordsView() {
  const { policy: newest, catalogue } = useEditing();
  const policy = useSettledPolicy();
  const lines = useMemo(() => summaryLines(policy, catalogue), [policy, catalogue]);
  const warnings = useMemo(() => warningsOf(policy, catalogue), [policy, catalogue]);
  const [announcement, setAnnouncement] = useState('');
  const copy = async () => {
    const text = summaryText(newest, catalogue).join('\n');
    setAnnouncement((await copyText(text)) === 'copied' ? texts.copied : texts.notCopied);
  };
  return (
    <div className={styles.view}>
      <section className={styles.part} aria-label={texts.summary}>
        <h3>{texts.summary}</h3>
        <Branches branches={branchesOf(lines)} />
        <Button className={styles.copy} icon={<Copy size={20} />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <p role="status" className={styles.announcement}>
          {announcement}
        </p>
      </section>
      <section className={styles.part} aria-label={texts.warnings}>
        <h3>{texts.warnings}</h3>
        <WarningList policy={policy} warnings={warnings} />
      </section>
    </div>
  );
}

type Branch = { text: string; index: number; below: readonly Branch[] };

/** Lines of deeper levels as lists in lists, so that readers hear what belongs together. */
function Branches({ branches }: { branches: readonly Branch[] }) {
  return (
    <ul className={styles.lines}>
      {branches.map(({ text, index, below }) => (
        <li key={index}>
          <span>{text}</span>
          {below.length > 0 && <Branches branches={below} />}
        </li>
      ))}
    </ul>
  );
}

function branchesOf(lines: readonly SummaryLine[]): Branch[] {
  const roots: Branch[] = [];
  const open: { level: number; into: Branch[] }[] = [];
  for (const [index, { level, text }] of lines.entries()) {
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const below: Branch[] = [];
    (open.at(-1)?.into ?? roots).push({ text, index, below });
    open.push({ level, into: below });
  }
  return roots;
}

/** So many are shown at once. */
const SHOWN = 50;

/** `error`: whatever is asked is denied. `incomplete`: still to be chosen. `attention`: hardly what was meant. */
type Severity = 'error' | 'incomplete' | 'attention';

const SEVERITY_CHIPS: Readonly<Record<Severity, { tone: Tone; icon: Elements }>> = {
  error: { tone: 'err', icon: <CircleAlert size={16} /> },
  incomplete: { tone: 'info', icon: <Pencil size={16} /> },
  attention: { tone: 'warn', icon: <TriangleAlert size={16} /> },
};

/** How much a warning matters; every other one is `attention`. */
const SEVERITIES: Readonly<Partial<Record<WarningName, Severity>>> = {
  unknownType: 'error',
  unknownAttribute: 'error',
  unknownMethod: 'error',
  badPattern: 'error',
  patternTooLong: 'error',
  tooManyPatterns: 'error',
  notANumber: 'error',
  notADate: 'error',
  tooManyValues: 'error',
  datesAndTimes: 'error',
  typeMissing: 'incomplete',
  attributeMissing: 'incomplete',
  methodMissing: 'incomplete',
  valueMissing: 'incomplete',
};

/** What is wrong with a policy; a press leads to the node that it is about. */
function WarningList({ policy, warnings }: { policy: Policy; warnings: readonly Warning[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? warnings : warnings.slice(0, SHOWN);
  const rest = warnings.length - shown.length;
  if (warnings.length === 0) {
    return (
      <p className={styles.none}>
        <CircleCheck size={20} />
        <span>{texts.noWarnings}</span>
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
  const severity = SEVERITIES[name] ?? 'attention';
  const words = (
    <>
      <Chip {...SEVERITY_CHIPS[severity]}>{texts.severities[severity]}</Chip>
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
