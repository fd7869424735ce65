/** What lies in the cache and in the outbox of a phone, where a test minds only a part of it. */
import { noContactTexts } from '#contract/contact-fields.ts';
import type { OrderValues } from '#features/orders/offline/order-kinds.ts';
import type { ContactRow, RequestListRow, RequestRow } from '#storage/cache-db.ts';
import type { Entry, EntryError } from '#storage/outbox-db.ts';

export function contactRow(id: number, rest: Partial<ContactRow> = {}): ContactRow {
  const { phones = ['0001234567'] } = rest;
  return {
    id,
    ...noContactTexts,
    first_name: 'Анна',
    last_name: 'Ёлкина',
    comment: '',
    created_at: '2026-11-19 10:00:00',
    phones,
    contact_phones: phones.map(full_phone => ({ full_phone })),
    seenTick: 1,
    search: '',
    ...rest,
  };
}

export function requestRow(id: number, rest: Partial<RequestRow> = {}): RequestRow {
  return {
    id,
    code_number: id,
    fullcode: `Л-${id}`,
    client_fio: 'Анна Ёлкина',
    state_name: 'Новая',
    paid: 0,
    type: 'basa',
    work_name: 'Ноутбук',
    tofirm: null,
    percent: null,
    promo_report_id: null,
    date_add: '2026-11-20 09:00:00',
    created_at: '2026-11-20 09:00:00',
    seenTick: 1,
    refreshedAt: 1,
    phones: [{ full_phone: '0001234567' }],
    ...rest,
  };
}

export function requestList(
  status: RequestListRow['status'],
  rest: Partial<RequestListRow> = {},
): RequestListRow {
  return {
    status,
    ids: [],
    counts: { all: 0, paid: 0, done: 0 },
    percentSum: 0,
    total: 0,
    currentPage: 1,
    lastPage: 1,
    seenTick: 1,
    refreshedAt: 1,
    ...rest,
  };
}

export function orderValues(rest: Partial<OrderValues> = {}): OrderValues {
  return {
    type: 'basa',
    contact: '7',
    contact_name: 'Анна Ёлкина',
    phones: ['0001234567'],
    broken: '',
    district: { id: 1, name: 'Центр' },
    work: { id: 2, name: 'Ноутбук' },
    street: 'Лесная',
    house: '5',
    korp: '',
    flat: '',
    ...rest,
  };
}

/** What an entry is changed to once the server has refused it. */
export function refused(said: Partial<EntryError>): Partial<Entry> {
  const error = { kind: 'refused', status: 422, message: '', fields: {}, ...said };
  return { state: 'rejected', attempts: 1, error };
}
