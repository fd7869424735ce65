/** All that the worker, and the start of the page, may know of the features: their queued items and their pulls. */
import { isAnswered, type Problem } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import { keyOf, loadResolver } from '#sync/identity.ts';
import { readConfirmed } from '#sync/overlay.ts';
import { type PullContext, pullOwnerKey } from '#sync/pull.ts';
import { pullBook, pullContact } from './contacts/offline/pull-contacts.ts';
import { pullReferences, pullRequests } from './orders/offline/pull-requests.ts';

export { kinds } from './queued-kinds.ts';

/** Brings everything that a promoter needs in the field; stops early when the server cannot be reached. */
export async function pullAll(context: PullContext): Promise<Result<null, Problem>> {
  let told: Result<null, Problem> = { ok: true, value: null };
  for (const pull of [pullBook, pullReferences, pullFirstRequests]) {
    const pulled = await pull(context);
    if (!pulled.ok && !isAnswered(pulled.problem)) return pulled;
    if (!pulled.ok) told = pulled;
  }
  return told;
}

function pullFirstRequests(context: PullContext): Promise<Result<null, Problem>> {
  return pullRequests(context, 'all', 1);
}

/** After a pass: refreshes exactly what was confirmed, so that the server's copy replaces the overlay ([S20]). */
export async function pullConfirmed(context: PullContext): Promise<void> {
  const ownerKey = pullOwnerKey(context);
  const fresh = await readConfirmed(context.db, ownerKey);
  const contacts = fresh
    .filter(entry => entry.kind.startsWith('contact.'))
    .map(entry => keyOf(entry.aggregate));
  const resolve = await loadResolver(context.db, contacts);
  for (const id of new Set(contacts.map(resolve))) {
    if (id !== null) await pullContact(context, id);
  }
  if (fresh.some(entry => entry.kind.startsWith('order.'))) await pullFirstRequests(context);
}
