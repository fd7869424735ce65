/** How a form's schema is written: `fields({ name: text('Имя', required(), max(255)) })`. */
import * as v from 'valibot';
import { withoutInvisible } from '#kit/invisible.ts';
import type { Rule, Sibling, SiblingsConfig } from './rule.ts';
import { labelOf, targetsOf } from './schema-walk.ts';

/** A text field: trimmed and composed, with its label, and the rules it must pass. */
export function text(label: string, ...rules: readonly Rule<string>[]) {
  return v.pipe(v.string(), v.trim(), COMPOSED, v.title<string, string>(label), ...rules);
}

const COMPOSED = v.transform((typed: string) => typed.normalize('NFC'));

/** The same for an e-mail: signs that are not seen are taken away. */
export function emailText(label: string, ...rules: readonly Rule<string>[]) {
  return v.pipe(
    v.string(),
    v.transform(withoutInvisible),
    v.trim(),
    v.title<string, string>(label),
    ...rules,
  );
}

/** The same for a secret: only the spaces around it are taken away. */
export function secretText(label: string, ...rules: readonly Rule<string>[]) {
  return v.pipe(v.string(), v.trim(), v.title<string, string>(label), ...rules);
}

/** The fields of a form. Like v.object, and the rules of one field see the others. */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return withSiblings(v.object(entries));
}

/** The same with asynchronous rules, such as `dimensions`. */
export function fieldsAsync<const Entries extends v.ObjectEntriesAsync>(entries: Entries) {
  return withSiblings(v.objectAsync(entries));
}

type AnyObject = (v.GenericSchema | v.GenericSchemaAsync) & { entries: v.ObjectEntriesAsync };

/**
 * The object's fields are checked one by one, and valibot runs what stands behind an object only if all of its fields
 * passed. So the fields get their siblings in the configuration, which valibot hands down to every rule.
 */
function withSiblings<Schema extends AnyObject>(schema: Schema): Schema {
  for (const [name, entry] of Object.entries(schema.entries)) assertTargets(name, entry, schema.entries);
  // v.partial and its like copy the schema with other entries, so they are looked up when it runs.
  const run = function (this: Schema, ...[dataset, config]: Parameters<Schema['~run']>) {
    const input = dataset.value;
    const siblingsConfig: SiblingsConfig = {
      ...config,
      siblings: name => readSibling(this.entries[name], name, input),
    };
    return Reflect.apply(schema['~run'], this, [dataset, siblingsConfig]);
  };
  return v._standardSchema({ ...schema, '~run': run });
}

function assertTargets(
  name: string,
  entry: v.ObjectEntriesAsync[string],
  entries: AnyObject['entries'],
): void {
  for (const target of targetsOf(entry)) {
    if (!(target in entries))
      throw new Error(`The field ${name} looks at "${target}", which is not beside it`);
  }
}

const NO_SIBLING: Sibling = { value: undefined, label: '' };

function readSibling(entry: AnyObject['entries'][string] | undefined, name: string, input: unknown): Sibling {
  if (!entry || typeof input !== 'object' || input === null) return NO_SIBLING;
  const value: unknown = Reflect.get(input, name);
  const label = labelOf(entry);
  if (entry.async) return { value, label };
  // Two fields may look at each other: the sibling is read without siblings of its own.
  const noSiblings: SiblingsConfig = { siblings: () => NO_SIBLING };
  return { value: entry['~run']({ value }, noSiblings).value, label };
}
