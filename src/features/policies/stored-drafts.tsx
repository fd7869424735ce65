import { useEffect, useState } from 'react';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { useDevice } from '#state/device-context.ts';
import { useDraft } from '#state/draft.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { listDrafts } from '#sync/drafts.ts';
import { useStable } from '#ui/use-stable.ts';
import { beginHistory, isUnsaved, newDraft, type PolicyDraft, type PolicyDrafts } from './policy-drafts.ts';

/** The drafts of policies, one for each. */
const DRAFT_FORM = 'policy';

/** What is stored of a draft: the policy as it is, and what it began with. `name` is for the list of all drafts. */
export function toStoredDraft({ base, version, history: { present } }: PolicyDraft) {
  return { name: present.name, policy: present, base, version };
}

/** Null for what this app cannot read, e.g. a draft of a newer one. */
export function fromStoredDraft(raw: unknown): PolicyDraft | null {
  if (typeof raw !== 'object' || raw === null || !('policy' in raw) || !('base' in raw)) return null;
  const policy = readPolicy(raw.policy);
  if (!policy.ok) return null;
  if (raw.base === null) return { ...newDraft(policy.value), isRestored: true };
  const base = readPolicy(raw.base);
  if (!base.ok) return null;
  const version = 'version' in raw && typeof raw.version === 'number' ? raw.version : undefined;
  return { base: base.value, version, history: beginHistory(policy.value), isRestored: true };
}

/** The drafts that an earlier visit has left on this device; undefined while they are read. */
export function useFoundDrafts(): PolicyDrafts | undefined {
  const { db, session } = useDevice();
  const [found, setFound] = useState<PolicyDrafts>();
  const owner = session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  useEffect(() => {
    let isHere = true;
    void listDrafts(db, ownerKey).then(all => {
      const ours = all.filter(({ form }) => form === DRAFT_FORM);
      const readable = ours.flatMap(({ value }) => fromStoredDraft(value) ?? []);
      if (isHere) setFound(new Map(readable.map(draft => [draft.history.present.id, draft])));
    });
    return () => {
      isHere = false;
    };
  }, [db, ownerKey]);
  return found;
}

type StoreDraftProps = {
  id: number;
  draft: PolicyDraft;
  /** Whether the policy still has a draft: leaving the screen keeps it, giving it up does not. */
  isHeld: () => boolean;
};

/** Stores the draft of one policy for as long as there is something unsaved. */
export function StoreDraft({ id, draft, isHeld }: StoreDraftProps) {
  // One that is begun here leaves those of other tabs alone.
  const [restores] = useState(draft.isRestored === true);
  const { save, clear } = useDraft<ReturnType<typeof toStoredDraft>>(DRAFT_FORM, String(id), { restores });
  const store = useStable((edited: PolicyDraft) => {
    if (isUnsaved(edited)) save(toStoredDraft(edited));
    else void clear();
  });
  useEffect(() => store(draft), [draft, store]);
  const forget = useStable(() => {
    if (!isHeld()) void clear();
  });
  useEffect(() => forget, [forget]);
  return null;
}
