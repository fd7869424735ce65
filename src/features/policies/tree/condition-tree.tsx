import { memo, useRef } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { type NodePath, pathKey, rootOf } from '#domain/policy/node-path.ts';
import { isGroup } from '#domain/policy/policy.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { type Slot, useWindow } from '#ui/table/use-window.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import styles from './condition-tree.module.css';
import { nodeWords } from './node-words.ts';
import type { Row } from './rows.ts';
import { texts } from './texts.ts';
import { TreeRow } from './tree-row.tsx';
import { useActs } from './use-acts.ts';
import { type NodeWarnings, useNodeWarnings } from './use-node-warnings.ts';
import { type TreeOptions, useTree } from './use-tree.ts';

export type ConditionTreeProps = { tree: NodePath['tree']; label: string };

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
