import * as v from 'valibot';
import { isRecord } from '#kit/is-record.ts';
import { ContactPhone } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { OrderType } from './orders.ts';
import { Amount, DateTime, hint, Id, lenient, PageNumber, page, Roubles, Text } from './wire.ts';

export const RequestStatus = v.picklist(['all', 'paid', 'done']);
export type RequestStatus = v.InferOutput<typeof RequestStatus>;

/** Phones come as a list of texts or objects, or as one text with commas. */
const RequestPhones = v.pipe(v.array(ContactPhone), hint({ prepare: readPhones }));

function readPhones(raw: unknown): unknown {
  return typeof raw === 'string' ? raw.split(',').filter(text => text.trim() !== '') : raw;
}

/** An order as the firm sees it. Amounts in roubles; `percent` is null where a backend does not store it. */
export const Request = v.object({
  id: Id,
  fullcode: Text,
  code_number: v.number(),
  client_fio: Text,
  phones: RequestPhones,
  work_name: Text,
  district_name: v.optional(Text),
  /** Missing where a backend calls it otherwise. */
  type: lenient(OrderType),
  state: lenient(v.string()),
  state_name: Text,
  date_add: DateTime,
  tofirm: v.nullable(Roubles),
  promo_report_id: v.nullable(Id),
  /** 0 unpaid, 1 paid; −1 and 2 are transient. */
  paid: v.picklist([0, 1, -1, 2]),
  percent: v.nullable(Roubles),
  created_at: DateTime,
  address: v.optional(Text),
  broken: v.optional(Text),
});
export type Request = v.InferOutput<typeof Request>;

/** The type as it is shown: what is no workshop order is a home visit, however a backend calls it. */
export function shownType({ type }: Pick<Request, 'type'>): OrderType {
  return type ?? 'basa';
}

/** Counts by status; PHP sends [] for an empty map. */
const Counts = v.pipe(v.object({ all: Amount, paid: Amount, done: Amount }), hint({ prepare: readCounts }));

function readCounts(raw: unknown): unknown {
  return isRecord(raw) ? raw : {};
}

/** `percentSum`: of the whole filter; null where a backend does not add it up. */
export const listRequests = endpoint({
  title: 'заявки',
  method: 'POST',
  path: '/api/promo/orders/getRequests',
  query: ['page'],
  guard: 'session',
  scope: 'promo',
  isRepeatable: true,
  reads: true,
  input: v.object({ page: PageNumber, status: v.fallback(RequestStatus, 'all') }),
  reply: page(Request, {
    status: v.fallback(RequestStatus, 'all'),
    counts: Counts,
    percentSum: v.nullable(Roubles),
  }),
});
export type RequestPage = v.InferOutput<typeof listRequests.reply>;

/** The promoter's own request by its code number; anybody else's is 404. */
export const getRequest = endpoint({
  title: 'заявка',
  method: 'GET',
  path: '/api/promo/request/:codeNumber',
  guard: 'work_promoter',
  scope: 'promo',
  input: v.object({
    codeNumber: v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.safeInteger(),
      v.minValue(0),
    ),
  }),
  reply: Request,
});
