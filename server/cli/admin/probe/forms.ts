/** In which of the forms of CONTRACT.md ("Universal tolerant reading") the values of an answer are written. */
import * as v from 'valibot';
import type { WireHint } from '#contract/wire.ts';

type Schema = v.GenericSchema;

/** What the contract takes a field for, by its name. */
type Kind = 'number' | 'flag' | 'date' | 'phone' | 'map';

/** `textNumbers`: names of numbers that are written as texts. */
export type Forms = Record<Kind | 'textNumbers', Set<string>>;

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

/** Adds the forms of one answer. Fields are known by name alone, so it does not matter how the answer is wrapped. */
export function noteForms(forms: Forms, schema: Schema, raw: unknown): void {
  const kinds = kindsOf(schema);
  const visit = (value: unknown, name: string, depth: number) => {
    if (value === null || value === undefined) return;
    const kind = kinds.get(name);
    if (kind) note(forms, kind, name, FORM_OF[kind](value));
    if (typeof value !== 'object' || depth > DEPTH_MAX || isWhole(kind, value)) return;
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, Array.isArray(value) ? name : key, depth + 1);
    }
  };
  visit(raw, '', 0);
}

function note(forms: Forms, kind: Kind, name: string, form: string | undefined): void {
  if (form === undefined) return;
  forms[kind].add(form);
  if (kind === 'number' && form === 'строка') forms.textNumbers.add(name);
}

/** Carbon's object is one date, and what stands in a map that is written as a list is none itself. */
function isWhole(kind: Kind | undefined, value: object): boolean {
  return kind === 'date' || (kind === 'map' && Array.isArray(value));
}

/** PHP writes phones as objects or texts, and an empty map as a list: these are known by name where the schema is a shape. */
const BY_NAME: Record<string, Kind> = { phones: 'phone', contact_phones: 'phone', counts: 'map' };

function kindsOf(schema: Schema): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  const visit = (inner: Schema, name: string) => {
    const kind = BY_NAME[name] ?? kindOf(inner);
    if (kind && name) kinds.set(name, kind);
    // Which of these a schema has is settled by its type; the others are undefined.
    const { entries, item, wrapped } = inner as Partial<{
      entries: Record<string, Schema>;
      item: Schema;
      wrapped: Schema;
    }>;
    for (const [key, entry] of Object.entries(entries ?? {})) visit(entry, key);
    if (item) visit(item, name);
    if (wrapped) visit(wrapped, name);
  };
  visit(schema, '');
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

const FORM_OF: Record<Kind, (value: unknown) => string | undefined> = {
  number: value => {
    if (typeof value === 'number') return 'число';
    return typeof value === 'string' && /^-?\d/.test(value) ? 'строка' : undefined;
  },
  flag: value => {
    if (typeof value === 'boolean') return 'true/false';
    if (typeof value === 'number') return '0/1';
    return value === '0' || value === '1' ? '"0"/"1"' : undefined;
  },
  date: value => {
    if (typeof value === 'number') return 'секунды unix';
    if (typeof value === 'object') return 'объект Carbon (Laravel ≤ 5.7)';
    if (value === '') return undefined;
    return DATES.find(([pattern]) => pattern.test(String(value)))?.[1] ?? 'иная запись';
  },
  phone: value => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const text = String(value);
    if (text === '') return undefined;
    if (text.includes(',')) return 'строка через запятую';
    return /^\d+$/.test(text) ? `${text.length} цифр` : 'маска';
  },
  map: value => {
    if (!Array.isArray(value)) return typeof value === 'object' ? 'объект' : undefined;
    if (value.length === 0) return '[] вместо {}';
    return typeof value[0] === 'object' ? 'список объектов' : 'список имен';
  },
};

const DATES: [RegExp, string][] = [
  [/^\d{9,11}$/, 'секунды unix'],
  [/T.*Z$/, 'ISO с Z (Laravel ≥ 7)'],
  [/T.*[+-]\d{2}:?\d{2}$/, 'ISO со смещением'],
  [/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/, 'без зоны (Laravel ≤ 6)'],
  [/^\d{4}-\d{2}-\d{2}$/, 'день без времени'],
];
