/** How MySQL and Eloquent write the values of our server's answers. */

import { toWallClock } from '#kit/date.ts';
import { isRecord } from '#kit/is-record.ts';
import type { Call, Json } from './call.ts';

/** Nobody there knows these. */
const OURS = new Set(['version', 'updated_by', 'changed', 'by', 'at', 'impersonator', 'personal', 'state']);

/** Columns that the older database does not have. */
const NEWER = new Set(['percent', 'district_name', 'address', 'broken']);

/** DECIMAL(10,2), and what SUM and AVG make of it. */
const DECIMALS: Record<string, number> = { tofirm: 2, percent: 2, percentSum: 2, price: 2, sum: 2, avg: 6 };
const LINE_DECIMALS: Record<string, number> = { ...DECIMALS, count: 3, tax: 2, discount: 2 };

/** JSON in a column: not the database's values. */
const TREES = new Set(['target', 'rules']);

/** Numbers that the paginator has counted in PHP. */
const PAGING = new Set(['current_page', 'last_page', 'per_page', 'from', 'to', 'total']);

/** An answer of ours with the columns and in the values of that generation; `casts`: the model makes booleans. */
export function stored(value: Json, call: Call, casts = false): Json {
  if (Array.isArray(value)) return value.map(item => stored(item, call, casts));
  if (!isRecord(value)) return scalar(value, '', call, casts);
  const isOld = call.generation === '5.4';
  const decimals = 'nomenclature_id' in value ? LINE_DECIMALS : DECIMALS;
  const columns = Object.entries(value).filter(([name]) => !OURS.has(name) && !(isOld && NEWER.has(name)));
  const read = ([name, each]: [string, unknown]) => {
    const places = decimals[name];
    if (typeof each === 'number' && places !== undefined) return each.toFixed(places);
    if (TREES.has(name) || (typeof each === 'number' && PAGING.has(name))) return each;
    if (typeof each === 'object' && each !== null) return stored(each, call, casts);
    return scalar(each, name, call, casts);
  };
  return Object.fromEntries(columns.map(column => [column[0], read(column)]));
}

/** An id is a number in a model and a text in a bare query: 5.4 does both, by turns. */
function scalar(value: unknown, name: string, call: Call, casts: boolean): unknown {
  const isOld = call.generation === '5.4';
  if (value === '') return null;
  if (name === 'full_phone' && call.tenDigits) return String(value).slice(-10);
  if (typeof value === 'string') return isOld || name === 'date_add' ? wallClock(value, call.zone) : value;
  if (!isOld) return value;
  if (typeof value === 'boolean') return casts ? value : String(Number(value));
  if (typeof value !== 'number' || (name === 'id' && call.way % 2 === 0)) return value;
  return String(value);
}

/** An instant as the firm's clock shows it, without an offset. */
export function wallClock(text: string, zone: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? toWallClock(Date.parse(text), zone) : text;
}
