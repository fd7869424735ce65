import {
  type ChangeEvent,
  createContext,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditResult } from '#domain/policy/edit-result.ts';
import type { NodePath } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { countNodesAndLevels } from '#domain/policy/policy-size.ts';

/** The policy that is being edited, for everything on the screen that shows or changes it. */
export type Editing = {
  policy: Policy;
  catalogue: Catalogue;
  /**
   * Applies an edit; a refused one changes nothing and is shown. Edits with the same `as` right after each other, e.g.
   * the keystrokes in one field, are one step of undo.
   */
  edit(change: (policy: Policy) => EditResult, as?: string): void;
  /** Adds a policy, e.g. an imported one, under an id of its own and opens it. */
  add(policy: Policy): void;
  /** The node whose fields are shown. */
  selected: NodePath | null;
  select(path: NodePath | null): void;
};

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('There is no policy being edited around this component');
  return editing;
}

/**
 * A text field of the edited policy. A letter is shown at once; the policy takes it at once as well, but what follows
 * from that on the screen may take longer than a frame, and never holds up the next letter.
 */
export function useTyped(value: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? value,
    onChange({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      setTyped(target.value);
      startTransition(() => {
        onText(target.value);
        // Drawn together with the policy, which has the text then, or has refused it.
        setTyped(null);
      });
    },
  };
}

/** From so many nodes on, to check a policy anew may take longer than the time between two keystrokes. */
const LARGE_FROM = 150;
const PAUSE_MS = 250;

/** The edited policy, for what is computed anew at every change: a large one once there is a pause in the edits. */
export function useSettledPolicy(): Policy {
  const { policy } = useEditing();
  const deferred = useDeferredValue(policy);
  const [settled, settle] = useState(policy);
  useEffect(() => {
    const timer = window.setTimeout(() => settle(policy), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [policy]);
  return countNodesAndLevels(policy).nodes < LARGE_FROM ? deferred : settled;
}
