import { formatAddress } from '#contract/order-fields.ts';
import type { RequestStatus } from '#contract/requests.ts';
import { matchesQuery, queryOf } from '#features/contacts/index.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { LocalContext } from '#state/local.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { readSentJobs } from './offline/last-order.ts';
import { type QueuedOrder, readQueuedOrders, readRequests } from './offline/order-book.ts';

export type OrderBook = Awaited<ReturnType<typeof readOrders>>;

/** What is to be done and where, '' for what nobody knows. */
export type JobOf = (request: RequestRow) => [work: string, address: string];

/**
 * Everything that the list shows of a filter, as far as it is on the device; `text` narrows it down, '' does not.
 * Under «Все» the search also finds what the list was not loaded down to.
 */
export async function readOrders(context: LocalContext, status: RequestStatus, text: string) {
  const book = await readRequests(context, status);
  const queued = status === 'all' ? await readQueuedOrders(context, book) : [];
  const jobs = await readSentJobs(context);
  const jobOf: JobOf = ({ fullcode, work_name, address }) => {
    const job = jobs.get(fullcode);
    return [work_name || job?.work.name || '', address || job?.address || ''];
  };
  const isMeant = matcherOf(text);
  const searched =
    text !== '' && status === 'all'
      ? await context.cache.requests.orderBy('created_at').reverse().toArray()
      : (book?.requests ?? []);
  return {
    status,
    text,
    /** The loaded part of the server's list, whatever is searched for; null: no page of it was ever loaded. */
    book,
    jobOf,
    requests: searched.filter(request =>
      isMeant(
        [request.client_fio, request.fullcode, request.district_name ?? '', ...jobOf(request)],
        request.phones.map(phone => phone.full_phone),
      ),
    ),
    queued: queued.filter(order => isMeant(wordsOf(order), order.phones)),
    /** The firm's wall clock now. */
    today: context.wallClock(context.now()),
  };
}

function wordsOf(order: QueuedOrder): string[] {
  return [order.contact_name, order.code, order.work.name, order.district.name, formatAddress(order)];
}

/** The rules of the book's search: any order of words, either keyboard layout, digits of a phone. */
function matcherOf(text: string): (words: readonly string[], phones: readonly string[]) => boolean {
  const query = queryOf(text);
  if (query.length === 0) return () => true;
  return (words, phones) => matchesQuery(query, [normaliseText(words.join(' ')), ...phones].join(' '));
}
