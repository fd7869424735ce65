import { fingerprint } from '#kit/fingerprint.ts';
import { isLocalId, newId } from '#kit/ids.ts';
import type { EarlierContent, Entry, Owner } from '#storage/outbox-db.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import type { Kind } from './kind.ts';
import type { DraftRef } from './settle-draft.ts';
import { tapsOf, withTaps } from './taps.ts';

/**
 * Something the user saves. `id` is the form's instance, so that a double tap is one entry ([S3]). `rebase`: the user
 * has seen what the server has by now, so `base` also replaces that of an entry this goes into ([S15], [S19]). `from`:
 * what the form began from, where that is not `base` ([S32]).
 */
export type Command = DraftRef & {
  id: string;
  kind: string;
  payload: unknown;
  base?: unknown;
  rebase?: boolean;
  from?: unknown;
};

/** What comes with a correction, beside the new payload. */
export type Correction = DraftRef & Pick<Command, 'from'>;

/** What an entry says of its confirmation before there is one. */
export const UNCONFIRMED = { doneAt: 0, settledTick: 0, serverId: null, code: '' };

/** A queued entry of something that is saved now; `key` names the thing it is about. */
export function newEntry(
  owner: Owner,
  command: Command,
  kind: Kind,
  payload: unknown,
  key: string,
  now: number,
): Omit<Entry, 'seq'> {
  const target = isLocalId(key) && kind.effect !== 'creates' ? [key] : [];
  return {
    id: command.id,
    ownerKey: ownerKeyOf(owner),
    owner,
    kind: kind.name,
    v: kind.v,
    aggregate: `${kind.noun}:${key}`,
    refs: [...new Set([...target, ...kind.needs(payload).filter(isLocalId)])],
    payload,
    base: command.base ?? null,
    ...fresh(payload),
    state: 'queued',
    attempts: 0,
    attemptId: '',
    firstAt: now,
    lastAt: 0,
    nextAt: 0,
    question: null,
    absentAt: 0,
    error: null,
    ...UNCONFIRMED,
  };
}

/** [S14] One key stands for one payload, for ever. */
function fresh(payload: unknown): Pick<Entry, 'key' | 'hash'> {
  return { key: newId(), hash: hashOf(payload) };
}

export function hashOf(payload: unknown): string {
  return fingerprint(JSON.stringify(payload));
}

/** [S15] The entry with another payload, and so under another key ([S14]), to be sent. `tap`: the save that brought it. */
export function corrected(
  kind: Pick<Kind, 'effect'>,
  entry: Entry,
  { payload, refs, tap }: Pick<Entry, 'payload' | 'refs'> & { tap: string },
): Entry {
  const earlier = mayHaveArrivedAs(kind, entry);
  const next = { ...entry, earlier, payload, refs, hasTenDigits: false, ...fresh(payload) };
  return requeued(withTaps(next, [...tapsOf(entry), tap]));
}

/** The entry as one that was never attempted. */
export function requeued(entry: Entry): Entry {
  return { ...entry, state: 'queued', attempts: 0, nextAt: 0, error: null, question: null };
}

/** [S11] So many answers in a row without the echo mean that something on the way takes the header out. */
const MISSING_ECHOES = 3;

/** Whether the entry waits only because each answer to it comes without the backend's echo. */
export function isHeldByMissingEcho({ state, error }: Entry): boolean {
  return state === 'unsure' && (error?.lacksEcho ?? 0) >= MISSING_ECHOES;
}

/** Whether the entry may still be changed: refused by the server, or not attempted with this content. */
export function isOpen({ state, attempts }: Entry): boolean {
  return state === 'rejected' || (state === 'queued' && attempts === 0);
}

/**
 * Contents of a create under which it may be on the server although it counts as refused: only a refusal that names
 * the key is the server's own, any other may come from something between that answers after the server has acted.
 */
export function mayHaveArrivedAs({ effect }: Pick<Kind, 'effect'>, entry: Entry): EarlierContent[] {
  const { state, error, earlier = [], v, payload } = entry;
  const isDoubtful = effect === 'creates' && state === 'rejected' && error?.isEchoed !== true;
  return isDoubtful ? [...earlier, { v, payload }] : earlier;
}

/**
 * The form in which an entry that was given up is kept; null: it is removed. Giving it up a second time
 * removes it at once.
 */
export function asGivenUp(kind: Pick<Kind, 'effect'>, entry: Entry): Entry | null {
  const earlier = mayHaveArrivedAs(kind, entry);
  if (earlier.length === 0 || entry.isGivenUp) return null;
  return { ...entry, state: 'unsure', nextAt: 0, question: null, earlier, isGivenUp: true };
}
