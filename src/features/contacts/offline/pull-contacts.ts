import type { Problem } from '#api/problem.ts';
import {
  type Contact,
  getContact,
  listAllContacts,
  listContactStates,
  listContacts,
} from '#contract/contacts.ts';
import { fold } from '#kit/fold.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { CacheDb, ContactRow } from '#storage/cache-db.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { keyOf, loadResolver } from '#sync/identity.ts';
import { isSuperseded, readConfirmed, scrub } from '#sync/overlay.ts';
import { type PullContext, pullOwnerKey, startRefresh } from '#sync/pull.ts';
import { noteBookChange } from './book-changes.ts';
import { keepIndex } from './book-index.ts';

/** Refreshes the whole book at once. What a newer refresh has written meanwhile stays ([S20]). */
export async function pullBook(context: PullContext): Promise<Result<null, Problem>> {
  const tick = await startRefresh(context);
  const answer = await context.api.call(listAllContacts, {}, { as: context.owner.userId });
  if (!answer.ok) return answer;
  await replaceBook(context.cache, answer.value.value.list, tick, context.now());
  await scrubContacts(context);
  return success(null);
}

/** Loads one page of the server's list, and the states list as the specification asks of every page advance. */
export async function pullContactPage(
  context: PullContext,
  page: number,
): Promise<Result<{ lastPage: number }, Problem>> {
  const tick = await startRefresh(context);
  const as = context.owner.userId;
  const [answer] = await Promise.all([
    context.api.call(listContacts, { page }, { as }),
    context.api.call(listContactStates, {}, { as }),
  ]);
  if (!answer.ok) return answer;
  await writeRows(context.cache, answer.value.value.list, tick);
  await scrubContacts(context);
  return success({ lastPage: answer.value.value.last_page });
}

/** Refreshes one contact; if the server no longer knows it, the row goes. */
export async function pullContact(context: PullContext, serverId: number): Promise<Result<null, Problem>> {
  const tick = await startRefresh(context);
  const answer = await context.api.call(getContact, { id: serverId }, { as: context.owner.userId });
  if (answer.ok) await writeRows(context.cache, [answer.value.value], tick);
  else if (answer.problem.status !== 404) return failure(answer.problem);
  else await forgetRow(context.cache, serverId, tick);
  await scrubContacts(context);
  return success(null);
}

async function replaceBook(cache: CacheDb, list: Contact[], tick: number, at: number): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const mark = await cache.marks.get('book');
    if (mark && mark.tick > tick) return;
    const known = new Map((await cache.contacts.toArray()).map(row => [row.id, row]));
    const told = new Set(list.map(contact => contact.id));
    const gone = [...known.values()].filter(row => !told.has(row.id) && row.seenTick <= tick);
    await cache.contacts.bulkDelete(gone.map(row => row.id));
    const rows = list.map(contact => newer(known.get(contact.id), contact, tick));
    await cache.contacts.bulkPut(rows);
    await cache.marks.put({ name: 'book', tick, at });
    const later = [...known.values()].filter(row => !told.has(row.id) && row.seenTick > tick);
    await keepIndex(cache, [...rows, ...later], await noteBookChange(cache, tick, 'all'));
  });
}

async function writeRows(cache: CacheDb, list: Contact[], tick: number): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const mark = await cache.marks.get('book');
    if (mark && mark.tick > tick) return;
    const known = await cache.contacts.bulkGet(list.map(contact => contact.id));
    await cache.contacts.bulkPut(list.map((contact, index) => newer(known[index], contact, tick)));
    await noteBookChange(
      cache,
      tick,
      list.map(contact => contact.id),
    );
  });
}

async function forgetRow(cache: CacheDb, id: number, tick: number): Promise<void> {
  await cache.transaction('rw', cache.contacts, cache.marks, async () => {
    const row = await cache.contacts.get(id);
    if (row && row.seenTick <= tick) await cache.contacts.delete(id);
    await noteBookChange(cache, tick, [id]);
  });
}

/** The row to keep: one seen by a later refresh wins; a thin row does not erase the date of a full one. */
function newer(known: ContactRow | undefined, contact: Contact, tick: number): ContactRow {
  if (known && known.seenTick > tick) return known;
  const thin = contact.created_at === '' && known !== undefined;
  const full = thin ? { ...contact, created_at: known.created_at, comment: known.comment } : contact;
  const phones = full.contact_phones.map(phone => phone.full_phone);
  return { ...full, phones, seenTick: tick, search: searchTextOf(full) };
}

/** What a contact is found by: folded names and comment, then the digits of every phone. */
export function searchTextOf({ first_name, last_name, comment, contact_phones }: Contact): string {
  const words = fold(`${first_name} ${last_name} ${comment}`);
  return [words, ...contact_phones.map(phone => phone.full_phone)].join(' ');
}

/** [S30] Payloads of contacts that the book has superseded are scrubbed. */
async function scrubContacts(context: PullContext): Promise<void> {
  const { db, cache } = context;
  const ownerKey = pullOwnerKey(context);
  const about = (await readConfirmed(db, ownerKey)).filter(entry => entry.kind.startsWith('contact.'));
  const resolve = await loadResolver(
    db,
    about.map(entry => keyOf(entry.aggregate)),
  );
  const fullTick = (await cache.marks.get('book'))?.tick ?? 0;
  const ticks = new Map<number, number>();
  for (const entry of about) {
    const id = resolve(keyOf(entry.aggregate));
    const row = id === null ? undefined : await cache.contacts.get(id);
    ticks.set(entry.seq, Math.max(fullTick, row?.seenTick ?? 0));
  }
  const superseded = (entry: Entry) => isSuperseded(entry, ticks.get(entry.seq) ?? 0);
  if (about.some(superseded)) await scrub(db, ownerKey, superseded);
}
