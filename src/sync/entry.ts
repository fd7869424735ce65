import { fingerprint } from '#kit/hash.ts';
import { isLocalId, newId } from '#kit/ids.ts';
import type { Entry, Owner } from '#storage/outbox-db.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import type { Kind } from './kind.ts';

/**
 * Something the user saves. `id` is the form's instance, so that a double tap is one entry ([S3]). `rebase`: the user
 * has seen what the server has by now, so `base` also replaces that of an entry this goes into ([S15], [S19]).
 */
export type Command = {
  id: string;
  kind: string;
  payload: unknown;
  base?: unknown;
  rebase?: boolean;
  draftKey?: string;
};

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
    doneAt: 0,
    settledTick: 0,
    serverId: null,
    code: '',
  };
}

/** [S14] One key stands for one payload, for ever. */
function fresh(payload: unknown): Pick<Entry, 'key' | 'hash'> {
  return { key: newId(), hash: fingerprint(JSON.stringify(payload)) };
}

/** The entry with another payload, and so under another key. */
export function rewritten(entry: Entry, payload: unknown, refs: string[]): Entry {
  return { ...entry, payload, refs, ...fresh(payload) };
}

/** The entry as one that was never attempted. */
export function requeued(entry: Entry): Entry {
  return { ...entry, state: 'queued', attempts: 0, nextAt: 0, error: null, question: null };
}

/** Whether the entry may still be changed: refused by the server, or never attempted. */
export function isOpen({ state, attempts }: Entry): boolean {
  return state === 'rejected' || (state === 'queued' && attempts === 0);
}
