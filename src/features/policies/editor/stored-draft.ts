import type { Policy } from '#domain/policy/policy.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { beginHistory } from './history.ts';
import { newWork, type PolicyDraft } from './policy-drafts.ts';

/** The drafts of policies, one for each. */
export const DRAFT_FORM = 'policy';

/** What is kept of unsaved work: as it is, and what it began with. `name` is for whoever lists drafts. */
export type StoredDraft = {
  name: string;
  policy: Policy;
  base: Policy | null;
  version: number | undefined;
};

/** The draft of one policy's work. */
export function toStoredDraft({ base, version, history: { present } }: PolicyDraft): StoredDraft {
  return { name: present.name, policy: present, base, version };
}

/** The work that a draft keeps; null for what this app cannot read, e.g. a newer one's. */
export function fromStoredDraft(raw: unknown): PolicyDraft | null {
  if (typeof raw !== 'object' || raw === null || !('policy' in raw) || !('base' in raw)) return null;
  const policy = readPolicy(raw.policy);
  if (!policy.ok) return null;
  if (raw.base === null) return { ...newWork(policy.value), isRestored: true };
  const base = readPolicy(raw.base);
  if (!base.ok) return null;
  const version = 'version' in raw && typeof raw.version === 'number' ? raw.version : undefined;
  return { base: base.value, version, history: beginHistory(policy.value), isRestored: true };
}
