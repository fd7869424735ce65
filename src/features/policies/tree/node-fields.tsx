import { Fragment, type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import { type Catalogue, takesValue } from '#domain/policy/catalogue.ts';
import { setAttribute, setMethod, setType } from '#domain/policy/edits/nodes.ts';
import { type NodePath, nodeAt, pathKey } from '#domain/policy/node-path.ts';
import { type ConditionNode, GROUPS, isGroup, type Policy } from '#domain/policy/policy.ts';
import { ownValue } from '#kit/own-value.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { BottomSheet } from '#ui/modal.tsx';
import type { TreeOption } from '#ui/tree-option.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import { askForFocus, useFocusRequest } from './focus-request.ts';
import { NodeActions } from './node-actions.tsx';
import styles from './node-fields.module.css';
import { sourceTitle } from './node-words.tsx';
import { texts } from './texts.ts';
import { ValueField, withUnknown } from './value-field.tsx';

/** The fields of the selected condition, and what can be done to it as a whole. */
export function NodeFields() {
  const { policy, selected } = useEditing();
  const node = selected && nodeAt(policy, selected);
  if (!node) return <p className={styles.nothing}>{texts.nothingSelected}</p>;
  return (
    <Frame path={selected}>
      <NodeCrumbs path={selected} />
      <TypeField node={node} path={selected} />
      {node.type !== null && !isGroup(node.type) && (
        <ComparisonFields key={pathKey(selected)} node={node} path={selected} />
      )}
      <NodeActions path={selected} />
    </Frame>
  );
}

/** Takes the focus when the tree gives it, and gives it back by Escape. */
function Frame({ path, children }: { path: NodePath; children: ReactNode }) {
  const box = useRef<HTMLFieldSetElement>(null);
  const isBesideTree = useMedia(WIDE);
  useFocusRequest(request => {
    const first = box.current?.querySelector<HTMLElement>('select');
    if (request.place !== 'fields' || !first) return false;
    first.focus();
    return document.activeElement === first;
  });
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isBesideTree || isCleared(event.target)) return;
    event.preventDefault();
    askForFocus({ place: 'line', path });
  };
  return (
    <fieldset ref={box} aria-label={texts.node} className={styles.fields} onKeyDown={handleKey}>
      {children}
    </fieldset>
  );
}

/** In a search that is not empty Escape has a meaning of its own. */
function isCleared(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}

type FieldProps = { node: ConditionNode; path: NodePath };

function TypeField({ node, path }: FieldProps) {
  const { catalogue, edit } = useEditing();
  const sources = Object.entries(catalogue.sources).map(([id, name]) => ({ id, name }));
  const options: TreeOption[] = [
    {
      id: 'groups',
      name: texts.groupsOfKinds.groups,
      children: GROUPS.map(id => ({ id, name: texts.groups[id] })),
    },
    {
      id: 'sources',
      name: texts.groupsOfKinds.sources,
      children: withUnknown(sources, isGroup(node.type) ? [] : [node.type]),
    },
  ];
  return (
    <SelectField
      label={texts.labels.kind}
      options={options}
      value={node.type ?? ''}
      data-autofocus
      onChange={({ target }) => edit(policy => setType(policy, path, target.value || null, catalogue))}
    />
  );
}

/** What a single condition compares: its attribute, how, and with what. */
function ComparisonFields({ node, path }: FieldProps) {
  const { catalogue, edit } = useEditing();
  const { type, attribute, comparisonType, comparisonMethod: method } = node;
  const attributes = (ownValue(catalogue.attributes, type) ?? []).map(row => ({
    id: row.name,
    name: row.title,
  }));
  const methods = (ownValue(catalogue.comparisons, comparisonType) ?? []).map(row => {
    return { id: row.method, name: row.title };
  });
  return (
    <>
      <SelectField
        label={texts.labels.attribute}
        options={withUnknown(attributes, [attribute])}
        value={attribute ?? ''}
        onChange={({ target }) => edit(policy => setAttribute(policy, path, target.value || null, catalogue))}
      />
      {attribute !== null && (
        <SelectField
          label={texts.labels.method}
          options={withUnknown(methods, [method])}
          value={method ?? ''}
          onChange={({ target }) => edit(policy => setMethod(policy, path, target.value || null, catalogue))}
        />
      )}
      {takesValue(comparisonType, method) && <ValueField key={method} node={node} path={path} />}
      {comparisonType === 'hasOne' && <p className={styles.nothing}>{texts.relatedHint}</p>}
    </>
  );
}

/** Of a longer path the beginning and the end are shown. */
const CRUMBS_MAX = 3;

/** Where the condition stands: «Правило „Выплаты“ › allOf › 2 Заявка». What it stands in can be pressed. */
function NodeCrumbs({ path }: { path: NodePath }) {
  const { policy, catalogue, select } = useEditing();
  const rule = policy.rules.find(({ id }) => id === path.tree);
  const crumbs = path.steps.map((_, depth) => ({ ...path, steps: path.steps.slice(0, depth) }));
  const shown =
    crumbs.length > CRUMBS_MAX ? [...crumbs.slice(0, 1), null, ...crumbs.slice(1 - CRUMBS_MAX)] : crumbs;
  return (
    <nav aria-label={texts.place} className={styles.crumbs}>
      <span>{path.tree === 'target' ? texts.target : texts.rule(rule?.name ?? '')}</span>
      {shown.map(crumb => (
        <Fragment key={crumb ? pathKey(crumb) : 'between'}>
          <Sign />
          {crumb ? (
            <button type="button" className={styles.crumb} onClick={() => select(crumb)}>
              {crumbWords(policy, catalogue, crumb)}
            </button>
          ) : (
            <span>…</span>
          )}
        </Fragment>
      ))}
      <Sign />
      <span aria-current="true" className={styles.here}>
        {crumbWords(policy, catalogue, path)}
      </span>
    </nav>
  );
}

function Sign() {
  return <span aria-hidden="true">›</span>;
}

function crumbWords(policy: Policy, catalogue: Catalogue, path: NodePath): string {
  const type = nodeAt(policy, path)?.type ?? null;
  const number = path.steps.at(-1);
  const words = isGroup(type) ? type : sourceTitle(catalogue, type);
  return number ? `${number.index + 1} ${words}` : words;
}

/** On a narrow screen, where nothing can stand beside the tree: the fields of the selected condition over it. */
export const NodeSheet = memo(function NodeSheet() {
  const { selected, select } = useEditing();
  const isBesideTree = useMedia(WIDE);
  const close = () => {
    if (selected) askForFocus({ place: 'line', path: selected });
    select(null);
  };
  return (
    <BottomSheet open={!isBesideTree && selected !== null} onClose={close} title={texts.node}>
      <NodeFields />
    </BottomSheet>
  );
});
