/** All that the worker, and the start of the page, may know of the features: their queued items and their pulls. */
import { isOutOfReach, type Problem } from '#api/problem.ts';
import { type Result, success } from '#kit/result.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { readConfirmed } from '#sync/overlay.ts';
import type { PullContext } from '#sync/pull.ts';
import { joinPullBook, pullConfirmedContacts, pullFirstPage } from './contacts/offline/pull-contacts.ts';
import {
  pullPercentSums,
  pullReferences,
  pullRequests,
  referenceLists,
} from './orders/offline/pull-requests.ts';

export { kinds } from './queued-kinds.ts';

type Pull = (context: PullContext) => Promise<Result<null, Problem>>;

/** Brings everything that a promoter needs in the field; stops early when the server cannot be reached. */
export function pullAll(context: PullContext): Promise<Result<null, Problem>> {
  return pullEach(context, [joinPullBook, pullReferences, pullFirstRequests, pullPercentSums]);
}

/**
 * For somebody who pays for every byte: page 1 of a book that this device has never had, and the reference lists
 * while they are missing, because without them no order can be written in a cellar.
 */
export function pullMissing(context: PullContext): Promise<Result<null, Problem>> {
  return pullEach(context, [pullFirstPage, pullMissingReferences]);
}

async function pullEach(context: PullContext, pulls: readonly Pull[]): Promise<Result<null, Problem>> {
  let result: Result<null, Problem> = success(null);
  for (const pull of pulls) {
    const pulled = await pull(context);
    if (!pulled.ok && isOutOfReach(pulled.problem)) return pulled;
    if (result.ok) result = pulled;
  }
  return result;
}

async function pullMissingReferences(context: PullContext): Promise<Result<null, Problem>> {
  const known = await context.cache.references.bulkGet(Object.keys(referenceLists));
  return known.every(list => list !== undefined) ? success(null) : pullReferences(context);
}

function pullFirstRequests(context: PullContext): Promise<Result<null, Problem>> {
  return pullRequests(context, 'all', 1);
}

/** After a pass: refreshes exactly what was confirmed, so that the server's copy replaces the overlay ([S20]). */
export async function pullConfirmed(context: PullContext): Promise<void> {
  const fresh = await readConfirmed(context.db, ownerKeyOf(context.owner));
  const isAbout = (noun: string) => fresh.some(entry => entry.kind.startsWith(noun));
  const contacts = isAbout('contact.') ? await pullConfirmedContacts(context) : success(null);
  if (!contacts.ok && isOutOfReach(contacts.problem)) return;
  if (isAbout('order.')) await pullFirstRequests(context);
}
