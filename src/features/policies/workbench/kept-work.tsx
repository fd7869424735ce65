import { useEffect, useRef } from 'react';
import { useDraft } from '#state/draft.ts';
import { useLocal } from '#state/local.ts';
import { isUnsaved, type Work } from './bench.ts';
import { DRAFT_FORM, draftOf, type PolicyDraft } from './drafts.ts';

export type KeptWorkProps = {
  id: number;
  work: Work;
  /** Whether there is still work on this policy: leaving the screen keeps its draft, giving it up does not. */
  isHeld: (id: number) => boolean;
};

/** Keeps the unsaved work on one policy as a draft for as long as there is something unsaved. */
export function KeptWork({ id, work, isHeld }: KeptWorkProps) {
  const { key, save, clear } = useDraft<PolicyDraft>(DRAFT_FORM, String(id));
  const means = useRef({ work, save, clear, isHeld });
  means.current = { work, save, clear, isHeld };
  useEffect(() => {
    if (isUnsaved(work)) means.current.save(draftOf(work));
    else void means.current.clear();
  }, [work]);
  // All tabs have one draft: one that saved its own work has taken it away, and this work would be kept nowhere.
  const isKept = useLocal(async ({ db }) => (await db.drafts.get(key)) !== undefined, [key]);
  useEffect(() => {
    const { work: latest, save: keep } = means.current;
    if (isKept === false && isUnsaved(latest)) keep(draftOf(latest));
  }, [isKept]);
  useEffect(
    () => () => {
      if (!means.current.isHeld(id)) void means.current.clear();
    },
    [id],
  );
  return null;
}
