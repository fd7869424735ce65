/** In which of the forms of CONTRACT.md ("Universal tolerant reading") the values of an answer are written. */
import * as v from 'valibot';
import type { WireHint } from '#contract/wire.ts';

type Schema = v.GenericSchema;

/** What the contract takes a field for, by its name. */
type Kind = 'number' | 'flag' | 'date' | 'phone' | 'map';

export type Forms = Record<Kind, Set<string>> & {
  /** Names of numbers that are written as texts. */
  textNumbers: Set<string>;
};

export function noForms(): Forms {
  return {
    number: new Set(),
    flag: new Set(),
    date: new Set(),
    phone: new Set(),
    map: new Set(),
    textNumbers: new Set(),
  };
}

const DEPTH_MAX = 16;

/** The forms of one answer. Fields are known by name alone, so it does not matter how the answer is wrapped. */
export function formsOf(schema: Schema, raw: unknown): Forms {
  const kinds = kindsOf(schema);
  const found = noForms();
  const visit = (value: unknown, name: string, depth: number) => {
    const kind = kinds.get(name);
    if (kind && value !== null && value !== undefined) note(found, { kind, name, value });
    if (depth > DEPTH_MAX || isWhole(kind, value)) return;
    for (const [key, inner] of partsOf(value)) visit(inner, Array.isArray(value) ? name : key, depth + 1);
  };
  visit(raw, '', 0);
  return found;
}

/** Carbon's object is one date, and what stands in a map that is written as a list is none itself. */
function isWhole(kind: Kind | undefined, value: unknown): boolean {
  return kind === 'date' || (kind === 'map' && Array.isArray(value));
}

function partsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Adds what one more answer shows. */
export function addForms(to: Forms, more: Forms): void {
  // Both have the same keys, which Object.keys does not know.
  for (const key of Object.keys(more) as (keyof Forms)[]) for (const form of more[key]) to[key].add(form);
}

/** PHP writes phones as objects or texts, and an empty map as a list: these are known by name where the schema is a shape. */
const BY_NAME: Record<string, Kind> = { phones: 'phone', contact_phones: 'phone', counts: 'map' };

function kindsOf(schema: Schema): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  const visit = (inner: Schema, name: string, depth: number) => {
    const kind = BY_NAME[name] ?? kindOf(inner);
    if (kind && name) kinds.set(name, kind);
    if (depth > DEPTH_MAX) return;
    // Which of these a schema has is settled by its type; the others are undefined.
    const { entries, item, wrapped } = inner as Partial<{
      entries: Record<string, Schema>;
      item: Schema;
      wrapped: Schema;
    }>;
    for (const [key, entry] of Object.entries(entries ?? {})) visit(entry, key, depth + 1);
    if (item) visit(item, name, depth + 1);
    if (wrapped) visit(wrapped, name, depth + 1);
  };
  visit(schema, '', 0);
  return kinds;
}

function kindOf(schema: Schema): Kind | undefined {
  const { wire } = v.getMetadata(schema) as WireHint;
  if (wire === 'date' || wire === 'phone') return wire;
  if (wire === 'flags') return 'map';
  if (schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'flag';
  const { options } = schema as Partial<{ options: unknown }>;
  return Array.isArray(options) && options.includes(0) ? 'flag' : undefined;
}

type Noted = { kind: Kind; name: string; value: unknown };

function note(found: Forms, { kind, name, value }: Noted): void {
  const form = FORM_OF[kind](value);
  if (form === undefined) return;
  found[kind].add(form);
  if (kind === 'number' && form === 'строка') found.textNumbers.add(name);
}

const FORM_OF: Record<Kind, (value: unknown) => string | undefined> = {
  number: value => {
    if (typeof value === 'number') return 'число';
    return typeof value === 'string' && /^-?\d/.test(value) ? 'строка' : undefined;
  },
  flag: flagForm,
  date: dateForm,
  phone: phoneForm,
  map: mapForm,
};

function flagForm(value: unknown): string | undefined {
  if (typeof value === 'boolean') return 'true/false';
  if (typeof value === 'number') return '0/1';
  return value === '0' || value === '1' ? '"0"/"1"' : undefined;
}

function dateForm(value: unknown): string | undefined {
  if (typeof value === 'number') return 'секунды unix';
  if (typeof value === 'object') return 'объект Carbon (Laravel ≤ 5.7)';
  const text = String(value);
  if (/^\d{9,11}$/.test(text)) return 'секунды unix';
  if (/T.*Z$/.test(text)) return 'ISO с Z (Laravel ≥ 7)';
  if (/T.*[+-]\d{2}:?\d{2}$/.test(text)) return 'ISO со смещением';
  if (/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.test(text)) return 'без зоны (Laravel ≤ 6)';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'день без времени';
  return text === '' ? undefined : 'иная запись';
}

function phoneForm(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  if (text === '') return undefined;
  if (text.includes(',')) return 'строка через запятую';
  return /^\d+$/.test(text) ? `${text.length} цифр` : 'маска';
}

function mapForm(value: unknown): string | undefined {
  if (!Array.isArray(value)) return typeof value === 'object' ? 'объект' : undefined;
  if (value.length === 0) return '[] вместо {}';
  return typeof value[0] === 'object' ? 'список объектов' : 'список имен';
}
