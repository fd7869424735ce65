import { act, render, screen, within } from '@testing-library/react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditRefusal } from '#domain/policy/edit.ts';
import type { NodePath } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { type Editing, EditingContext } from '#features/policies/editing.ts';
import { ConditionTree } from '#features/policies/tree/condition-tree.tsx';
import { NodeFields } from '#features/policies/tree/node-fields.tsx';
import { NodeSheet } from '#features/policies/tree/node-sheet.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { sampleCatalogue } from './policies.ts';

/** A policy that is being edited, as a test sees it. */
export type PolicyDesk = {
  policy: () => Policy;
  /** Why edits were refused, the newest last. */
  refusals: EditRefusal[];
  /** As what each edit that was done counts, for undo. */
  steps: (string | undefined)[];
  selected: () => NodePath | null;
  /** What another part of the screen does: a warning that leads to a node, an undo. */
  select: (path: NodePath | null) => void;
  put: (policy: Policy) => void;
};

type Live = { editing: Editing; put: (policy: Policy) => void };

/** Trees and fields around a policy, with the real edits and without the rest of the screen. */
export function openDesk(policy: Policy, catalogue: Catalogue = sampleCatalogue): PolicyDesk {
  let live: Live | undefined;
  const refusals: EditRefusal[] = [];
  const steps: PolicyDesk['steps'] = [];
  const handleDraw = (drawn: Live) => {
    live = drawn;
  };
  render(<Desk {...{ policy, catalogue, refusals, steps }} onDraw={handleDraw} />);
  return {
    policy: () => live?.editing.policy ?? policy,
    selected: () => live?.editing.selected ?? null,
    select: path => act(() => live?.editing.select(path)),
    put: next => act(() => live?.put(next)),
    ...{ refusals, steps },
  };
}

type DeskProps = Pick<PolicyDesk, 'refusals' | 'steps'> & {
  policy: Policy;
  catalogue: Catalogue;
  onDraw: (live: Live) => void;
};

function Desk({ policy, catalogue, refusals, steps, onDraw }: DeskProps) {
  const held = useRef(policy);
  const [shown, setShown] = useState(policy);
  const [selected, select] = useState<NodePath | null>(null);
  const put = useCallback((next: Policy) => {
    held.current = next;
    setShown(next);
  }, []);
  const edit = useCallback<Editing['edit']>(
    (change, as) => {
      const edited = change(held.current);
      if (!edited.ok) return void refusals.push(edited.problem);
      steps.push(as);
      put(edited.value);
    },
    [put, refusals, steps],
  );
  const editing = useMemo(
    () => ({ policy: shown, catalogue, edit, selected, select }),
    [shown, catalogue, selected, edit],
  );
  useLayoutEffect(() => onDraw({ editing, put }));
  return (
    <EditingContext value={editing}>
      <ConditionTree tree="target" label="Target" />
      {shown.rules.map(({ id, name }) => (
        <ConditionTree key={id} tree={id} label={name} />
      ))}
      <Fields />
    </EditingContext>
  );
}

function Fields() {
  return useMedia(WIDE) ? <NodeFields /> : <NodeSheet />;
}

/** What a tree shows, line by line. */
export const linesOf = (name = 'Target') =>
  within(screen.getByRole('tree', { name })).getAllByRole('treeitem');

/** What the lines say. */
export const wordsOf = (name = 'Target') => linesOf(name).map(line => line.textContent);

/** The line that says so. */
export const line = (words: string | RegExp, name = 'Target') =>
  within(screen.getByRole('tree', { name })).getByRole('treeitem', { name: words });

/** Focuses a line as Tab or a press does. */
export function focusLine(words: string): void {
  line(words).focus();
}
