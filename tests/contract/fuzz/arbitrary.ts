/** What an endpoint's own schema lets through, as values to begin from. */
import fc from 'fast-check';
import * as v from 'valibot';

/** The parts of valibot's schemas that hold other schemas, and what their checks ask for. */
type SchemaLike = v.GenericSchema & {
  entries?: Record<string, SchemaLike>;
  options?: readonly unknown[];
  literal?: unknown;
  item?: SchemaLike;
  wrapped?: SchemaLike;
  pipe?: readonly { type: string; requirement?: unknown }[];
};

/** Texts and numbers of every kind that some field asks for; each field takes those that it lets through. */
export type Words = { texts: readonly string[]; numbers: readonly number[]; trees: readonly unknown[] };

/** Values of a schema. A field named like a secret gets one of its own (`secretOf`). */
export function valuesOf(
  given: v.GenericSchema,
  words: Words,
  secretOf: (name: string) => string | undefined,
): fc.Arbitrary<unknown> {
  const of = (part: SchemaLike, name: string): fc.Arbitrary<unknown> => {
    switch (part.type) {
      case 'object':
        return fc.record(
          Object.fromEntries(
            Object.entries(part.entries ?? {}).map(([field, inner]) => [field, of(inner, field)]),
          ),
        );
      case 'array':
        return part.item ? fc.array(of(part.item, name), { minLength: 1, maxLength: 3 }) : fc.constant([]);
      case 'optional':
      case 'nullable':
        return part.wrapped
          ? fc.option(of(part.wrapped, name), { nil: part.type === 'nullable' ? null : undefined })
          : fc.constant(null);
      case 'union':
      case 'variant':
        // The options of these two are schemas.
        return fc.oneof(...((part.options ?? []) as SchemaLike[]).map(option => of(option, name)));
      case 'picklist':
        return fc.constantFrom(...(part.options ?? []));
      case 'literal':
        return fc.constant(part.literal);
      default:
        return leaf(part, name);
    }
  };
  const leaf = (part: SchemaLike, name: string): fc.Arbitrary<unknown> => {
    const secret = secretOf(name);
    if (secret !== undefined) return fc.constant(secret);
    const known = [...words.texts, ...words.numbers, ...words.trees].filter(value => v.is(part, value));
    if (known.length === 0) throw new Error(`no value is known for ${name}: ${part.type}`);
    if (part.type !== 'string') return fc.constantFrom(...known);
    const free = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map(text => (v.is(part, text) ? text : known[0]));
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: free });
  };
  return of(given as SchemaLike, '');
}
