import type { RequestRow } from '#storage/cache-db.ts';
import type { Phone } from './phone.ts';

/** An hour before the phone's noon in Moscow. */
const SEEN_AT = Date.parse('2026-11-20T08:00:00Z');
/** A request as this phone saw it an hour ago. */
export const requestSeen = (id: number, percent: number | null): RequestRow => ({
  ...{ id, fullcode: `Л-${id}`, code_number: id, client_fio: `Клиент ${id}`, state_name: 'Новая' },
  ...{ type: 'basa', work_name: 'Ноутбук', paid: 0, tofirm: null, percent, promo_report_id: null },
  ...{
    date_add: '2026-11-20 09:00:00',
    created_at: '2026-11-20 09:00:00',
    seenTick: 1,
    refreshedAt: SEEN_AT,
  },
  phones: [{ full_phone: '0001234567' }],
});

/** What this phone saw an hour ago: one of two pages of all requests, no paid and no done one. */
export async function seeBefore(phone: Phone): Promise<void> {
  const { requests, requestLists } = phone.book().cache;
  await requests.put(requestSeen(1, 150));
  await requests.put(requestSeen(2, null));
  const list = { counts: { all: 3, paid: 0, done: 0 }, seenTick: 1, refreshedAt: SEEN_AT, total: 3 };
  await requestLists.put({
    ...list,
    status: 'all',
    ids: [1, 2],
    percentSum: 1500,
    currentPage: 1,
    lastPage: 2,
  });
  const nothing = { ids: [], percentSum: 0, currentPage: 1, lastPage: 1 };
  await requestLists.put({ ...list, ...nothing, status: 'paid' });
  await requestLists.put({ ...list, ...nothing, status: 'done' });
}
