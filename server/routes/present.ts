/** Rows of the database as the contract's JSON. */
import { eachContactText } from '#contract/contact-fields.ts';
import { type AddressPart, addressParts, orderTextFields } from '#contract/order-fields.ts';
import { PER_PAGE } from '#contract/wire.ts';
import { toRoubles } from '#kit/money.ts';
import type { ContactRow } from '../commands/contact-rows.ts';
import type { RequestRow } from '../commands/request-rows.ts';

/** A desk shows more of a list at once than a phone. */
export const LONG_PAGE = 50;

/** `2026-11-20T12:12:39.000000Z`: six digits, as Laravel sends. */
export function presentDate(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

export function presentSum(kopecks: number | null): number | null {
  return kopecks === null ? null : toRoubles(kopecks);
}

export function presentContact(row: ContactRow) {
  return {
    id: row.id,
    ...eachContactText(name => row[name] ?? ''),
    created_at: presentDate(row.created_at),
    updated_at: presentDate(row.updated_at),
    contact_phones: row.phones,
  };
}

/** To be raised when a listed contact gets another form: tags of the older form must not match then. */
export const LISTED_SHAPE = 1;

export function presentOrder<Order extends { created_at: Date }>({ created_at, ...order }: Order) {
  return { ...order, created_at: presentDate(created_at) };
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
    tofirm: presentSum(row.tofirm_kop),
    promo_report_id: row.report_id,
    paid: row.paid_at === null ? (0 as const) : (1 as const),
    percent: presentSum(row.percent_kop),
    created_at: presentDate(row.created_at),
    address: presentAddress(row),
    broken: row.broken ?? '',
  };
}

/** As Laravel joins it: also the house has a sign, so that a phone can take the address apart again. */
function presentAddress(row: RequestRow): string {
  const signOf = (name: AddressPart) => (name === 'house' ? 'д. ' : orderTextFields[name].sign);
  return addressParts
    .filter(name => row[name])
    .map(name => `${signOf(name)}${row[name]}`)
    .join(', ');
}

export function sliceOf(page: number, perPage = PER_PAGE): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}

type Paging = { page: number; total: number; url: URL; perPage?: number };

/** The wrapper of a paged list, its fields in the documented order. */
export function presentPage<Item>(list: Item[], paging: Paging) {
  return { list, ...presentPosition(list.length, paging) };
}

/** A list whose items are JSON already, and what stands beside them. */
export function writeList(items: string, beside: object = {}): string {
  const rest = JSON.stringify(beside).slice(1, -1);
  return `{"list":[${items}]${rest && `,${rest}`}}`;
}

/** Where a page of so many rows is, in the documented order. */
export function presentPosition(count: number, paging: Paging) {
  const { from, to, last, urlOf, previous, next } = measure(count, paging);
  return {
    current_page: paging.page,
    last_page: last,
    per_page: paging.perPage ?? PER_PAGE,
    from,
    to,
    total: paging.total,
    prev_page_url: urlOf(previous),
    next_page_url: urlOf(next),
  };
}

/** Laravel's LengthAwarePaginator bare, its fields in the order in which Laravel sends them. */
export function presentPaginator<Item>(data: Item[], paging: Paging) {
  const { page, total, url } = paging;
  const { from, to, last, urlOf, previous, next } = measure(data.length, paging);
  const link = (label: string, number: number | null, active = false) => {
    return { url: urlOf(number), label, active };
  };
  return {
    current_page: page,
    data,
    first_page_url: urlOf(1),
    from,
    last_page: last,
    last_page_url: urlOf(last),
    links: [
      link('&laquo; Previous', previous),
      ...linkedPages(page, last).map(number => link(String(number ?? '...'), number, number === page)),
      link('Next &raquo;', next),
    ],
    next_page_url: urlOf(next),
    path: `${url.origin}${url.pathname}`,
    per_page: PER_PAGE,
    prev_page_url: urlOf(previous),
    to,
    total,
  };
}

/** What both wrappers tell of a page. */
function measure(count: number, { page, total, url, perPage = PER_PAGE }: Paging) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  return {
    last,
    from: count > 0 ? first : null,
    to: count > 0 ? first + count - 1 : null,
    previous: page > 1 ? page - 1 : null,
    next: page < last ? page + 1 : null,
    urlOf: (number: number | null) =>
      number === null ? null : `${url.origin}${url.pathname}?page=${number}`,
  };
}

/** How many pages Laravel names on each side of the current one (`onEachSide`). */
const BESIDE = 3;
const AT_THE_END = 2;

/** The pages that Laravel's row of links names; null stands for those that it leaves out. */
function linkedPages(page: number, last: number): (number | null)[] {
  if (last < 2 * BESIDE + 8) return range(1, last);
  const start = range(1, AT_THE_END);
  const end = range(last - AT_THE_END + 1, last);
  const near = BESIDE + 4;
  if (page <= near) return [...range(1, near + BESIDE), null, ...end];
  if (page > last - near) return [...start, null, ...range(last - near - BESIDE + 1, last)];
  return [...start, null, ...range(page - BESIDE, page + BESIDE), null, ...end];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** A number of requests, and the promoter's share of them, which is kept in kopecks. */
export function presentOwed([count, shareKop]: readonly [number, number, ...unknown[]]) {
  return { count, share: toRoubles(shareKop) };
}
