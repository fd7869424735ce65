import { failure, type Result, success } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { type Command, corrected, hashOf, isOpen } from './entry.ts';
import { type Kind, type Kinds, readPayload } from './kind.ts';

/**
 * Another window has saved something else since this form began: `conflicts` are its fields that both have changed, none
 * where its content is not here any more.
 */
export type Changed = { reason: 'changed'; conflicts: Readonly<Record<string, unknown>> };

/** `isStale`: the form's id has been saved with other content, so the form began before that. */
type Update = { command: Command; mine: unknown; isStale: boolean };

/**
 * [S32] An update as it goes over the newest content of its thing on this device: only what its form has changed. `base`
 * is what the server will have by then. `about`: the entries of the thing.
 */
export function overNewest(
  kinds: Kinds,
  kind: Kind,
  about: readonly Entry[],
  { command, mine, isStale }: Update,
): Result<{ payload: unknown; base: unknown }, Changed> {
  const newest = about.findLast(entry => kinds[entry.kind]?.effect !== 'deletes');
  if (kind.effect !== 'updates' || !newest) return success({ payload: mine, base: command.base });
  // What the server has shown since is erased here: only the form can compare.
  if (isStale && newest.payload === null && !command.rebase)
    return failure({ reason: 'changed', conflicts: {} });
  const from = command.from ?? (command.rebase ? undefined : command.base);
  const over = overEntry(kinds, kind, newest, { from, mine });
  if (!over.ok) return over;
  const hasMore = hashOf(over.value) !== hashOf(mine);
  return success({ payload: over.value, base: hasMore ? newest.payload : command.base });
}

/** [S32] What a form changed since it began (`from`; undefined: nobody knows), over what the entry holds now. */
export function overEntry(
  kinds: Kinds,
  kind: Pick<Kind, 'reconcile'> | undefined,
  entry: Entry,
  { from, mine }: { from: unknown; mine: unknown },
): Result<unknown, Changed> {
  const known = readPayload(kinds, entry);
  if (!kind?.reconcile || !known || from === undefined || from === null) return success(mine);
  const { value, conflicts } = kind.reconcile({ from, mine, theirs: known.payload });
  const isAsked = Object.keys(conflicts).length > 0;
  return isAsked ? failure({ reason: 'changed', conflicts }) : success(value);
}

/** [S19] The one coalescing rule: an edit goes into the newest live entry of the thing while that is open. */
export function mergeUpdate(
  kinds: Kinds,
  update: Kind,
  newest: Entry | undefined,
  { payload, tap }: { payload: unknown; tap: string },
): Entry | null {
  if (update.effect !== 'updates' || !newest || !isOpen(newest)) return null;
  const known = readPayload(kinds, newest);
  const merged = known?.kind.mergeUpdate?.(known.payload, payload) ?? null;
  return known && merged !== null
    ? corrected(known.kind, newest, { payload: merged, refs: newest.refs, tap })
    : null;
}
