import { useEffect, useRef } from 'react';
import { useDraft } from '#state/draft.ts';
import { useLocal } from '#state/local.ts';
import { isUnsaved, type PolicyDraft } from './policy-drafts.ts';
import { DRAFT_FORM, type StoredDraft, toStoredDraft } from './stored-draft.ts';

export type StoreDraftProps = {
  id: number;
  draft: PolicyDraft;
  /** Whether there is still work on this policy: leaving the screen keeps its draft, giving it up does not. */
  isHeld: (id: number) => boolean;
};

/** Keeps the unsaved work on one policy as a draft for as long as there is something unsaved. */
export function StoreDraft({ id, draft, isHeld }: StoreDraftProps) {
  const { key, save, clear } = useDraft<StoredDraft>(DRAFT_FORM, String(id));
  const current = useRef({ work: draft, save, clear, isHeld });
  current.current = { work: draft, save, clear, isHeld };
  useEffect(() => {
    if (isUnsaved(draft)) current.current.save(toStoredDraft(draft));
    else void current.current.clear();
  }, [draft]);
  // All tabs have one draft: one that saved its own work has taken it away, and this work would be kept nowhere.
  const isKept = useLocal(async ({ db }) => (await db.drafts.get(key)) !== undefined, [key]);
  useEffect(() => {
    const { work: latest, save: keep } = current.current;
    if (isKept === false && isUnsaved(latest)) keep(toStoredDraft(latest));
  }, [isKept]);
  useEffect(
    () => () => {
      if (!current.current.isHeld(id)) void current.current.clear();
    },
    [id],
  );
  return null;
}
