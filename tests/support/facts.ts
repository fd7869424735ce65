import fc from 'fast-check';
import type { Attribute, Catalogue } from '#domain/policy/catalogue.ts';
import type { Entity, Fact, Facts } from '#domain/policy/facts.ts';
import { relatedType } from '#domain/policy/related-type.ts';
import { sampleCatalogue } from './policies.ts';

/** Facts that meet the values of `anyPolicy` often enough to be equal to them. */
const FACTS_OF_TYPE: Readonly<Record<string, fc.Arbitrary<Fact>>> = {
  string: fc.constantFrom('', 'a', 'ab', 'x', 'user@example.com', 'я'),
  number: fc.constantFrom<Fact>(0, -3, 1500.5, '1500.5', 7),
  datetime: fc.constantFrom(
    ...['2026-11-20 00:00:00', '2026-11-20 14:05:00', '2026-11-20 14:05:30'],
    ...['2026-11-21 23:59:59', '2025-01-01 09:00:00', '2026-11-20 23:45:00'],
  ),
  bool: fc.constantFrom<Fact>(true, false, 1, '0'),
  object: fc.constant<Fact>({ id: 1 }),
};

function factOf(
  catalogue: Catalogue,
  type: string,
  attribute: Attribute,
  levels: number,
): fc.Arbitrary<Fact> {
  if (attribute.type === 'hasOne') {
    const relation = relatedType(catalogue, { type, attribute: attribute.name });
    return relation === null || levels === 0 ? fc.constant(null) : entityOf(catalogue, relation, levels - 1);
  }
  if (attribute.values.length === 0) return FACTS_OF_TYPE[attribute.type] ?? fc.constant(null);
  const ids = attribute.values.map(({ id }) => id);
  return fc.oneof(fc.constantFrom(...ids), fc.subarray(ids));
}

/** A thing of which some attributes are not known, and some known to be empty. */
function entityOf(catalogue: Catalogue, type: string, levels: number): fc.Arbitrary<Entity> {
  const attributes = (catalogue.attributes[type] ?? []).map(attribute => {
    const fact = factOf(catalogue, type, attribute, levels);
    const maybe = fc.oneof(
      { weight: 6, arbitrary: fact },
      { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
    );
    return [attribute.name, maybe] as const;
  });
  return fc.record<Record<string, Fact | undefined>>(Object.fromEntries(attributes));
}

/** Facts of the catalogue's types; a source may be out of question. */
export function anyFacts(catalogue: Catalogue = sampleCatalogue): fc.Arbitrary<Facts> {
  const sources = Object.keys(catalogue.attributes).map(
    type => [type, fc.option(entityOf(catalogue, type, 2), { nil: undefined, freq: 8 })] as const,
  );
  return fc.record<Record<string, Entity | undefined>>(Object.fromEntries(sources));
}

/** Facts of any type under the catalogue's names, things within themselves among them. */
export function anyWildFacts(catalogue: Catalogue = sampleCatalogue): fc.Arbitrary<Facts> {
  const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean());
  const fact = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constantFrom('self', null, undefined));
  const names = [
    ...new Set(
      Object.values(catalogue.attributes)
        .flat()
        .map(({ name }) => name),
    ),
  ];
  const flat = fc.record(Object.fromEntries(names.map(name => [name, fact])));
  return flat.map(values => {
    const thing: Record<string, Fact | undefined> = {};
    for (const [name, value] of Object.entries(values)) thing[name] = value === 'self' ? thing : value;
    return Object.fromEntries(Object.keys(catalogue.attributes).map(type => [type, thing]));
  });
}
