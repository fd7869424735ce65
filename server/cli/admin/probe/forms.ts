/** In which of the forms of CONTRACT.md ("Universal tolerant reading") the values of an answer are written. */
import * as v from 'valibot';
import type { WireHint } from '#contract/wire.ts';

type Schema = v.GenericSchema;

/** What the contract takes a field for, by its name. */
type Kind = 'number' | 'flag' | 'date' | 'phone' | 'map';

export type Forms = ReturnType<typeof noForms>;

/** `textNumbers`: names of numbers that are written as texts. */
export function noForms() {
  const none = () => new Set<string>();
  return { number: none(), flag: none(), date: none(), phone: none(), map: none(), textNumbers: none() };
}

const DEPTH_MAX = 16;

/** Adds the forms of one answer. Fields are known by name alone, so it does not matter how the answer is wrapped. */
export function noteForms(forms: Forms, schema: Schema, raw: unknown): void {
  const kinds = kindsOf(schema);
  const visit = (value: unknown, name: string, depth: number) => {
    if (value === null || value === undefined) return;
    const kind = kinds.get(name);
    if (kind) note(forms, kind, name, formOf(kind, value));
    // Carbon's object is one date, and what stands in a map that is written as a list is none itself.
    const isWhole = kind === 'date' || (kind === 'map' && Array.isArray(value));
    if (typeof value !== 'object' || depth > DEPTH_MAX || isWhole) return;
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

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

/** The first that fits; a value that fits none says nothing. */
const FORMS: Record<Exclude<Kind, 'phone'>, [string, (value: unknown) => boolean][]> = {
  number: [
    ['число', isNumber],
    ['строка', isText(/^-?\d/)],
  ],
  flag: [
    ['true/false', value => typeof value === 'boolean'],
    ['0/1', isNumber],
    ['"0"/"1"', isText(/^[01]$/)],
  ],
  date: [
    ['секунды unix', isNumber],
    ['объект Carbon (Laravel ≤ 5.7)', value => typeof value === 'object'],
    ['секунды unix', isText(/^\d{9,11}$/)],
    ['ISO с Z (Laravel ≥ 7)', isText(/T.*Z$/)],
    ['ISO со смещением', isText(/T.*[+-]\d{2}:?\d{2}$/)],
    ['без зоны (Laravel ≤ 6)', isText(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/)],
    ['день без времени', isText(/^\d{4}-\d{2}-\d{2}$/)],
    ['иная запись', value => value !== ''],
  ],
  map: [
    ['[] вместо {}', value => Array.isArray(value) && value.length === 0],
    ['список объектов', value => Array.isArray(value) && typeof value[0] === 'object'],
    ['список имен', Array.isArray],
    ['объект', value => typeof value === 'object'],
  ],
};

function formOf(kind: Kind, value: unknown): string | undefined {
  if (kind !== 'phone') return FORMS[kind].find(([, fits]) => fits(value))?.[0];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') return undefined;
  if (text.includes(',')) return 'строка через запятую';
  return /^\d+$/.test(text) ? `${text.length} цифр` : 'маска';
}
