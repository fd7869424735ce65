import type { Clock } from '#kit/clock.ts';
import { composeTexts } from '#kit/compose-texts.ts';
import { newId } from '#kit/ids.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { Entry, Match, OutboxDb, Owner } from '#storage/outbox-db.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { readAbout, readLiveAbout } from './eligible.ts';
import {
  asGivenUp,
  type Command,
  type Correction,
  corrected,
  hashOf,
  isOpen,
  mayHaveArrivedAs,
  newEntry,
  requeued,
} from './entry.ts';
import { absent, markDone } from './entry-transitions.ts';
import { canonicalKey, keyOf } from './id-map.ts';
import { type Kind, type Kinds, needsOf } from './kind.ts';
import { LIVE_STATES, readLive } from './live-entries.ts';
import { type Changed, mergeUpdate, overEntry, overNewest } from './over-newest.ts';
import { isOrphaned } from './restore-entry.ts';
import { retryOnQuota, type StorageRefusal } from './retry-on-quota.ts';
import { type DraftRef, settleDraft } from './settle-draft.ts';
import { findTap, tapOf, tapsOf, withTaps } from './taps.ts';

/**
 * Why nothing was saved: storage full, app outdated, or other entries that need what would be removed. `closed`: the entry
 * that is corrected has been confirmed or given up. `orphaned`: what it is about has been removed meanwhile.
 */
export type Refusal =
  | StorageRefusal
  | Changed
  | { reason: 'dependants'; entries: Entry[] }
  | { reason: 'closed' | 'orphaned' | 'unknown-outcome' };

type OutboxDeps = { db: OutboxDb; kinds: Kinds; now: Clock; makeRoom: () => Promise<void> };

export type Outbox = {
  /** [S3] Resolves with success only after the strict transaction completed. null: a never-sent thing was removed. */
  enqueue(owner: Owner, command: Command): Promise<Result<Entry | null, Refusal>>;
  /** [S3] Several new things in one strict transaction: all of them are kept, or none. */
  enqueueAll(owner: Owner, commands: readonly Command[]): Promise<Result<null, Refusal>>;
  /** [S15] The user corrected a rejected entry: queued again under a new key ([S14]). `from`: see `Command`. */
  correct(id: string, payload: unknown, form?: Correction): Promise<Result<Entry, Refusal>>;
  /** A rejected entry as it is, once more and under its key ([S14]): what stood against it may be gone. */
  retry(id: string): Promise<Result<Entry, Refusal>>;
  /**
   * The user gives an entry up, or takes a queued delete back. What depends on it stands in the way. Resolves with
   * the entry as it was, so that this can be undone; null: there was nothing to give up. `ifOpen`: the user was told
   * that it never left, so it stays if it has been sent meanwhile. A create whose refusal proves nothing stays, too, and
   * comes back with `isGivenUp`: it goes once it is known that it has not arrived.
   */
  discard(id: string, options?: { ifOpen: true }): Promise<Result<Entry | null, Refusal>>;
  /** [S13] The user knows what became of a lost create; `serverId` says which of several things it is. */
  answer(
    id: string,
    choice: 'arrived' | 'send-again',
    serverId?: number | null,
  ): Promise<Result<Entry, Refusal>>;
};

