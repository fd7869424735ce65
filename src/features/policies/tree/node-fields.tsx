import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { takesValue } from '#domain/policy/catalogue.ts';
import { setAttribute, setMethod, setType } from '#domain/policy/edits/nodes.ts';
import { type NodePath, nodeAt, pathKey } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { type ConditionNode, GROUPS, isGroup } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Plus } from '#ui/icons.ts';
import { ArrowDown, ArrowUp, Copy, Trash2 } from '#ui/icons-of-screens.ts';
import type { TreeOption } from '#ui/tree-option.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useEditing } from '../editing.ts';
import { askForFocus, useFocusRequest } from './focus-request.ts';
import { type ActName, parentOf } from './node-acts.ts';
import { NodeCrumbs } from './node-crumbs.tsx';
import styles from './node-fields.module.css';
import { texts } from './texts.ts';
import { useActs } from './use-acts.ts';
import { ValueField } from './value-field.tsx';
import { withUnknown } from './with-unknown.ts';

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
        <Claim key={pathKey(selected)} node={node} path={selected} />
      )}
      <NodeActs path={selected} />
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
  const strange = isGroup(node.type) ? [] : [node.type];
  const options: TreeOption[] = [
    {
      id: 'groups',
      name: texts.groupsOfKinds.groups,
      children: GROUPS.map(id => ({ id, name: texts.groups[id] })),
    },
    { id: 'sources', name: texts.groupsOfKinds.sources, children: withUnknown(sources, strange) },
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
function Claim({ node, path }: FieldProps) {
  const { comparisonType, comparisonMethod: method, attribute } = node;
  return (
    <>
      <AttributeField node={node} path={path} />
      {attribute !== null && <MethodField node={node} path={path} />}
      {takesValue(comparisonType, method) && <ValueField key={method} node={node} path={path} />}
      {comparisonType === 'hasOne' && <p className={styles.nothing}>{texts.relatedHint}</p>}
    </>
  );
}

function AttributeField({ node, path }: FieldProps) {
  const { catalogue, edit } = useEditing();
  const listed = ownRows(catalogue.attributes, node.type).map(({ name, title }) => ({
    id: name,
    name: title,
  }));
  return (
    <SelectField
      label={texts.labels.attribute}
      options={withUnknown(listed, [node.attribute])}
      value={node.attribute ?? ''}
      onChange={({ target }) => edit(policy => setAttribute(policy, path, target.value || null, catalogue))}
    />
  );
}

function MethodField({ node, path }: FieldProps) {
  const { catalogue, edit } = useEditing();
  const { comparisonType, comparisonMethod } = node;
  const listed = ownRows(catalogue.comparisons, comparisonType).map(({ method, title }) => ({
    id: method,
    name: title,
  }));
  return (
    <SelectField
      label={texts.labels.method}
      options={withUnknown(listed, [comparisonMethod])}
      value={comparisonMethod ?? ''}
      onChange={({ target }) => edit(policy => setMethod(policy, path, target.value || null, catalogue))}
    />
  );
}

/** Names come from outside: `constructor` is no data source. */
function ownRows<Item>(map: Readonly<Record<string, readonly Item[]>>, key: string | null): readonly Item[] {
  return (key !== null && Object.hasOwn(map, key) && map[key]) || [];
}

/** What can be done to a condition as a whole, by buttons: the same as by keys in the tree. */
function NodeActs({ path }: { path: NodePath }) {
  const { policy } = useEditing();
  const { act, select } = useActs();
  const isBesideTree = useMedia(WIDE);
  const handle = (name: ActName) => () => {
    const nextFocus = act(name, path);
    if (!nextFocus) return;
    const isGone = name === 'remove';
    // On a phone the fields lie over the tree: without their condition they go.
    select(isGone && !isBesideTree ? null : nextFocus);
    if (isGone) askForFocus({ place: 'line', path: nextFocus });
    if (name === 'add') askForFocus({ place: 'fields' });
  };
  const last = path.steps.at(-1);
  const siblings = last ? (nodeAt(policy, parentOf(path))?.[last.list].length ?? 0) : 0;
  return (
    <div className={styles.acts}>
      <Button wide kind="primary" icon={<Plus size={20} />} onClick={handle('add')}>
        {addWords(policy, path)}
      </Button>
      {last && (
        <>
          <Button
            icon={<ArrowUp size={20} />}
            aria-disabled={last.index === 0 || undefined}
            onClick={handle('up')}
          >
            {texts.moveUp}
          </Button>
          <Button
            icon={<ArrowDown size={20} />}
            aria-disabled={last.index === siblings - 1 || undefined}
            onClick={handle('down')}
          >
            {texts.moveDown}
          </Button>
          <Button icon={<Copy size={20} />} onClick={handle('duplicate')}>
            {texts.duplicate}
          </Button>
          <Button kind="danger" icon={<Trash2 size={20} />} onClick={handle('remove')}>
            {texts.remove}
          </Button>
        </>
      )}
    </div>
  );
}

function addWords(policy: Policy, path: NodePath): string {
  const node = nodeAt(policy, path);
  if (node?.comparisonType === 'hasOne') return texts.addToRelated;
  return isGroup(node?.type ?? null) ? texts.addToGroup : texts.addBeside;
}
