import { isShareCounted, sumOfShares } from '#domain/promoter-share.ts';
import { toKopecks, toRoubles } from '#kit/money.ts';
import type { RequestListRow, RequestRow } from '#storage/cache-db.ts';
import type { ReadContext } from '#sync/read-context.ts';

type PercentContext = Pick<ReadContext, 'cache' | 'now' | 'wallClock'>;

type Lists = Record<'all' | 'paid' | 'done', RequestListRow | undefined>;

export type MyPercent = Awaited<ReturnType<typeof readMyPercent>>;

/**
 * What was paid, what is still to be paid, and what this month's requests bring, in roubles, as far as this device
 * knows. `basis` is set when only the requests on this device could be added up: so many of so many; null when the sums
 * are the server's own. `month` null: what is here is older than the month. `updatedAt` is the age of the oldest thing
 * that went into it. `isCounted`: of some requests the firm gives no figure, so 30 % of their amounts are in it.
 */
export async function readMyPercent({ cache, now, wallClock }: PercentContext) {
  const [all, paid, done] = await cache.requestLists.bulkGet(['all', 'paid', 'done']);
  const lists = { all, paid, done };
  const total = totalOf(lists);
  if (total === null) return { state: 'unknown' as const };
  const requests = await cache.requests.toArray();
  if (total === 0 && requests.length === 0) return { state: 'empty' as const };
  const totals = serverTotals(lists) ?? addUp(requests, total);
  if (totals === null) return { state: 'unknown' as const };
  const today = wallClock(now());
  const month = all ? monthOf(all, requests, today.slice(0, 7), wallClock) : null;
  return {
    state: 'known' as const,
    basis: totals.basis,
    month,
    isCounted: totals.isCounted || month?.isCounted === true,
    updatedAt: wallClock(Math.min(totals.at, all?.refreshedAt ?? totals.at)),
    paid: toRoubles(totals.paid),
    waiting: toRoubles(totals.waiting),
  };
}

/** How many requests there are, by the newest answer; null while there was none. */
function totalOf(lists: Lists): number | null {
  const known = Object.values(lists).filter(list => list !== undefined);
  const [newest] = known.sort((one, other) => other.refreshedAt - one.refreshedAt);
  // A backend that tells no counts still tells the length of its list of all.
  return newest ? newest.counts.all || (lists.all?.total ?? 0) : null;
}

/**
 * The server's sums of what is paid and of what is done, which contains it. They fit together only if nothing was
 * paid or done between the two answers: the counts beside them tell.
 */
function serverTotals({ paid, done }: Lists) {
  if (!paid || !done || done.counts.all === 0) return null;
  const isSameMoment =
    paid.counts.all === done.counts.all &&
    paid.counts.paid === done.counts.paid &&
    paid.counts.done === done.counts.done;
  if (paid.percentSum === null || done.percentSum === null) return null;
  const ofPaid = toKopecks(paid.percentSum);
  const waiting = toKopecks(done.percentSum) - ofPaid;
  if (!isSameMoment || waiting < 0) return null;
  return {
    paid: ofPaid,
    waiting,
    basis: null,
    isCounted: false,
    at: Math.min(paid.refreshedAt, done.refreshedAt),
  };
}

/** The requests of this device, as old as the oldest of them: a payment since then is not known here. */
function addUp(requests: readonly RequestRow[], total: number) {
  if (requests.length === 0) return null;
  const paid = requests.filter(request => request.paid === 1);
  const waiting = requests.filter(request => request.paid !== 1);
  const sums = { paid: sumOfShares(paid), waiting: sumOfShares(waiting) };
  // Nothing in a part of them says nothing of all, e.g. while the first pages are coming.
  if (requests.length < total && sums.paid + sums.waiting === 0) return null;
  return {
    ...sums,
    isCounted: requests.some(isShareCounted),
    basis: { known: requests.length, total: Math.max(total, requests.length) },
    at: Math.min(...requests.map(request => request.refreshedAt)),
  };
}

/** By the firm's wall clock, and by the day of the request: the day of the payment is not told. `isWhole`: these are all. */
function monthOf(
  all: RequestListRow,
  requests: readonly RequestRow[],
  month: string,
  wallClock: PercentContext['wallClock'],
) {
  if (wallClock(all.refreshedAt).slice(0, 7) < month) return null;
  const dated = requests.map(request => ({ request, date: request.created_at || request.date_add }));
  const ofMonth = dated.filter(({ date }) => date.startsWith(month)).map(({ request }) => request);
  // The list is loaded newest first: it holds the whole month once it reaches into the one before.
  const listed = new Set(all.ids);
  const reachesBack = dated.some(({ request, date }) => listed.has(request.id) && date.slice(0, 7) < month);
  const isWhole = all.currentPage >= all.lastPage || reachesBack;
  const isCounted = ofMonth.some(isShareCounted);
  return { sum: toRoubles(sumOfShares(ofMonth)), count: ofMonth.length, isWhole, isCounted };
}
