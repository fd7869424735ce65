import { memo, useEffect, useRef, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { type NodePath, pathKey, rootOf } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { isGroup } from '#domain/policy/policy.ts';
import { warningWords } from '#domain/policy/words/warning-words.ts';
import { type Warning, type WarningName, warningsOf } from '#domain/policy/words/warnings.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { type Slot, useWindow } from '#ui/table/use-window.ts';
import { whenIdle } from '#ui/table/when-idle.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import styles from './condition-tree.module.css';
import { nodeWords } from './node-words.ts';
import type { Row } from './rows.ts';
import { texts } from './texts.ts';
import { TreeRow } from './tree-row.tsx';
import { useActs } from './use-acts.ts';
import { type TreeOptions, useTree } from './use-tree.ts';

type ConditionTreeProps = { tree: NodePath['tree']; label: string };

/** The conditions of the target or of a rule: by mouse, by touch and by keyboard. */
export function ConditionTree({ tree, label }: ConditionTreeProps) {
  const { policy, catalogue, selected } = useEditing();
  const { act, select } = useActs();
  const onAct = useStable(act);
  const onSelect = useStable(select);
  const warnings = useNodeWarnings();
  const root = rootOf(policy, tree);
  const selectedKey = selected?.tree === tree ? pathKey(selected) : null;
  if (!root) return null;
  return (
    <Lines
      root={root}
      tree={tree}
      label={label}
      catalogue={catalogue}
      warnings={warnings}
      selectedKey={selectedKey}
      onAct={onAct}
      onSelect={onSelect}
    />
  );
}

/** From so many lines on the tree has a box of its own that scrolls, with only those in sight in the document. */
const LONG_FROM = 61;

type LinesProps = Pick<TreeOptions, 'root' | 'tree' | 'selectedKey' | 'onAct' | 'onSelect'> & {
  label: string;
  catalogue: Catalogue;
  warnings: NodeWarnings;
};

/** Apart from the policy around it: an edit in another tree draws nothing here. */
const Lines = memo(function Lines({ label, catalogue, warnings, ...options }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const fieldsBeside = useMedia(WIDE);
  const wordsOf = ({ node }: Row) => {
    const { said, missing } = nodeWords(node, catalogue);
    return said || (missing ?? '');
  };
  const { rows, active, said, handlers } = useTree({ ...options, box, fieldsBeside, wordsOf });
  const isLong = rows.length >= LONG_FROM;
  const slots = useWindow({
    count: rows.length,
    windowed: isLong,
    scroller: box,
    keep: active,
    density: 'one',
  });
  return (
    <div className={styles.tree}>
      <div
        ref={box}
        role="tree"
        aria-label={label}
        className={isLong ? styles.long : undefined}
        {...handlers}
      >
        {slots.map(slot => (
          <Line
            key={keyOf(slot, rows)}
            slot={slot}
            rows={rows}
            active={active}
            catalogue={catalogue}
            warnings={warnings}
            selectedKey={options.selectedKey}
          />
        ))}
      </div>
      <p className={styles.hint}>{fieldsBeside ? texts.keys : texts.pressHint}</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
});

type LineProps = {
  slot: Slot;
  rows: readonly Row[];
  active: number;
  catalogue: Catalogue;
  warnings: NodeWarnings;
  selectedKey: string | null;
};

function Line({ slot, rows, active, catalogue, warnings, selectedKey }: LineProps) {
  if ('gapPx' in slot) return <div role="presentation" style={{ height: slot.gapPx }} />;
  const row = rows[slot.row];
  if (!row) return null;
  const { node, key, level, position, siblings, open } = row;
  return (
    <TreeRow
      level={level}
      position={position}
      siblings={siblings}
      open={open}
      index={slot.row}
      isGroup={isGroup(node.type)}
      isSelected={key === selectedKey}
      isActive={slot.row === active}
      warning={warnings.get(key) ?? ''}
      {...nodeWords(node, catalogue)}
    />
  );
}

function keyOf(slot: Slot, rows: readonly Row[]): string {
  return 'gapPx' in slot ? `gap ${slot.after}` : (rows[slot.row]?.key ?? '');
}

/** What is wrong with nodes, in words, by `pathKey`. */
type NodeWarnings = ReadonlyMap<string, string>;

/** The line of such a node says so by itself. */
const SAID_BY_LINE: readonly WarningName[] = [
  'typeMissing',
  'attributeMissing',
  'methodMissing',
  'valueMissing',
  'emptyGroup',
];

/** The warnings of the edited policy, a moment after what they warn of: typing never waits for them. */
function useNodeWarnings(): NodeWarnings {
  const { policy, catalogue } = useEditing();
  const [warnings, setWarnings] = useState(() => readWarnings(policy, catalogue));
  useEffect(() => {
    function* inOneStep() {
      yield setWarnings(readWarnings(policy, catalogue));
    }
    return whenIdle(inOneStep());
  }, [policy, catalogue]);
  return warnings;
}

/** The last reading: every tree of the screen asks for the same, and the same again is the same map. */
let last: { policy: Policy; catalogue: Catalogue; warnings: NodeWarnings } | null = null;

function readWarnings(policy: Policy, catalogue: Catalogue): NodeWarnings {
  if (last?.policy === policy && last.catalogue === catalogue) return last.warnings;
  const read = byNode(warningsOf(policy, catalogue));
  const warnings = last && isSame(last.warnings, read) ? last.warnings : read;
  last = { policy, catalogue, warnings };
  return warnings;
}

function byNode(warnings: readonly Warning[]): NodeWarnings {
  const found = new Map<string, string>();
  for (const warning of warnings) {
    if (!warning.path || SAID_BY_LINE.includes(warning.name)) continue;
    const key = pathKey(warning.path);
    const before = found.get(key);
    found.set(key, before ? `${before}. ${warningWords(warning)}` : warningWords(warning));
  }
  return found;
}

function isSame(one: NodeWarnings, other: NodeWarnings): boolean {
  return one.size === other.size && [...one].every(([key, words]) => other.get(key) === words);
}
