import { useEffect, useRef } from 'react';
import { useDraft } from '#state/draft.ts';
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
  const { save, clear } = useDraft<PolicyDraft>(DRAFT_FORM, String(id));
  const means = useRef({ save, clear, isHeld });
  means.current = { save, clear, isHeld };
  useEffect(() => {
    if (isUnsaved(work)) means.current.save(draftOf(work));
    else void means.current.clear();
  }, [work]);
  useEffect(
    () => () => {
      if (!means.current.isHeld(id)) void means.current.clear();
    },
    [id],
  );
  return null;
}
