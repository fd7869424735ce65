/** Receipts and write-offs of the warehouse. `VAT` and `VAT_included` are written as the specification writes them. */
import * as v from 'valibot';
import { isRecord } from '#kit/is-record.ts';
import { endpoint } from './endpoint.ts';
import { WAREHOUSE_STAFF } from './guard.ts';
import { paginator } from './paginator.ts';
import { Amount, DateTime, hint, Id, IdSegment, lenient, PageNumber, Text } from './wire.ts';

/** The documents that can be opened, by their segment of the address. No other segment is accepted. */
export const STOCK_MODULES = ['enter', 'loss'] as const;
export type StockModule = (typeof STOCK_MODULES)[number];

const Flag = v.pipe(v.picklist([0, 1]), hint<0 | 1>({ prepare: readFlag }));

/** VAT percent of the whole document, null for none; a backend that stores a mere flag gives 1. */
const VatRate = v.pipe(
  v.nullable(v.number()),
  hint<number | null>({ prepare: raw => (typeof raw === 'boolean' ? Number(raw) : raw) }),
);

/** An id, or null for none; some backends write 0 for null. */
const NullableId = v.pipe(
  v.nullable(Id),
  hint<number | null>({ prepare: raw => (raw === 0 || raw === '0' ? null : raw) }),
);

const listedEntries = {
  id: Id,
  transfer_code: Text,
  carried: Flag,
  /** A day, `2026-11-20`. */
  transfer_date: DateTime,
  description: Text,
  updated_at: DateTime,
};

/** `loss_from` is the specification's column of both lists; our server tells of a receipt where it went instead. */
export const ListedReceipt = v.object({
  ...listedEntries,
  warehouse_to: Text,
  loss_from: v.optional(Text),
});
export type ListedReceipt = v.InferOutput<typeof ListedReceipt>;

export const ListedWriteOff = v.pipe(
  v.object({ ...listedEntries, loss_from: Text }),
  hint({ prepare: readWarehouseFrom }),
);
export type ListedWriteOff = v.InferOutput<typeof ListedWriteOff>;

/** A line of a document. `id` is null where a backend numbers none; `unit` is our server's alone. */
const Line = v.pipe(
  v.object({
    id: v.nullable(Id),
    nomenclature_id: Id,
    title: Text,
    unit: lenient(Text),
    /** More than 0, at most three decimals. */
    count: Amount,
    /** Of one, in roubles. */
    price: Amount,
    /** Percent, 0 to 10. */
    tax: Amount,
    /** Percent, 0 to 10. */
    discount: Amount,
    reason: Text,
  }),
  hint({ prepare: readLine }),
);
export type StockLine = v.InferOutput<typeof Line>;

const documentEntries = {
  id: Id,
  transfer_code: Text,
  contract_id: NullableId,
  transfer_date: DateTime,
  carried: Flag,
  description: Text,
  income_code: Text,
  income_date: v.nullable(DateTime),
  VAT: VatRate,
  VAT_included: Flag,
  nomenclature: v.array(Line),
  updated_at: lenient(DateTime),
  /** Who saved it last. Our server's alone. */
  updated_by: lenient(v.nullable(v.object({ id: Id, name: Text }))),
  /**
   * Grows with every save. Sent by our server only: returned as If-Match, a save happens only while nobody
   * else has saved.
   */
  version: lenient(v.number()),
};

/** A receipt, whole. */
export const Receipt = v.pipe(
  v.object({ ...documentEntries, warehouse_to: Text }),
  hint({ prepare: readDocument }),
);
export type Receipt = v.InferOutput<typeof Receipt>;

/** A write-off, whole. Read-only: the specification has no call that saves one. */
export const WriteOff = v.pipe(
  v.object({ ...documentEntries, loss_from: Text }),
  hint({ prepare: raw => readWarehouseFrom(readDocument(raw)) }),
);
export type WriteOff = v.InferOutput<typeof WriteOff>;

const stockList = <Item extends v.GenericSchema>(path: `/${string}`, title: string, item: Item) =>
  endpoint({
    title,
    method: 'GET',
    path,
    query: ['page'],
    guard: WAREHOUSE_STAFF,
    scope: 'warehouse',
    input: v.object({ page: PageNumber }),
    reply: paginator(item),
  });

const stockDocument = <Reply extends v.GenericSchema>(path: `/${string}`, title: string, reply: Reply) =>
  endpoint({
    title,
    method: 'GET',
    path,
    guard: WAREHOUSE_STAFF,
    scope: 'warehouse',
    input: v.object({ id: IdSegment }),
    reply,
  });

/** Receipts, the last changed first. */
export const listReceipts = stockList('/api/enter', 'оприходования', ListedReceipt);

/** Write-offs, the last changed first. */
export const listWriteOffs = stockList('/api/loss', 'списания', ListedWriteOff);

