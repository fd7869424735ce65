import * as v from 'valibot';
import { fingerprint } from '#kit/fingerprint.ts';
import { isLocalId } from '#kit/ids.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { Entry, IdPair, OutboxDb } from '#storage/outbox-db.ts';
import { type Owner, ownerKeyOf } from '#storage/owner.ts';
import { isKeyed } from './control-rows.ts';
import { keyOf } from './id-map.ts';
import { readDone, readLive } from './live-entries.ts';

/** Names the format inside a file; no other app writes it. */
const FORMAT = 'promo-outbox';

/** Raised when an older app could misread what a newer one writes. */
const VERSION = 1;

const Matches = v.array(
  v.object({ serverId: v.nullable(v.number()), code: v.string(), words: v.exactOptional(v.string()) }),
);

const ExportedEntry = v.object({
  id: v.pipe(v.string(), v.check(isLocalId)),
  kind: v.string(),
  v: v.number(),
  aggregate: v.string(),
  refs: v.array(v.string()),
  payload: v.unknown(),
  base: v.unknown(),
  key: v.string(),
  hash: v.string(),
  taps: v.exactOptional(v.array(v.string())),
  state: v.picklist(['queued', 'unsure', 'rejected']),
  attempts: v.number(),
  firstAt: v.number(),
  lastAt: v.number(),
  absentAt: v.number(),
  question: v.nullable(v.object({ matches: Matches })),
  earlier: v.exactOptional(v.array(v.object({ v: v.number(), payload: v.unknown() }))),
  isGivenUp: v.exactOptional(v.boolean()),
  hasTenDigits: v.exactOptional(v.boolean()),
  error: v.nullable(
    v.object({
      kind: v.string(),
      status: v.number(),
      message: v.string(),
      fields: v.record(v.string(), v.array(v.string())),
    }),
  ),
});

/** An unsent entry as it travels: everything but its place in this device's queue. */
export type ExportedEntry = v.InferOutput<typeof ExportedEntry>;

const CarriedPair = v.object({
  localId: v.pipe(v.string(), v.check(isLocalId)),
  noun: v.string(),
  serverId: v.number(),
});

const Head = v.object({ format: v.literal(FORMAT), version: v.number() });

const Body = v.object({
  site: v.string(),
  /** Whose entries these are, and at which backend: nobody else may take them in. */
  owner: v.object({ apiOrigin: v.string(), userId: v.number(), actorId: v.exactOptional(v.number()) }),
  savedAt: v.number(),
  keyed: v.boolean(),
  entries: v.array(v.unknown()),
  pairs: v.array(CarriedPair),
});

/**
 * Unsent entries outside this device. `pairs`: what things made offline have become already, so that entries which
 * refer to them do not wait for ever. `keyed`: the backend had echoed a key. `damaged`: entries that are no longer
 * what was saved; they are not taken in.
 */
export type EntriesFile = Omit<v.InferOutput<typeof Body>, 'entries'> & {
  entries: ExportedEntry[];
  damaged: number;
};

/** Why a file is not taken in: no file of ours, written by a newer app, or somebody else's work. */
export type FileRefusal = { reason: 'unreadable' } | { reason: 'newer' } | { reason: 'foreign' };

/** The entry as it travels, whatever is in it: nothing of this device goes along, and never a token. */
function carried(entry: Entry): ExportedEntry {
  const { id, kind, v: version, aggregate, refs, payload, base, key, hash } = entry;
  const { attempts, firstAt, lastAt, absentAt, question, error } = entry;
  const state = entry.state as ExportedEntry['state']; // only live entries travel
  return {
    id,
    kind,
    v: version,
    aggregate,
    refs,
    payload,
    base,
    key,
    hash,
    state,
    attempts,
    firstAt,
    lastAt,
    absentAt,
    question,
    error,
    ...(entry.taps ? { taps: entry.taps } : {}),
    ...(entry.earlier ? { earlier: entry.earlier } : {}),
    ...(entry.isGivenUp ? { isGivenUp: true } : {}),
    ...(entry.hasTenDigits ? { hasTenDigits: true } : {}),
  };
}

/** Everything of this owner that is not sent, in the order in which it would go, as a file. */
export async function collectUnsent(
  db: OutboxDb,
  owner: Owner,
  site: string,
  now: number,
): Promise<EntriesFile> {
  const ownerKey = ownerKeyOf(owner);
  return db.transaction('r', db.entries, db.idMap, db.control, async () => {
    const live = await readLive(db, ownerKey);
    const done = await readDone(db, ownerKey);
    const pairs = await db.idMap.bulkGet(thingsOf([...live, ...done]));
    const keyed = await isKeyed(db, owner.apiOrigin);
    return fileOf({ site, owner, savedAt: now, keyed }, live, pairs);
  });
}

/** The file of these unsent entries, with the pairs that were found of `thingsOf`. */
export function fileOf(
  of: Pick<EntriesFile, 'site' | 'owner' | 'savedAt' | 'keyed'>,
  live: readonly Entry[],
  pairs: readonly (IdPair | undefined)[],
): EntriesFile {
  const known = pairs.filter(pair => pair !== undefined);
  return {
    ...of,
    entries: live.map(carried),
    pairs: known.map(({ localId, noun, serverId }) => ({ localId, noun, serverId })),
    damaged: 0,
  };
}

/**
 * Pairs of ids of the records that unsent entries name. Those confirmed lately go along, so that a look-up on the other
 * device does not take their rows for those of another entry.
 * `entries`: both of one owner.
 */
export function thingsOf(entries: readonly Entry[]): string[] {
  const keys = entries.flatMap(({ aggregate, refs }) => [keyOf(aggregate), ...refs]);
  return [...new Set(keys.filter(isLocalId))];
}

/** The part of a file that can be read back. It stands at the end, after whatever a human is to read. */
export function writeEntries({ damaged: _, ...file }: EntriesFile): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...file });
}

/** Reads a file back, for this user at this backend alone. */
export function readEntries(text: string, site: string, owner: Owner): Result<EntriesFile, FileRefusal> {
  const raw = parsed(text);
  const head = v.safeParse(Head, raw);
  if (!head.success) return failure({ reason: 'unreadable' });
  if (head.output.version > VERSION) return failure({ reason: 'newer' });
  const body = v.safeParse(Body, raw);
  if (!body.success) return failure({ reason: 'unreadable' });
  const file = body.output;
  if (file.site !== site || ownerKeyOf(file.owner) !== ownerKeyOf(owner))
    return failure({ reason: 'foreign' });
  const entries = file.entries.map(intact).filter(entry => entry !== null);
  return success({ ...file, entries, damaged: file.entries.length - entries.length });
}

/** [S14] A key stands for one payload: an entry whose content was changed outside is none of ours any more. */
function intact(raw: unknown): ExportedEntry | null {
  const read = v.safeParse(ExportedEntry, raw);
  return read.success && fingerprint(JSON.stringify(read.output.payload)) === read.output.hash
    ? read.output
    : null;
}

/** In a text the last line that begins as ours does; else the whole, as an editor may have laid it out anew. */
function parsed(text: string): unknown {
  const at = text.lastIndexOf(`{"format":"${FORMAT}"`);
  try {
    return JSON.parse(text.slice(Math.max(at, 0)).replace(/^\uFEFF/, ''));
  } catch {
    return null; // no JSON, or cut off: the caller says so
  }
}