/** Builds the commands of the outbox; each is one strict transaction. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { db } = deps;
  const inTransaction = <Value extends Entry | null>(
    save: () => Promise<Result<Value, Refusal>>,
    draft: DraftRef & { id?: string } = {},
  ) => {
    const work = async () => {
      const saved = await save();
      if (saved.ok) await settleDraft(db, draft, saved.value);
      return saved;
    };
    return retryOnQuota<Value, Refusal>(db, deps.makeRoom, () =>
      db.transaction('rw', db.entries, db.idMap, db.drafts, db.control, work),
    );
  };
  return {
    enqueue: (owner, command) => inTransaction(() => enqueue(deps, owner, command), command),
    enqueueAll: (owner, commands) => inTransaction(() => enqueueAll(deps, owner, commands)),
    correct: (id, payload, form = {}) =>
      inTransaction(() => correct(deps, id, payload, form.from), { id, ...form }),
    retry: id =>
      inTransaction(async () => {
        const entry = await existing(db, id);
        if (!isOpen(entry)) return failure({ reason: 'unknown-outcome' });
        const isDoubtful = mayHaveArrivedAs(kindOf(deps.kinds, entry), entry).length > 0;
        if (!isDoubtful) return success(await put(db, requeued(entry)));
        // [S13] What may be there is asked for by its key, or looked for.
        return success(await put(db, { ...entry, state: 'unsure', nextAt: 0, error: null }));
      }),
    discard: (id, options) => inTransaction(() => discard(deps, id, options?.ifOpen === true)),
    answer: (id, choice, serverId) => inTransaction(() => answer(deps, id, choice, serverId)),
  };
}

async function existing(db: OutboxDb, id: string): Promise<Entry> {
  const entry = await db.entries.where('id').equals(id).first();
  if (!entry) throw new Error(`No entry ${id} in the outbox`);
  return entry;
}

async function put(db: OutboxDb, entry: Entry): Promise<Entry> {
  await db.entries.put(entry);
  return entry;
}

async function enqueue(
  deps: OutboxDeps,
  owner: Owner,
  command: Command,
): Promise<Result<Entry | null, Refusal>> {
  const { db, kinds, now } = deps;
  const { kind, payload: mine } = describe(kinds, command);
  const place = await findTap(db, command.id, hashOf(mine));
  if (place.entry) return success(await wantedAgain(db, place.entry));
  const ownerKey = ownerKeyOf(owner);
  const key = await canonicalKey(db, ownerKey, kind.noun, kind.thing(mine, place.id));
  const about = await readAbout(db, ownerKey, `${kind.noun}:${key}`);
  const tap = tapOf(command.id, hashOf(mine));
  const merged = about.find(entry => tapsOf(entry).includes(tap));
  if (merged) return success(merged);
  const same = about.filter(({ state }) => LIVE_STATES.includes(state));
  if (kind.effect === 'deletes' && isUnsent(kinds, same)) {
    const removed = await removeThing(deps, await readLive(db, ownerKey), same, key);
    // What may have arrived is looked for, and what is found then is deleted.
    if (!removed.ok || removed.value === null) return removed;
  }
  const over = overNewest(kinds, kind, about, { command, mine, isStale: place.id !== command.id });
  if (!over.ok) return over;
  const { payload } = over.value;
  const absorbed = mergeUpdate(kinds, kind, same.at(-1), { payload, tap });
  const base = command.rebase ? { base: command.base } : {};
  if (absorbed) return success(await put(db, { ...absorbed, ...base }));
  const named = { ...command, base: over.value.base, id: place.id };
  const entry = withTaps(newEntry(owner, named, kind, payload, key, now()), [tap]);
  const isGone = await isOrphaned(db, entry);
  if (isGone) return kind.effect === 'deletes' ? success(null) : failure({ reason: 'orphaned' });
  return success({ ...entry, seq: await db.entries.add(entry) });
}

/** Saved once more, what was given up while it may have arrived is no longer given up. */
async function wantedAgain(db: OutboxDb, entry: Entry): Promise<Entry> {
  return entry.isGivenUp ? put(db, { ...entry, isGivenUp: false }) : entry;
}

/** [S15] A correction of what may still be changed, over what another window has made of it ([S32]). */
async function correct(
  { db, kinds }: OutboxDeps,
  id: string,
  payload: unknown,
  from: unknown,
): Promise<Result<Entry, Refusal>> {
  const entry = await db.entries.where('id').equals(id).first();
  const kind = entry && kinds[entry.kind];
  const mine = kind?.read(composeTexts(payload), kind.v) ?? payload;
  const tap = tapOf(id, hashOf(mine));
  if (!entry || entry.state === 'done')
    return entry && tapsOf(entry).includes(tap) ? success(entry) : failure({ reason: 'closed' });
  const over = overEntry(kinds, kind, entry, { from, mine });
  if (!over.ok) return over;
  if (entry.state !== 'rejected' && hashOf(over.value) === entry.hash) return success(entry);
  if (!isOpen(entry)) return failure({ reason: 'unknown-outcome' });
  const next = { payload: over.value, refs: needsOf(kinds, entry, over.value), tap };
  return success(await put(db, corrected(kindOf(kinds, entry), entry, next)));
}

async function enqueueAll({ db, kinds, now }: OutboxDeps, owner: Owner, commands: readonly Command[]) {
  const duplicates = await db.entries
    .where('id')
    .anyOf(commands.map(command => command.id))
    .toArray();
  const saved = new Set(duplicates.map(duplicate => duplicate.id));
  const single = new Map(commands.map(command => [command.id, command]));
  const missing = [...single.values()].filter(command => !saved.has(command.id));
  const entries = missing.map(command => {
    const { kind, payload } = describe(kinds, command);
    if (kind.effect !== 'creates') throw new Error(`${kind.name} may change what waits: save it by itself`);
    return newEntry(owner, command, kind, payload, command.id, now());
  });
  await db.entries.bulkAdd(entries);
  return success(null);
}

