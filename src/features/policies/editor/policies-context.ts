import { createContext, useContext } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import type { PolicyRow } from '../list/policy-row.ts';
import type { PolicySaves } from '../saving/use-saves.ts';
import type { PoliciesAction, PoliciesState } from './policies-store.ts';
import type { Listed } from './policy-drafts.ts';

/** The policies, for everything on the screen that shows or changes one. */
export type Policies = {
  state: PoliciesState;
  dispatch: (action: PoliciesAction) => void;
  saves: PolicySaves;
  listed: Listed;
  rows: readonly PolicyRow[];
  catalogue: Catalogue;
  /** The names of all that is not saved. */
  unsaved: readonly string[];
  choose: (id: number) => void;
  /** Back to the list. */
  leave: () => void;
  /** Adds a policy under an id of its own and opens it. */
  add: (policy: Policy) => void;
};

export const PoliciesContext = createContext<Policies | null>(null);

export function usePolicies(): Policies {
  const policies = useContext(PoliciesContext);
  if (!policies) throw new Error('There are no policies around this component');
  return policies;
}
