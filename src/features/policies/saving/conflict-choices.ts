import { asNewPolicy, newWork, type PolicyDraft, type Stored, takeStored } from '../editor/policy-drafts.ts';
import type { HeldDrafts } from '../editor/use-policy-drafts.ts';
import type { PolicySaves } from './use-saves.ts';

export type ConflictDeps = {
  id: number;
  draft: PolicyDraft;
  stored: Stored | undefined;
  /** Every id that is taken. */
  known: readonly { readonly id: number }[];
  held: HeldDrafts;
  saves: PolicySaves;
  choose: (id: number) => void;
};

/** The three ways out of two versions of one policy. */
export function conflictChoices({ id, draft, stored, known, held, saves, choose }: ConflictDeps) {
  const { put } = held;
  const takeTheirs = () => {
    put(id, stored && takeStored(draft, stored));
    saves.reset(id);
  };
  return {
    takeTheirs,
    /** Replaces the version that was looked at; if somebody saves a third one meanwhile, that is refused again. */
    keepMine() {
      put(id, { ...draft, base: stored?.policy ?? null, version: stored ? stored.version : 0 });
      void saves.save(id);
    },
    saveAsNew() {
      const mine = asNewPolicy(draft.history.present, known);
      put(mine.id, newWork(mine));
      takeTheirs();
      choose(mine.id);
      void saves.save(mine.id);
    },
  };
}