function describe(kinds: Kinds, command: Command): { kind: Kind; payload: unknown } {
  const kind = kinds[command.kind];
  if (!kind) throw new Error(`Nobody describes the kind ${command.kind}`);
  const payload = kind.read(composeTexts(command.payload), kind.v);
  if (payload === null) throw new Error(`The payload of ${command.kind} is not readable by its own kind`);
  return { kind, payload };
}

/** Of an entry whose kind this app does not know nothing is assumed but that it changes something. */
function kindOf(kinds: Kinds, entry: Entry): Pick<Kind, 'effect'> {
  return kinds[entry.kind] ?? { effect: 'updates' };
}

/** Whether the thing's create is here, and was refused or never attempted. */
function isUnsent(kinds: Kinds, same: readonly Entry[]): boolean {
  const [create] = same;
  return create !== undefined && kinds[create.kind]?.effect === 'creates' && isOpen(create);
}

/**
 * [S19] Deleting a never-sent thing removes its entries, unless others need it: then the app says which. Resolves with
 * the create if that stays.
 */
async function removeThing(
  { db, kinds }: OutboxDeps,
  live: readonly Entry[],
  same: readonly Entry[],
  key: string,
): Promise<Result<Entry | null, Refusal>> {
  // What belongs to other things and waits for this one.
  const dependants = live.filter(entry => entry.refs.includes(key) && keyOf(entry.aggregate) !== key);
  if (dependants.length > 0) return failure({ reason: 'dependants', entries: dependants });
  const [create, ...later] = same;
  const kept = create ? asGivenUp(kindOf(kinds, create), create) : null;
  await db.entries.bulkDelete((kept ? later : same).map(entry => entry.seq));
  if (kept) await db.entries.put(kept);
  return success(kept);
}

async function discard(
  { db, kinds }: OutboxDeps,
  id: string,
  ifOpen: boolean,
): Promise<Result<Entry | null, Refusal>> {
  const entry = await db.entries.where('id').equals(id).first();
  if (ifOpen && entry && !isOpen(entry)) return failure({ reason: 'unknown-outcome' });
  if (!entry || entry.state === 'done') return success(null);
  const key = keyOf(entry.aggregate);
  const live = key === entry.id ? await readLive(db, entry.ownerKey) : [];
  const needing = live.filter(other => other.refs.includes(key));
  if (needing.length > 0) return failure({ reason: 'dependants', entries: needing });
  const [first] = await readLiveAbout(db, entry.ownerKey, entry.aggregate);
  // A thing whose deletion is taken back is wanted again.
  if (first?.isGivenUp && kindOf(kinds, entry).effect === 'deletes')
    await db.entries.put({ ...first, isGivenUp: false });
  // One that may have arrived stays until it is known that it has not.
  const kept = asGivenUp(kindOf(kinds, entry), entry);
  if (kept) await db.entries.put(kept);
  else await db.entries.delete(entry.seq);
  return success(kept ?? entry);
}

async function answer(
  deps: OutboxDeps,
  id: string,
  choice: 'arrived' | 'send-again',
  serverId?: number | null,
): Promise<Result<Entry, Refusal>> {
  const { db, kinds, now } = deps;
  const entry = await existing(db, id);
  const kind = kinds[entry.kind];
  if (!kind || !entry.question) return success(entry);
  const { matches } = entry.question;
  const match = serverId === undefined ? matches[0] : matches.find(each => each.serverId === serverId);
  // The question was asked again meanwhile with other candidates: this answer belongs to the older question.
  if (!match) return failure({ reason: 'unknown-outcome' });
  // The user's decision replaces the look-up.
  if (choice === 'send-again') await put(db, absent(requeued(entry), now()));
  else await settleArrived(deps, kind, entry, match);
  return success(await existing(db, id));
}

/** What arrived before it was corrected is corrected on the server, where that can be done; nothing is lost. */
async function settleArrived(deps: OutboxDeps, kind: Kind, entry: Entry, match: Match): Promise<void> {
  const { earlier = [], payload, owner, ownerKey, aggregate, id } = entry;
  await markDone(deps.db, kind, entry, match, deps.now());
  // A later edit of the same thing already contains more.
  const later = await readLiveAbout(deps.db, ownerKey, aggregate);
  const update =
    earlier.length > 0 && later.length === 0 && !entry.isGivenUp ? kind.asUpdate?.(payload, id) : null;
  const base = earlier.at(-1)?.payload;
  if (update) await enqueue(deps, owner, { id: newId(), ...update, base });
}
