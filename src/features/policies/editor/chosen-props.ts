import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import type { PolicyRow } from '../list/policy-row.ts';
import type { PolicySaves } from '../saving/use-saves.ts';
import type { Listed } from './read-listed.ts';
import type { HeldDrafts } from './use-policy-drafts.ts';

/** What the bench gives to whatever stands beside its list. */
export type ChosenProps = {
  id: number | null;
  held: HeldDrafts;
  saves: PolicySaves;
  listed: Listed;
  rows: readonly PolicyRow[];
  catalogue: Catalogue;
  /** The names of all that is not saved. */
  unsaved: readonly string[];
  onChoose: (id: number) => void;
  onBack: () => void;
  /** A policy to be added under an id of its own. */
  onAdd: (policy: Policy) => void;
};
