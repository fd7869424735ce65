import { fullName } from '#contract/contact-fields.ts';
import { paths, pathTo } from '#domain/paths.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import type { Draft, Entry, Owner } from '#storage/outbox-db.ts';
import { neverEchoes } from '#sync/control-rows.ts';
import { instanceOf, listDrafts } from '#sync/drafts.ts';
import { isHeldByMissingEcho, isOpen } from '#sync/entry.ts';
import { addStatuses, type EntryStatus } from '#sync/entry-status.ts';
import { keyOf } from '#sync/id-map.ts';
import { inState, readLive } from '#sync/live-entries.ts';
import { readLost } from '#sync/lost-entries.ts';
import { RECEIPTS_KEPT } from '#sync/overlay.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { countOthers } from '#sync/summary.ts';

type OutboxContext = ReadContext & { owner: Owner };

/**
 * An entry with its state. `isOpen`: it may still be changed.
 * `became`: what this device knows of the thing that a receipt stands for, whose own content has been scrubbed.
 */
export type OutboxRow = { entry: Entry; status: EntryStatus; isOpen: boolean; became: string };

/** `instance` tells apart several drafts of one form. */
export type DraftRow = Draft & { instance: string };

export type OutboxBook = Awaited<ReturnType<typeof readOutbox>>;

/**
 * The one full truth: everything this device keeps for its owner, and a number for everybody else, grouped as its
 * screen shows it; live entries in the order they will go.
 */
export async function readOutbox(context: OutboxContext) {
  const { db, owner, ownerKey } = context;
  const live = await stateRows(context, await readLive(db, ownerKey));
  const questions = live.filter(({ status }) => status === 'question');
  const failed = live.filter(({ status }) => status === 'failed');
  /** The last confirmed ones, newest first. */
  const sent = await nameReceipts(context, await stateRows(context, await readReceipts(context)));
  const today = context.wallClock(context.now()).slice(0, 10);
  const isToday = ({ entry }: OutboxRow) => context.wallClock(entry.doneAt).startsWith(today);
  return {
    questions,
    failed,
    waiting: live.filter(row => !questions.includes(row) && !failed.includes(row)),
    drafts: await readDrafts(context),
    sentToday: sent.filter(isToday),
    sentBefore: sent.filter(row => !isToday(row)),
    others: await countOthers(db, ownerKey),
    /** Answers come without the echo of the key, always or to what waits here: nothing sent can be proven. */
    lacksEcho:
      live.some(({ entry }) => isHeldByMissingEcho(entry)) || (await neverEchoes(db, owner.apiOrigin)),
    /** How many unsent entries were lost with the outbox, until the user has seen it. */
    lost: await readLost(db, ownerKey),
  };
}

async function stateRows(context: OutboxContext, entries: Entry[]): Promise<OutboxRow[]> {
  const { db, kinds, held, now } = context;
  const stated = await addStatuses(db, kinds, entries, held, now());
  return stated.map(({ entry, status }) => {
    return { entry, status, isOpen: status !== 'parked' && isOpen(entry), became: '' };
  });
}

/** [S30] A receipt keeps no content: the book and the requests still know whom it was about. */
async function nameReceipts({ cache }: OutboxContext, rows: OutboxRow[]): Promise<OutboxRow[]> {
  const ids = rows.map(({ entry }) => entry.serverId ?? 0);
  const [contacts, requests] = await Promise.all([cache.contacts.bulkGet(ids), cache.requests.bulkGet(ids)]);
  return rows.map((row, index) => {
    const { kind, payload } = row.entry;
    if (payload !== null) return row;
    const contact = kind.startsWith('contact.') ? contacts[index] : undefined;
    const request = kind.startsWith('order.') ? requests[index] : undefined;
    const name = contact && fullName(contact);
    return { ...row, became: name ?? request?.client_fio ?? '' };
  });
}

async function readReceipts({ db, ownerKey }: OutboxContext): Promise<Entry[]> {
  const done = await inState(db, ownerKey, 'done').sortBy('doneAt');
  return done.slice(-RECEIPTS_KEPT).reverse();
}

async function readDrafts({ db, ownerKey }: OutboxContext): Promise<DraftRow[]> {
  const drafts = await listDrafts(db, ownerKey);
  // What is kept beside drafts was never to be sent: it is managed where it was made.
  const shown = drafts.filter(({ form }) => !form.startsWith('kept.'));
  return shown.map(draft => ({ ...draft, instance: instanceOf(draft) }));
}

/** Where the thing is shown that a confirmed entry has become; null where this device has nothing to show of it. */
export async function readReceiptAddress(
  { cache }: { cache: CacheDb },
  { kind, state, aggregate, serverId, code }: Entry,
): Promise<string | null> {
  if (state !== 'done') return null;
  if (kind === 'contact.create' || kind === 'contact.update') {
    const isThere = serverId !== null && (await cache.contacts.get(serverId)) !== undefined;
    return isThere ? pathTo(paths.contactEdit, { id: keyOf(aggregate) }) : null;
  }
  if (kind !== 'order.create') return null;
  const byId = serverId === null ? undefined : await cache.requests.get(serverId);
  const request =
    byId ?? (await cache.requests.filter(({ fullcode }) => fullcode === code && code !== '').first());
  return request ? pathTo(paths.request, { codeNumber: request.code_number }) : null;
}
