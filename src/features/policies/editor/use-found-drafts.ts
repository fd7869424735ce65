import { useEffect, useState } from 'react';
import { useDevice } from '#state/device.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import type { PolicyDraft, PolicyDrafts } from './policy-drafts.ts';
import { DRAFT_FORM, fromStoredDraft } from './stored-draft.ts';

/** The unsaved work that an earlier visit has left on this device; undefined while it is looked for. */
export function useFoundDrafts(): PolicyDrafts | undefined {
  const { drafts, session } = useDevice();
  const [found, setFound] = useState<PolicyDrafts>();
  const owner = session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  useEffect(() => {
    let isHere = true;
    void drafts.list(ownerKey).then(all => {
      const drafts = all.filter(({ form }) => form === DRAFT_FORM).map(({ value }) => fromStoredDraft(value));
      const known = drafts.filter((draft): draft is PolicyDraft => draft !== null);
      if (isHere) setFound(new Map(known.map(draft => [draft.history.present.id, draft])));
    });
    return () => {
      isHere = false;
    };
  }, [drafts, ownerKey]);
  return found;
}
