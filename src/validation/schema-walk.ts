/** Reads facts about a field off its schema: its label, whether it must be filled, which rules look at it. */
import * as v from 'valibot';
import { isRule, type SiblingsConfig } from './rule.ts';

type Schema = v.GenericSchema | v.GenericSchemaAsync;
type Step = { kind: string; type: string; async?: boolean };

/** The label (v.title) of the field at a path such as 'phones.0.text'; '' where there is none. */
export function labelAt(schema: Schema, path: string): string {
  const at = schemaAt(schema, path);
  return at ? labelOf(at) : '';
}

/** The label of a field's own schema, also inside v.optional and its like; '' without. */
export function labelOf(schema: Schema): string {
  const inner = wrapped(schema);
  return v.getTitle(schema) ?? (inner ? labelOf(inner) : '');
}

/** Whether the field at a path must be filled: by `required`, or because its schema refuses what is empty. */
export function isRequiredAt(schema: Schema, path: string): boolean {
  const at = schemaAt(schema, path);
  return at !== null && !acceptsEmpty(at);
}

/** The names of a form's fields, in their order. */
export function namesOf(schema: Schema): string[] {
  return Object.keys(entriesOf(schema) ?? {});
}

/** Whether the schema knows a field at a path. */
export function hasFieldAt(schema: Schema, path: string): boolean {
  return path !== '' && schemaAt(schema, path) !== null;
}

/** The paths to be checked again when the field at a path changes: those beside it whose rules look at it. */
export function dependentsOf(schema: Schema, path: string): string[] {
  const cut = path.lastIndexOf('.') + 1;
  const entries = entriesOf(schemaAt(schema, path.slice(0, Math.max(cut - 1, 0)))) ?? {};
  return Object.entries(entries)
    .filter(([, entry]) => targetsOf(entry).includes(path.slice(cut)))
    .map(([name]) => path.slice(0, cut) + name);
}

/** The names of the fields that a field's rules look at. */
export function targetsOf(schema: Schema): string[] {
  const own = stepsOf(schema).flatMap(step => (isRule(step) ? (step.target ?? []) : []));
  const inner = wrapped(schema);
  return inner ? [...own, ...targetsOf(inner)] : own;
}

/** The schema of a path; null where the schema knows no such field. */
function schemaAt(schema: Schema, path: string): Schema | null {
  const keys = path === '' ? [] : path.split('.');
  return keys.reduce<Schema | null>((at, key) => (at ? inside(at, key) : null), schema);
}

function inside(schema: Schema, key: string): Schema | null {
  const inner = wrapped(schema);
  if (inner) return inside(inner, key);
  const { item } = schema as { item?: Schema }; // of arrays
  return entriesOf(schema)?.[key] ?? item ?? null;
}

function entriesOf(schema: Schema | null): Record<string, Schema> | undefined {
  if (!schema) return undefined;
  const inner = wrapped(schema);
  return inner ? entriesOf(inner) : (schema as { entries?: Record<string, Schema> }).entries; // of objects
}

/** The schema inside v.optional, v.nullable and their like. */
function wrapped(schema: Schema): Schema | null {
  return (schema as { wrapped?: Schema }).wrapped ?? null; // only wrappers have it
}

/** Every step of a pipe, also of the pipes inside it. */
function stepsOf(schema: Schema): Step[] {
  const { pipe = [] } = schema as { pipe?: readonly Step[] }; // a schema without a pipe has no steps
  return pipe.flatMap(step =>
    // A pipe copies its first schema, so what is a schema here may have steps of its own.
    step.kind === 'schema' ? [step, ...stepsOf(step as unknown as Schema)] : [step],
  );
}

const EMPTY_BY_TYPE: Readonly<Record<string, unknown>> = { string: '', array: [], boolean: false };

/** Runs the schema on an empty value: there are more ways to refuse it than a list of names could hold. */
function acceptsEmpty(schema: Schema): boolean {
  const syncSchema = withoutAsync(schema);
  if (!syncSchema) return true;
  const base = innermost(schema).type;
  const empty = base in EMPTY_BY_TYPE ? EMPTY_BY_TYPE[base] : null;
  // A rule that looks at other fields finds them empty.
  const noSiblings: SiblingsConfig = { siblings: () => ({ value: undefined, label: '' }) };
  return !syncSchema['~run']({ value: empty }, noSiblings).issues;
}

function innermost(schema: Schema): Schema {
  const inner = wrapped(schema);
  return inner ? innermost(inner) : schema;
}

/** The schema without asynchronous steps; null if there is none. */
function withoutAsync(schema: Schema): v.GenericSchema | null {
  if (!schema.async) return schema;
  const [first, ...rest] = (schema as { pipe?: readonly v.GenericPipeItem[] }).pipe ?? [];
  if (first?.kind !== 'schema' || first.async) return null;
  return v.pipe(first, ...rest.filter(step => !(step as Step).async));
}
