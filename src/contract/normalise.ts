/**
 * Tolerant reading of every answer. It walks the canonical schema and converts what Laravel's and Passport's
 * generations send (CONTRACT.md, "Universal tolerant reading") into that schema's form. It validates nothing:
 * what still does not fit is refused by the schema afterwards.
 */

import * as v from 'valibot';
import { toWallClock } from '#kit/date.ts';
import { isRecord } from '#kit/is-record.ts';
import { phoneDigits } from '#kit/phone.ts';
import type { WireHint } from './wire.ts';

type Schema = v.GenericSchema;
type Raw = Record<string, unknown>;
type Walk = (schema: Schema, raw: unknown) => unknown;

const WRAPPERS = ['data', 'contact', 'request', 'report', 'user'];

/** Brings `raw` (parsed JSON) into the form of `schema`. `zone` is the firm's IANA zone for dates with an offset. */
export function normalise(schema: Schema, raw: unknown, zone: string): unknown {
  const walk: Walk = (inner, value) => normalise(inner, value, zone);
  const { wire, prepare, keepsNull } = v.getMetadata(schema) as WireHint;
  const value = prepare ? prepare(raw) : raw;
  if (value === null && keepsNull) return null;
  if (wire === 'date') return readDate(value, zone);
  if (wire === 'phone') return readPhone(value);
  if (wire === 'flags') return readFlags(value);
  if (wire === 'list' || wire === 'page') return readRows(schema, value, walk);
  return readByType(schema, value, walk);
}

function readByType(schema: Schema, raw: unknown, walk: Walk): unknown {
  const empty = raw === null || raw === undefined || raw === '';
  switch (schema.type) {
    case 'object':
      return readObject(schema, unwrap(schema, raw), walk);
    case 'array':
      return empty ? [] : readArray(schema, raw, walk);
    case 'record':
      return readMap(schema, raw, walk);
    case 'nullable':
      return empty || isNobody(schema, raw) ? null : walk(innerSchema(schema, 'wrapped'), raw);
    case 'optional':
      return readOptional(schema, raw, walk);
    case 'lazy':
      return walk((schema as unknown as { getter: (input: unknown) => Schema }).getter(raw), raw);
    case 'number':
      return readNumber(raw);
    case 'boolean':
      return isTrue(raw);
    case 'string':
      return readText(raw);
    case 'picklist':
      return readPicklist((schema as unknown as { options: readonly unknown[] }).options, raw);
    default:
      return raw;
  }
}

/** A nested schema by its property; which one exists is settled by `schema.type` at the call. */
function innerSchema(schema: Schema, property: 'item' | 'wrapped'): Schema {
  return (schema as unknown as Record<typeof property, Schema>)[property];
}

/** An empty text is a text, and nothing where something else is wanted. */
function readOptional(schema: Schema, raw: unknown, walk: Walk): unknown {
  const inner = innerSchema(schema, 'wrapped');
  const isNothing = raw === null || raw === undefined || (raw === '' && inner.type !== 'string');
  return isNothing || isNobody(schema, raw) ? undefined : walk(inner, orEmpty(inner, raw));
}

/** PHP writes an object that is not there as an empty list. */
function isNobody(schema: Schema, raw: unknown): boolean {
  return innerSchema(schema, 'wrapped').type === 'object' && Array.isArray(raw) && raw.length === 0;
}

function entriesOf(schema: Schema): Record<string, Schema> {
  return (schema as unknown as { entries: Record<string, Schema> }).entries;
}

function readMap(schema: Schema, raw: unknown, walk: Walk): unknown {
  if (!isRecord(raw)) return raw;
  const { value: inner } = schema as unknown as { value: Schema };
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, walk(inner, value)]));
}

function readObject(schema: Schema, given: unknown, walk: Walk): unknown {
  // PHP writes an object without fields as a list; left a list, its methods (`at`) would be taken for fields.
  const raw = Array.isArray(given) && given.length === 0 ? {} : given;
  if (!isRecord(raw)) return raw;
  const read: Raw = {};
  for (const [name, entry] of Object.entries(entriesOf(schema))) {
    const value = walk(entry, orEmpty(entry, Object.hasOwn(raw, name) ? raw[name] : undefined));
    if (value !== undefined) read[name] = value;
  }
  return read;
}

/** Inside of an answer an object that is not there has no fields, and a list whose keys are kept may have none. */
function orEmpty({ type }: Schema, raw: unknown): unknown {
  if (type === 'object') return raw ?? {};
  return type === 'array' && isRecord(raw) && Object.keys(raw).length === 0 ? [] : raw;
}

/** Takes an entity out of `{data: {…}}`, `{contact: {…}}` and the like, when the bare object has no id. */
function unwrap(schema: Schema, raw: unknown): unknown {
  const entries = entriesOf(schema);
  if (!isRecord(raw) || !('id' in entries) || Object.hasOwn(raw, 'id')) return raw;
  const inner = WRAPPERS.filter(name => Object.hasOwn(raw, name) && !(name in entries))
    .map(name => raw[name])
    .find(isRecord);
  return inner ?? raw;
}

