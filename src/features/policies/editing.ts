import { createContext, useContext } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditResult } from '#domain/policy/edit-result.ts';
import type { NodePath } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';

/** The policy that is being edited, for everything on the screen that shows or changes it. */
export type Editing = {
  policy: Policy;
  catalogue: Catalogue;
  /**
   * Applies an edit; a refused one changes nothing and is told. Edits with the same `as` right after each other, e.g.
   * the keystrokes in one field, are one step of undo.
   */
  edit(change: (policy: Policy) => EditResult, as?: string): void;
  /** Adds a policy, e.g. an imported one, under an id of its own and opens it; absent where none can be added. */
  add?: ((policy: Policy) => void) | undefined;
  /** The node whose fields are shown. */
  selected: NodePath | null;
  select(path: NodePath | null): void;
};

export const EditingContext = createContext<Editing | null>(null);

/** The editing that is around this component. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('There is no policy being edited around this component');
  return editing;
}