export const getReceipt = stockDocument('/api/enter/:id', 'оприходование', Receipt);
export const getWriteOff = stockDocument('/api/loss/:id', 'списание', WriteOff);

/** A number or its text, as a form field holds it; empty ones too, so that all refusals come at once. */
const DecimalInput = v.optional(v.nullable(v.union([v.number(), v.string()])));

const OptionalText = v.optional(v.nullable(v.string()));

/** A line of two thousand takes some 300 bytes; more than five thousand lines are refused. */
const DOCUMENT_BYTES = 2 * 1024 * 1024;

/**
 * Stores a receipt whole: lines that are not sent are gone, those without an id are new, and their order is the
 * document's. Answers with what is stored. Our server requires number, day and warehouse, takes 255 code points of a text (2000 of
 * the description), 5000 lines, a count above 0 with three decimals, money with two, VAT up to 100; what it does not take is a
 * 422 at its path. The form checks tax and discount alone.
 */
export const saveReceipt = endpoint({
  title: 'сохранение оприходования',
  method: 'PUT',
  path: '/api/enter/:id',
  guard: WAREHOUSE_STAFF,
  scope: 'warehouse',
  conditional: true,
  succeedsBy: ['id'],
  body: { bytes: DOCUMENT_BYTES, depth: 8 },
  input: v.object({
    id: IdSegment,
    warehouse_to: OptionalText,
    transfer_code: OptionalText,
    contract_id: v.optional(v.nullable(Id)),
    transfer_date: OptionalText,
    carried: Flag,
    description: OptionalText,
    income_code: OptionalText,
    income_date: OptionalText,
    VAT: DecimalInput,
    VAT_included: Flag,
    nomenclature: v.array(
      v.object({
        id: v.optional(v.nullable(Id)),
        nomenclature_id: Id,
        /** The title is the nomenclature's, whatever is sent. */
        title: OptionalText,
        count: DecimalInput,
        price: DecimalInput,
        tax: DecimalInput,
        discount: DecimalInput,
        reason: OptionalText,
      }),
    ),
  }),
  reply: Receipt,
});

/** An item that a line can have. */
const Nomenclature = v.object({
  id: Id,
  title: Text,
  /** Of one, in roubles. */
  price: Amount,
  unit: Text,
});
export type Nomenclature = v.InferOutput<typeof Nomenclature>;

/** At most twenty whose title holds the text or all of its words, those that begin with it first. `%`, `_` and `\` stand for themselves. */
export const findNomenclature = endpoint({
  title: 'номенклатура',
  method: 'GET',
  path: '/api/nomenclature/nomenclatureByTitle/:title',
  guard: WAREHOUSE_STAFF,
  scope: 'warehouse',
  input: v.object({ title: v.string() }),
  reply: v.array(Nomenclature),
});

function isEmpty(raw: unknown): boolean {
  return raw === null || raw === undefined || raw === '';
}

function readFlag(raw: unknown): unknown {
  if (isEmpty(raw) || raw === 'false') return 0;
  return raw === 'true' ? 1 : raw;
}

const LINE_LIST_NAMES = ['nomenclature', 'nomenclatures', 'items'];

/** The lines under the names that backends have for them, also of a document in `{data: {…}}`. */
function readDocument(raw: unknown): unknown {
  const wrapped = isRecord(raw) && !Object.hasOwn(raw, 'id') && isRecord(raw.data) ? raw.data : raw;
  if (!isRecord(wrapped)) return wrapped;
  const named = LINE_LIST_NAMES.filter(name => Object.hasOwn(wrapped, name));
  // A document without the field for lines is not a document without lines: the next save would delete those
  // that it has.
  if (named.length === 0) return { ...wrapped, nomenclature: false };
  const lines = named
    .map(name => wrapped[name])
    .find(received => received !== null && received !== undefined);
  const isNone = isRecord(lines) && Object.keys(lines).length === 0;
  return { ...wrapped, nomenclature: isNone ? [] : lines };
}

/** What a backend sends as `loss_from` is shown, also if it is empty; only one without it has it under another name. */
function readWarehouseFrom(raw: unknown): unknown {
  if (!isRecord(raw) || Object.hasOwn(raw, 'loss_from')) return raw;
  return { ...raw, loss_from: raw.warehouse_from ?? raw.warehouse_to };
}

/**
 * In a many-to-many of Laravel the item is the nomenclature, and what belongs to the line is its pivot. A line that is a
 * model of its own may bring its nomenclature along.
 */
function readLine(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const { pivot, nomenclature, ...own } = raw;
  if (isRecord(pivot)) return { ...own, nomenclature_id: own.id, id: null, ...pivot };
  if (!isRecord(nomenclature)) return raw;
  const { id, title, unit } = nomenclature;
  return { nomenclature_id: id, title, unit, ...own };
}