function readArray(schema: Schema, raw: unknown, walk: Walk): unknown {
  return listOf(raw)?.map(item => walk(innerSchema(schema, 'item'), item)) ?? raw;
}

/** The rows, wherever they are; undefined when this is no list at all, which must not be read as an empty one. */
function listOf(raw: unknown): unknown[] | undefined {
  if (Array.isArray(raw)) return raw;
  if (!isRecord(raw)) return undefined;
  for (const name of ['list', 'data', 'reports']) {
    const inner = raw[name];
    if (Array.isArray(inner) || isRecord(inner)) return listOf(inner);
  }
  const keys = Object.keys(raw);
  const isKeyed = keys.length > 0 && keys.every(key => /^\d+$/.test(key));
  return isKeyed ? keys.map(key => raw[key]) : undefined;
}

function readRows(schema: Schema, raw: unknown, walk: Walk): unknown {
  const rows = listOf(raw);
  if (!rows) return raw;
  const { wire } = v.getMetadata(schema) as WireHint;
  return readObject(schema, wire === 'page' ? pageOf(raw, rows) : { list: rows }, walk);
}

/** Collects the paging fields from the top level, from inside `list` or `data`, or from `meta`. */
function pageOf(raw: unknown, rows: unknown[]): Raw {
  const layers = [raw, ...(isRecord(raw) ? [raw.meta, raw.list, raw.data, raw.links] : [])].filter(isRecord);
  const find = (name: string) => layers.find(layer => Object.hasOwn(layer, name))?.[name];
  const count = (name: string) => {
    const value = readNumber(find(name));
    return typeof value === 'number' ? value : undefined;
  };
  const current = count('current_page') ?? 1;
  const size = count('per_page') ?? Math.max(rows.length, 1);
  const first = (current - 1) * size + 1;
  const more = rows.length >= size && find('per_page') !== undefined;
  const last = count('last_page') ?? (more ? current + 1 : current);
  return {
    ...(isRecord(raw) ? raw : {}),
    // Our own wrapper calls them `list`, the bare paginator `data`: the schema takes the one it has.
    list: rows,
    data: rows,
    current_page: current,
    last_page: last,
    per_page: size,
    from: rows.length > 0 ? (count('from') ?? first) : null,
    to: rows.length > 0 ? (count('to') ?? first + rows.length - 1) : null,
    total: count('total') ?? first + rows.length - 1,
    // An absolute URL of a backend behind a proxy is not followed, so only its presence is passed on.
    prev_page_url: current > 1 ? `?page=${current - 1}` : null,
    next_page_url: current < last ? `?page=${current + 1}` : null,
  };
}

function readNumber(raw: unknown): unknown {
  return typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
}

function readText(raw: unknown): unknown {
  if (raw === null || raw === undefined) return '';
  return typeof raw === 'number' ? String(raw) : raw;
}

function isTrue(raw: unknown): boolean {
  return raw === true || raw === 1 || raw === '1' || raw === 'true';
}

function readPicklist(options: readonly unknown[], raw: unknown): unknown {
  if (raw === null || raw === undefined || raw === '') return options.includes(0) ? 0 : raw;
  const value = typeof raw === 'boolean' ? Number(raw) : readNumber(raw);
  return options.find(option => option === value || option === raw) ?? raw;
}

function readPhone(raw: unknown): unknown {
  const text = isRecord(raw) ? raw.full_phone : raw;
  if (typeof text !== 'string' && typeof text !== 'number') return '';
  return phoneDigits(String(text)) ?? String(text);
}

function readFlags(raw: unknown): Record<string, boolean> | undefined {
  // A user without `can` is refused by the schema: a portal's `{"id":1}` would be the signed-in user otherwise.
  if (raw === undefined) return undefined;
  if (isRecord(raw))
    return Object.fromEntries(Object.entries(raw).map(([name, flag]) => [name, isTrue(flag)]));
  if (!Array.isArray(raw)) return {};
  const names = raw.map(item => (isRecord(item) ? item.name : item));
  return Object.fromEntries(names.filter(name => typeof name === 'string').map(name => [name, true]));
}

/** A naive text is the firm's wall clock already; an offset, Carbon's object and unix seconds are converted. */
function readDate(raw: unknown, zone: string): unknown {
  if (raw === null || raw === undefined) return '';
  if (typeof raw === 'number') return toWallClock(raw * 1000, zone);
  if (isRecord(raw) && typeof raw.date === 'string') return readCarbon(raw.date, raw.timezone, zone);
  if (typeof raw !== 'string') return raw;
  if (/^\d{9,11}$/.test(raw)) return toWallClock(Number(raw) * 1000, zone);
  if (!/T.*(Z|[+-]\d{2}:?\d{2})$/.test(raw))
    return raw.replace(/(\d)T(\d)/, '$1 $2').replace(/(:\d{2})\.\d+$/, '$1');
  const instant = Date.parse(raw);
  return Number.isNaN(instant) ? raw : toWallClock(instant, zone);
}

function readCarbon(date: string, timezone: unknown, zone: string): unknown {
  const naive = date.replace(/\.\d+$/, '');
  return timezone === 'UTC' || timezone === '+00:00' ? readDate(`${naive.replace(' ', 'T')}Z`, zone) : naive;
}
