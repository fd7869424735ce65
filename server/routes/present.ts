/** Rows of the database as the contract's JSON. */
import { toRoubles } from '#kit/money.ts';
import type { ContactRow } from '../commands/contact-rows.ts';
import type { RequestRow } from '../commands/request-rows.ts';

export const PER_PAGE = 15;

/** `2026-11-20T12:12:39.000000Z`: six digits, as Laravel sends. */
export function presentDate(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

export function presentContact(row: ContactRow) {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name ?? '',
    comment: row.comment ?? '',
    created_at: presentDate(row.created_at),
    updated_at: presentDate(row.updated_at),
    contact_phones: row.phones.map(({ id, full_phone }) => ({ id, full_phone })),
  };
}

/** To be raised when a listed contact gets another form: tags of the older form must not match then. */
export const LISTED_SHAPE = 1;

export function presentListedContact(row: ContactRow) {
  const { id, ...rest } = presentContact(row);
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ');
  return { id, name, ...rest };
}

export function presentRequest(row: RequestRow) {
  return {
    id: row.id,
    fullcode: row.fullcode,
    code_number: row.code_number,
    client_fio: row.client_fio,
    phones: row.phones.map(full_phone => ({ full_phone })),
    work_name: row.work_name,
    district_name: row.district_name,
    type: row.type,
    state: row.state,
    state_name: row.state_name,
    date_add: presentDate(row.created_at),
    tofirm: row.tofirm_kop === null ? null : toRoubles(row.tofirm_kop),
    promo_report_id: row.report_id,
    paid: row.paid_at === null ? (0 as const) : (1 as const),
    percent: row.percent_kop === null ? null : toRoubles(row.percent_kop),
    created_at: presentDate(row.created_at),
    address: presentAddress(row),
    broken: row.broken ?? '',
  };
}

function presentAddress({ street, house, korp, flat }: RequestRow): string {
  const parts = [street, house && `д. ${house}`, korp && `корп. ${korp}`, flat && `кв. ${flat}`];
  return parts.filter(Boolean).join(', ');
}

/** The slice of a table that a page shows. */
export function sliceOf(page: number): { limit: number; offset: number } {
  return { limit: PER_PAGE, offset: (page - 1) * PER_PAGE };
}

/** The wrapper of a paged list, its fields in the documented order. */
export function presentPage<Item>(
  list: Item[],
  { page, total, url }: { page: number; total: number; url: URL },
) {
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  const first = (page - 1) * PER_PAGE + 1;
  const urlOf = (number: number) => `${url.origin}${url.pathname}?page=${number}`;
  return {
    list,
    current_page: page,
    last_page: last,
    per_page: PER_PAGE,
    from: list.length > 0 ? first : null,
    to: list.length > 0 ? first + list.length - 1 : null,
    total,
    prev_page_url: page > 1 ? urlOf(page - 1) : null,
    next_page_url: page < last ? urlOf(page + 1) : null,
  };
}
