import type { Listed } from '../editor/policy-drafts.ts';
import {
  isOutdated,
  isUnsaved,
  type PolicyDraft,
  type PolicyDrafts,
  type Stored,
} from '../editor/policy-drafts.ts';
import type { PolicyRow } from './policy-row.ts';

/** Every policy of the server's and of this screen's, by id. */
export function rowsOf({ stored, unreadable }: Listed, drafts: PolicyDrafts): readonly PolicyRow[] {
  const rows = new Map<number, PolicyRow>();
  for (const { id, name } of unreadable) rows.set(id, { id, name, state: 'unreadable' });
  for (const [id, { policy }] of stored) rows.set(id, { id, name: policy.name, state: 'saved' });
  for (const [id, draft] of drafts) {
    const { name } = draft.history.present;
    rows.set(id, { id, name, state: stateOf(draft, stored.get(id)) });
  }
  return [...rows.values()].sort((one, other) => one.id - other.id);
}

function stateOf(draft: PolicyDraft, stored: Stored | undefined): PolicyRow['state'] {
  if (!isUnsaved(draft)) return 'saved';
  if (isOutdated(draft, stored)) return 'overtaken';
  return draft.base === null ? 'new' : 'unsaved';
}
