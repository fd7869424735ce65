import { isOvertaken, isUnsaved, type Stored, type Work, type Works } from '../workbench/bench.ts';
import type { Listed } from '../workbench/read-listed.ts';
import type { PolicyRow } from './policy-row.ts';

/** Every policy of the server's and of this screen's, by id. */
export function rowsOf({ stored, unreadable }: Listed, works: Works): readonly PolicyRow[] {
  const rows = new Map<number, PolicyRow>();
  for (const { id, name } of unreadable) rows.set(id, { id, name, state: 'unreadable' });
  for (const [id, { policy }] of stored) rows.set(id, { id, name: policy.name, state: 'saved' });
  for (const [id, work] of works) {
    const { name } = work.history.present;
    rows.set(id, { id, name, state: stateOf(work, stored.get(id)) });
  }
  return [...rows.values()].sort((one, other) => one.id - other.id);
}

function stateOf(work: Work, stored: Stored | undefined): PolicyRow['state'] {
  if (!isUnsaved(work)) return 'saved';
  if (isOvertaken(work, stored)) return 'overtaken';
  return work.base === null ? 'new' : 'unsaved';
}
