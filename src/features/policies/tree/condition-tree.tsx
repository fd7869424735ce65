import { type ComponentProps, memo, useRef } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { type NodePath, pathKey, rootOf } from '#domain/policy/node-path.ts';
import { isGroup } from '#domain/policy/policy.ts';
import { classNames } from '#ui/class-names.ts';
import { ChevronDown, ChevronRight } from '#ui/icons.ts';
import { useWindow } from '#ui/table/use-window.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useStable } from '#ui/use-stable.ts';
import { useEditing } from '../editing.ts';
import { useNodeAction } from './node-actions.tsx';
import { type NodeWarnings, nodeWords, RowWords, useNodeWarnings } from './node-words.tsx';
import { texts } from './texts.ts';
import styles from './tree.module.css';
import type { Row } from './tree-rows.ts';
import { type TreeOptions, useTree } from './use-tree.ts';

/** The conditions of the target or of a rule: by mouse, by touch and by keyboard. */
export function ConditionTree({ tree, label }: { tree: NodePath['tree']; label: string }) {
  const { policy, catalogue, selected, select } = useEditing();
  const onAction = useStable(useNodeAction());
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
      onAction={onAction}
      onSelect={onSelect}
    />
  );
}

/** From so many lines on the tree has a box of its own that scrolls, with only those in sight in the document. */
const LONG_FROM = 61;

type LinesProps = Omit<TreeOptions, 'box' | 'fieldsBeside' | 'wordsOf'> & {
  label: string;
  catalogue: Catalogue;
  warnings: NodeWarnings;
};

/** Apart from the policy around it: an edit in another tree draws nothing here. */
const Lines = memo(function Lines({ label, catalogue, warnings, ...options }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const fieldsBeside = useMedia(WIDE);
  const wordsOf = ({ node }: Row) => {
    const { text, missing } = nodeWords(node, catalogue);
    return text || (missing ?? '');
  };
  const { rows, active, announcement, handlers } = useTree({ ...options, box, fieldsBeside, wordsOf });
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
        {slots.map(slot => {
          if ('gapPx' in slot)
            return <div key={`gap ${slot.after}`} role="presentation" style={{ height: slot.gapPx }} />;
          const row = rows[slot.row];
          if (!row) return null;
          return (
            <TreeRow
              key={row.key}
              index={slot.row}
              level={row.level}
              position={row.position}
              siblings={row.siblings}
              open={row.open}
              isGroup={isGroup(row.node.type)}
              isSelected={row.key === options.selectedKey}
              isActive={slot.row === active}
              warning={warnings.get(row.key) ?? ''}
              {...nodeWords(row.node, catalogue)}
            />
          );
        })}
      </div>
      <p className={styles.hint}>{fieldsBeside ? texts.keys : texts.pressHint}</p>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
});

/** Deeper than this a narrow tree has no room to indent: there the line says its level instead. */
const SHOWN_LEVELS = 5;

type TreeRowProps = Pick<Row, 'level' | 'position' | 'siblings' | 'open'> &
  ComponentProps<typeof RowWords> & {
    index: number;
    isSelected: boolean;
    /** The one line that Tab leads to. */
    isActive: boolean;
  };

/** One line of the tree. Its presses and keys are the tree's, so that an edit draws no line that says the same as before. */
const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { index, level, open, isSelected, text, missing, warning, isGroup } = props;
  return (
    <div
      role="treeitem"
      tabIndex={props.isActive ? 0 : -1}
      data-row={index}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      className={classNames(styles.row, isSelected && styles.selected)}
    >
      <Rails count={level - 1} />
      {level > SHOWN_LEVELS && (
        <span aria-hidden="true" className={styles.level}>
          {level}
        </span>
      )}
      <span aria-hidden="true" data-fold={open !== null || undefined} className={styles.fold}>
        {open !== null && (open ? <ChevronDown size={20} /> : <ChevronRight size={20} />)}
      </span>
      <RowWords text={text} missing={missing} warning={warning} isGroup={isGroup} />
    </div>
  );
});

/** A thin line for each level above: the eye follows them up. */
function Rails({ count }: { count: number }) {
  return Array.from({ length: count }, (_, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its level
    <span key={level} aria-hidden="true" className={styles.rail} />
  ));
}
