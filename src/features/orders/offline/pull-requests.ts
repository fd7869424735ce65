import type { Problem } from '#api/problem.ts';
import { basaDistrictList, basaWorkList, pointDistrictList, pointWorkList } from '#contract/orders.ts';
import { listRequests, type RequestPage, type RequestStatus } from '#contract/requests.ts';
import { type Result, success } from '#kit/result.ts';
import type { RequestListRow } from '#storage/cache-db.ts';
import { type Entry, ownerKeyOf } from '#storage/outbox-db.ts';
import { recordFirstSeen } from '#storage/seen-requests.ts';
import { erasePayloads, isSuperseded } from '#sync/overlay.ts';
import { type PullContext, startRefresh } from '#sync/pull.ts';

/** The reference lists of both order forms, by the name under which they are cached. */
export const referenceLists = { basaDistrictList, basaWorkList, pointDistrictList, pointWorkList };

/** Refreshes the four reference lists; the first problem is told, what came is kept. */
export async function pullReferences(context: PullContext): Promise<Result<null, Problem>> {
  const { api, cache, owner, now } = context;
  let result: Result<null, Problem> = success(null);
  for (const [name, endpoint] of Object.entries(referenceLists)) {
    const answer = await api.call(endpoint, {}, { as: owner });
    if (answer.ok) await cache.references.put({ name, items: answer.value.value.list, refreshedAt: now() });
    else if (result.ok) result = answer;
  }
  return result;
}

/** Loads a page of the requests; page 1 starts the list anew, a later one is appended without doubles. */
export async function pullRequests(
  context: PullContext,
  status: RequestStatus,
  page: number,
): Promise<Result<null, Problem>> {
  const tick = await startRefresh(context);
  const answer = await context.api.call(listRequests, { page, status }, { as: context.owner });
  if (!answer.ok) return answer;
  await writePage(context, status, page, answer.value.value, tick);
  if (status === 'all') await scrubOrders(context);
  return success(null);
}

/**
 * The server's own sums of what was paid and of what was done, for «Мой процент»: without them only the requests
 * that happen to be on this device can be added up. Two short calls; not meant for a connection that costs money.
 */
export async function pullPercentSums(context: PullContext): Promise<Result<null, Problem>> {
  const paid = await pullRequests(context, 'paid', 1);
  return paid.ok ? pullRequests(context, 'done', 1) : paid;
}

async function writePage(
  { cache, now }: PullContext,
  status: RequestStatus,
  page: number,
  received: RequestPage,
  tick: number,
) {
  const at = now();
  await cache.transaction('rw', cache.requests, cache.requestLists, cache.seenRequests, async () => {
    const known = await cache.requestLists.get(status);
    if (known && known.seenTick > tick) return;
    await cache.requests.bulkPut(
      received.list.map(request => ({ ...request, seenTick: tick, refreshedAt: at })),
    );
    await recordFirstSeen(cache, received.list);
    await cache.requestLists.put({
      status,
      ...(page === 1 ? startOf(received, known) : nextOf(received, known)),
      counts: received.counts,
      // Some backends send null as the sum over nothing.
      percentSum: received.percentSum ?? (received.total === 0 ? 0 : null),
      lastPage: received.last_page,
      total: received.total,
      // Only page 1 can show what was confirmed meanwhile: a later page must not end an overlay ([S20]).
      seenTick: page === 1 ? tick : (known?.seenTick ?? 0),
      refreshedAt: page === 1 ? at : (known?.refreshedAt ?? at),
    });
  });
}

type Reached = Pick<RequestListRow, 'ids' | 'currentPage'>;

function nextOf({ list, current_page }: RequestPage, known: RequestListRow | undefined): Reached {
  return { ids: [...new Set([...(known?.ids ?? []), ...idsOf(list)])], currentPage: current_page };
}

/**
 * Page 1, and what was loaded below it where it leads on to that and the totals say that nothing has gone in between: a
 * refresh must not take the list from under whoever has read far down. Otherwise the list starts anew.
 */
function startOf(received: RequestPage, known: RequestListRow | undefined): Reached {
  const ids = idsOf(received.list);
  const anew = { ids, currentPage: received.current_page };
  if (!known) return anew;
  const added = ids.filter(id => !known.ids.includes(id)).length;
  const at = known.ids.indexOf(ids.at(-1) ?? Number.NaN);
  if (at < 0 || known.total + added !== received.total) return anew;
  const below = known.ids.slice(at + 1).filter(id => !ids.includes(id));
  return { ids: [...ids, ...below], currentPage: Math.min(known.currentPage, received.last_page) };
}

function idsOf(list: RequestPage['list']): number[] {
  return list.map(({ id }) => id);
}

/** [S30] Orders that the list has superseded keep only their receipt. */
async function scrubOrders({ db, cache, owner }: PullContext): Promise<void> {
  const seenTick = (await cache.requestLists.get('all'))?.seenTick ?? 0;
  const isSpent = (entry: Entry) => entry.kind.startsWith('order.') && isSuperseded(entry, seenTick);
  await erasePayloads(db, ownerKeyOf(owner), isSpent);
}
