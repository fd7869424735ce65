import { useCallback, useMemo, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditRefusal } from '#domain/policy/edit.ts';
import { type NodePath, nodeAt } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import type { Editing } from '../editing.ts';
import { type History, redo, step, undo } from './history.ts';
import type { HeldDrafts } from './use-policy-drafts.ts';

export type EditingOf = {
  editing: Editing;
  history: History;
  /** Why the last edit was refused; until the next one. */
  refusal: EditRefusal | null;
  undo(): void;
  redo(): void;
};

/** Editing one policy: what the screen's parts are given, and the ways back and forth. */
export function useEditingOf(
  { policy, history }: { policy: Policy; history: History },
  catalogue: Catalogue,
  { draftFor, put }: HeldDrafts,
  add: Editing['add'],
): EditingOf {
  const { id } = policy;
  const [refusal, setRefusal] = useState<EditRefusal | null>(null);
  const [selected, select] = useState<NodePath | null>(null);
  const rewrite = useCallback(
    (next: (history: History) => History) => {
      const draft = draftFor(id);
      if (draft) put(id, { ...draft, history: next(draft.history) });
      setRefusal(null);
    },
    [id, draftFor, put],
  );
  const edit = useCallback<Editing['edit']>(
    (change, as) => {
      const before = draftFor(id)?.history.present;
      if (!before) return;
      const edited = change(before);
      if (!edited.ok) return setRefusal(edited.problem);
      if (edited.value === before) return setRefusal(null);
      rewrite(held => step(held, edited.value, as));
    },
    [id, draftFor, rewrite],
  );
  const shown = useMemo(() => selected && nearest(policy, selected), [policy, selected]);
  const editing = useMemo(
    () => ({ policy, catalogue, edit, add, selected: shown, select }),
    [policy, catalogue, edit, add, shown],
  );
  return useMemo(
    () => ({ editing, history, refusal, undo: () => rewrite(undo), redo: () => rewrite(redo) }),
    [editing, history, refusal, rewrite],
  );
}

/** The node that was selected; where it is gone, the one that held it. */
function nearest(policy: Policy, path: NodePath): NodePath | null {
  if (nodeAt(policy, path)) return path;
  const { tree, steps } = path;
  return steps.length === 0 ? null : nearest(policy, { tree, steps: steps.slice(0, -1) });
}
