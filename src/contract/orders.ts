import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { atMost, DateTime, hint, Id, list, Text } from './wire.ts';

/** `basa` is a home visit (Л, Линия), `point` a delivery to the workshop (М, Мастерские). */
export const OrderType = v.picklist(['basa', 'point']);
export type OrderType = v.InferOutput<typeof OrderType>;

export const BROKEN_MAX = 255;
export const STREET_MAX = 255;
export const HOUSE_MAX = 10;

/** A row of a reference list: a district or a kind of work, possibly with rows below it. */
export type ReferenceItem = { id: number; name: string; children?: ReferenceItem[] | undefined };
export const ReferenceItem: v.GenericSchema<ReferenceItem> = v.pipe(
  v.object({
    id: Id,
    name: Text,
    children: v.optional(v.array(v.lazy(() => ReferenceItem))),
  }),
  hint({ prepare: readTitle }),
);

function readTitle(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const row = raw as { name?: unknown; title?: unknown };
  return row.name === undefined ? { ...row, name: row.title } : raw;
}

const referenceList = (name: string) =>
  endpoint({
    method: 'GET',
    path: `/api/promo/orders/${name}`,
    guard: 'session',
    scope: 'promo',
    input: v.object({}),
    reply: list(ReferenceItem),
  });

export const basaDistrictList = referenceList('basaDistrictList');
export const basaWorkList = referenceList('basaWorkList');
export const pointDistrictList = referenceList('pointDistrictList');
export const pointWorkList = referenceList('pointWorkList');

const short = v.pipe(v.string(), atMost(HOUSE_MAX));
const required = (limit: number) => v.pipe(v.string(), v.nonEmpty(), atMost(limit));

const order = {
  contact_id: Id,
  district_id: Id,
  work_id: Id,
  broken: v.optional(v.nullable(v.pipe(v.string(), atMost(BROKEN_MAX)))),
  street: required(STREET_MAX),
  korp: v.optional(v.nullable(short)),
  flat: v.optional(v.nullable(short)),
};

/** The order as it is sent. Only the workshop order must name the house. */
export const Order = v.variant('type', [
  v.object({ type: v.literal('basa'), ...order, house: v.optional(v.nullable(short)) }),
  v.object({ type: v.literal('point'), ...order, house: required(HOUSE_MAX) }),
]);

export const sendOrder = endpoint({
  method: 'POST',
  path: '/api/promo/orders/sendOrder',
  guard: 'session',
  scope: 'promo',
  takesIdempotencyKey: true,
  succeedsBy: 'fullcode',
  input: Order,
  reply: v.object({
    id: v.optional(Id),
    fullcode: v.pipe(Text, v.nonEmpty()),
    code_number: v.optional(v.number()),
    created_at: v.optional(DateTime),
  }),
});
