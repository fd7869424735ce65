import { contentId } from '#kit/content-id.ts';
import { fingerprint } from '#kit/fingerprint.ts';
import { newId } from '#kit/ids.ts';
import type { Entry, OutboxDb } from '#storage/outbox-db.ts';
import { keyOf } from './id-map.ts';

/** [S32] One save of a form: the form's id, and the hash of what it held. */
export function tapOf(formId: string, hash: string): string {
  return `${formId}:${hash}`;
}

/** [S32] The save of a draft with this content, beside that of what its form made of it. */
export function draftTap(formId: string, content: string): string {
  return tapOf(formId, fingerprint(content));
}

/** Every save that went into an entry. They outlive the payload, and the hash of an entry that is corrected. */
export function tapsOf({ taps, id, hash }: Pick<Entry, 'taps' | 'id' | 'hash'>): string[] {
  return taps ?? [tapOf(id, hash)];
}

/** The entry with these saves beside those it had. `taps` is left out where id and hash say the same. */
export function withTaps<Row extends Pick<Entry, 'taps' | 'id' | 'hash'>>(
  row: Row,
  saves: readonly string[],
): Row {
  const taps = [...new Set([...saves, tapOf(row.id, row.hash)])];
  return taps.length > 1 ? { ...row, taps } : row;
}

/**
 * [S32] The entry that this form saved with this very content, or the id under which the content is to be saved. Other
 * content under a known id gets an id that is made of both, so that its own second tap is found too.
 */
export async function findTap(
  db: OutboxDb,
  id: string,
  hash: string,
): Promise<{ entry: Entry } | { entry: null; id: string }> {
  const tap = tapOf(id, hash);
  const known = await readById(db, id);
  if (known && tapsOf(known).includes(tap)) return { entry: known };
  if (!known && (await isFree(db, id))) return { entry: null, id };
  const other = contentId(tap);
  const entry = await readById(db, other);
  if (entry) return { entry };
  return { entry: null, id: (await isFree(db, other)) ? other : newId() };
}

/** An entry under another id; what it creates is named by it. */
export function movedTo<Row extends Pick<Entry, 'id' | 'aggregate'>>(entry: Row, id: string): Row {
  const isOwn = keyOf(entry.aggregate) === entry.id;
  return { ...entry, id, ...(isOwn && { aggregate: entry.aggregate.replace(entry.id, id) }) };
}

function readById(db: OutboxDb, id: string): Promise<Entry | undefined> {
  return db.entries.where('id').equals(id).first();
}

/** Of what was sent long ago the receipt may be forgotten, but not what its id has become on the server. */
async function isFree(db: OutboxDb, id: string): Promise<boolean> {
  return (await db.idMap.get(id)) === undefined;
}
