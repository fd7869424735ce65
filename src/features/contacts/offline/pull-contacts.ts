import { isOutOfReach, type Problem } from '#api/problem.ts';
import { getContact, listAllContacts, listContactStates, listContacts } from '#contract/contacts.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import { type Entry, ownerKeyOf } from '#storage/outbox-db.ts';
import { keyOf, loadResolver } from '#sync/id-map.ts';
import { erasePayloads, readConfirmed } from '#sync/overlay.ts';
import { type PullContext, startRefresh } from '#sync/pull.ts';
import {
  confirmBook,
  forgetRow,
  hasThinRows,
  isInBook,
  readBookTag,
  readNextPage,
  readRowsById,
  replaceBook,
  restartFilling,
  writeRows,
} from './book-rows.ts';

/** Pages that one refresh crawls at most; the next one goes on where it ended. */
export const CRAWLED_PAGES = 100;

/** More contacts than this are refreshed by one answer, not each by its own. */
export const SINGLE_PULLS = 10;

/**
 * Refreshes the whole book. On a device that never had it page 1 comes first, so that there is something to see
 * after one small answer. What other backends leave out of the whole list, a crawl of its pages brings.
 */
export async function pullBook(context: PullContext): Promise<Result<null, Problem>> {
  const first = await pullFirstPage(context);
  if (!first.ok && isOutOfReach(first.problem)) return first;
  const tag = await readBookTag(context.cache);
  const pulled = await pullAllContacts(context, tag);
  if (!pulled.ok) return pulled;
  await scrubContacts(context);
  const filled = await fillThinRows(context);
  // What thin rows and pages have not told of what was confirmed; a whole book leaves nothing to ask for.
  if (filled.ok) await pullSingles(context);
  return filled;
}

const runningPulls = new WeakMap<CacheDb, Promise<Result<null, Problem>>>();

/** Refreshes the book, or joins a refresh that is under way: who asks at once costs one answer together. */
export function joinPullBook(context: PullContext): Promise<Result<null, Problem>> {
  const { cache } = context;
  const running = runningPulls.get(cache);
  if (running) return running;
  const pull = pullBook(context).finally(() => runningPulls.delete(cache));
  runningPulls.set(cache, pull);
  return pull;
}

/** Page 1 for a device that has not had the book yet; nothing for one that has. */
export async function pullFirstPage(context: PullContext): Promise<Result<null, Problem>> {
  if (await context.cache.marks.get('book')) return success(null);
  return pullContactPage(context, 1);
}

/** Asks for the states list, as the specification wants of every page advance; nothing depends on the answer. */
export async function askStates({ api, owner }: Pick<PullContext, 'api' | 'owner'>): Promise<void> {
  await api.call(listContactStates, {}, { as: owner });
}

/** Loads one page of the server's list, and asks for the states. */
export async function pullContactPage(context: PullContext, page: number): Promise<Result<null, Problem>> {
  const [pulled] = await Promise.all([pullPage(context, page), askStates(context)]);
  return pulled;
}

async function pullPage(context: PullContext, page: number): Promise<Result<null, Problem>> {
  const tick = await startRefresh(context);
  const answer = await context.api.call(listContacts, { page }, { as: context.owner });
  if (!answer.ok) return answer;
  const { list, last_page } = answer.value.value;
  // An empty page is the end, whatever it says of itself.
  await writeRows(context.cache, list, tick, { page, last: list.length > 0 ? last_page : page });
  await scrubContacts(context);
  return success(null);
}

/** Refreshes one contact; if the server no longer knows it, the row goes. */
export async function pullContact(context: PullContext, serverId: number): Promise<Result<null, Problem>> {
  const pulled = await pullSingle(context, serverId);
  if (pulled.ok) await scrubContacts(context);
  return pulled;
}

/** Refreshes what was confirmed: contact by contact, or the book at once when there are many. */
export async function pullConfirmedContacts(context: PullContext): Promise<Result<null, Problem>> {
  const ids = await readConfirmedIds(context);
  return ids.length > SINGLE_PULLS ? pullBook(context) : pullSingles(context);
}

