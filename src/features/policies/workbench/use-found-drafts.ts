import { useEffect, useState } from 'react';
import { useDevice } from '#state/device.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import type { Work, Works } from './bench.ts';
import { DRAFT_FORM, workIn } from './drafts.ts';

/** The unsaved work that an earlier visit has left on this device; undefined while it is looked for. */
export function useFoundDrafts(): Works | undefined {
  const { drafts, session } = useDevice();
  const [found, setFound] = useState<Works>();
  const owner = session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  useEffect(() => {
    let isHere = true;
    void drafts.list(ownerKey).then(all => {
      const works = all.filter(({ form }) => form === DRAFT_FORM).map(({ value }) => workIn(value));
      const known = works.filter((work): work is Work => work !== null);
      if (isHere) setFound(new Map(known.map(work => [work.history.present.id, work])));
    });
    return () => {
      isHere = false;
    };
  }, [drafts, ownerKey]);
  return found;
}
