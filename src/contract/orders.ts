import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { eachOrderText, type ORDER_TEXTS, type OrderTextName, SERVER_MAX } from './order-fields.ts';
import { DateTime, hint, Id, lenient, list, optionalText, requiredText, Text } from './wire.ts';

/** `basa` is a home visit (Л, Линия), `point` a delivery to the workshop (М, Мастерские). */
export const OrderType = v.picklist(['basa', 'point']);
export type OrderType = v.InferOutput<typeof OrderType>;

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

const referenceList = (name: string, title: string) =>
  endpoint({
    title,
    method: 'GET',
    path: `/api/promo/orders/${name}`,
    guard: 'session',
    scope: 'promo',
    input: v.object({}),
    reply: list(ReferenceItem),
  });

export const basaDistrictList = referenceList('basaDistrictList', 'районы линии');
export const basaWorkList = referenceList('basaWorkList', 'работы линии');
export const pointDistrictList = referenceList('pointDistrictList', 'районы мастерских');
export const pointWorkList = referenceList('pointWorkList', 'работы мастерских');

type SentTexts<Type extends OrderType> = {
  [Name in OrderTextName]: (typeof ORDER_TEXTS)[Name] extends { required: readonly (infer Of)[] }
    ? Type extends Of
      ? ReturnType<typeof requiredText>
      : ReturnType<typeof optionalText>
    : ReturnType<typeof optionalText>;
};

function orderOf<Type extends OrderType>(type: Type) {
  const texts = eachOrderText((_, { required, max }) =>
    (required?.includes(type) ? requiredText : optionalText)(max[type] ?? SERVER_MAX),
  ) as SentTexts<Type>; // required as the table says
  return v.object({ type: v.literal(type), contact_id: Id, district_id: Id, work_id: Id, ...texts });
}

/**
 * The order as it is sent. Only the workshop order must name the house, and has at most 10 code points for house, korp and flat;
 * of a home order our server takes 255 («вл. 12 стр. 34»).
 */
export const Order = v.variant('type', [orderOf('basa'), orderOf('point')]);

export const sendOrder = endpoint({
  title: 'оформление заявки',
  method: 'POST',
  path: '/api/promo/orders/sendOrder',
  guard: 'session',
  scope: 'promo',
  takesIdempotencyKey: true,
  succeedsBy: ['fullcode'],
  input: Order,
  reply: v.object({
    id: lenient(Id),
    fullcode: v.pipe(Text, v.nonEmpty()),
    code_number: lenient(v.number()),
    created_at: lenient(DateTime),
  }),
});