/** Asks for confirmed contacts one by one; where a thin book has left many, the next refresh goes on. */
async function pullSingles(context: PullContext): Promise<Result<null, Problem>> {
  const ids = (await readConfirmedIds(context)).slice(0, SINGLE_PULLS);
  let received: Result<null, Problem> = success(null);
  for (const id of ids) {
    const pulled = await pullSingle(context, id);
    if (!pulled.ok) received = pulled;
    if (!pulled.ok && isOutOfReach(pulled.problem)) break;
  }
  if (ids.length > 0) await scrubContacts(context);
  return received;
}

async function pullSingle(context: PullContext, id: number): Promise<Result<null, Problem>> {
  const tick = await startRefresh(context);
  const answer = await context.api.call(getContact, { id }, { as: context.owner });
  if (answer.ok) await writeRows(context.cache, [answer.value.value], tick);
  else if (answer.problem.status !== 404) return failure(answer.problem);
  else await forgetRow(context.cache, id, tick);
  return success(null);
}

/** The whole list, or the word that it is still the tagged one. */
async function pullAllContacts(context: PullContext, tag: string): Promise<Result<null, Problem>> {
  const start = { tick: await startRefresh(context), at: context.now() };
  const as = context.owner;
  const answer = await context.api.call(listAllContacts, {}, { as, ...(tag ? { tag } : {}) });
  if (answer.ok) {
    await replaceBook(context.cache, answer.value.value.list, start, answer.value.tag);
    return success(null);
  }
  if (answer.problem.kind !== 'unchanged') return answer;
  // Rows that changed during the request do not match its tag any more: then the whole list is fetched.
  return (await confirmBook(context.cache, tag, start)) ? success(null) : pullAllContacts(context, '');
}

/** Reads the server's list page by page while there are thin rows, at most so far in one refresh. */
async function fillThinRows(context: PullContext): Promise<Result<null, Problem>> {
  for (let crawled = 0; crawled < CRAWLED_PAGES && (await hasThinRows(context.cache)); crawled += 1) {
    const page = await readNextPage(context.cache);
    // One round a refresh: what its pages left out, the next refresh looks for.
    if (page === null && crawled > 0) break;
    if (page === null) await restartFilling(context.cache);
    else {
      // Nobody advances to these pages: the states are not asked for.
      const pulled = await pullPage(context, page);
      if (!pulled.ok) return pulled;
    }
  }
  return success(null);
}

/** A deleted contact cannot be asked for: only a whole book without it supersedes its entries. */
async function readConfirmedIds(context: PullContext): Promise<number[]> {
  const confirmed = await readConfirmedEntries(context);
  const gone = new Set(confirmed.filter(({ entry }) => entry.kind === 'contact.delete').map(({ id }) => id));
  const open = confirmed.filter(({ id, isOver }) => !gone.has(id) && !isOver);
  return [...new Set(open.map(({ id }) => id))].filter(id => id !== null);
}

/** A confirmed entry about a contact, that contact's id, and whether the book has taken it over. */
type ConfirmedEntry = { entry: Entry; id: number | null; isOver: boolean };

async function readConfirmedEntries({ db, cache, owner }: PullContext): Promise<ConfirmedEntry[]> {
  const confirmed = await readConfirmed(db, ownerKeyOf(owner));
  const entries = confirmed.filter(entry => entry.kind.startsWith('contact.'));
  const keys = entries.map(entry => keyOf(entry.aggregate));
  const resolve = await loadResolver(db, keys);
  const rows = await readRowsById(cache, keys.map(resolve));
  const fullTick = (await cache.marks.get('book'))?.tick ?? 0;
  return entries.map(entry => {
    const id = resolve(keyOf(entry.aggregate));
    return { entry, id, isOver: isInBook(entry, rows.get(id ?? 0), fullTick) };
  });
}

/** [S30] Payloads of contacts that the book has superseded are scrubbed. */
async function scrubContacts(context: PullContext): Promise<void> {
  const confirmed = await readConfirmedEntries(context);
  const spent = confirmed.filter(({ isOver }) => isOver);
  const seqs = new Set(spent.map(({ entry }) => entry.seq));
  if (seqs.size > 0) await erasePayloads(context.db, ownerKeyOf(context.owner), entry => seqs.has(entry.seq));
}
