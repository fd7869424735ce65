import { attributeOf, type Catalogue } from '#domain/policy/catalogue.ts';
import type { AttributeChain, AttributeStep } from '#domain/policy/evaluation/used-attributes.ts';
import { type Entity, type Fact, type Facts, isEntity } from '#domain/policy/facts.ts';
import { ownValue } from '#kit/own-value.ts';

export type UsedField = AttributeStep & {
  readonly title: string;
  /** Where its fact stands: the source, then attributes. */
  readonly keys: readonly string[];
  /** The data-source type of the related thing, '' where nothing is asked of it. */
  readonly relation: string;
  /** What is asked of the related thing. */
  readonly within: UsedField[];
};

/** The form of everything that a policy asks for, things and attributes in the order of the catalogue's chains. */
export function usedSources(chains: readonly AttributeChain[], catalogue: Catalogue) {
  const sources = [...new Set(chains.flatMap(([first]) => (first ? [first.source] : [])))];
  return sources.map(source => ({
    source,
    title: sourceTitle(catalogue, source),
    fields: fieldsOf(
      chains.filter(([first]) => first?.source === source),
      [source],
      catalogue,
    ),
  }));
}

export type UsedSource = ReturnType<typeof usedSources>[number];

export function sourceTitle({ sources }: Catalogue, source: string): string {
  return ownValue(sources, source) || source;
}

function fieldsOf(chains: readonly AttributeChain[], at: readonly string[], catalogue: Catalogue) {
  const fields = new Map<string, { link: AttributeStep; rest: AttributeChain[] }>();
  for (const [link, ...rest] of chains) {
    if (!link) continue;
    const known = fields.get(link.attribute) ?? { link, rest: [] };
    fields.set(link.attribute, known);
    if (rest.length > 0) known.rest.push(rest);
  }
  return [...fields.values()].map(({ link, rest }): UsedField => {
    const attribute = attributeOf(catalogue, link.source, link.attribute);
    const keys = [...at, link.attribute];
    const within = fieldsOf(rest, keys, catalogue);
    return {
      ...link,
      title: attribute?.title || link.attribute,
      keys,
      relation: within[0]?.source ?? '',
      within,
    };
  });
}

/** The fact at some keys; undefined = not known. */
export function factAt(facts: Facts, keys: readonly string[]): Fact | undefined {
  return keys.reduce<Fact | undefined>(
    (at, key) => (isEntity(at) ? ownValue(at, key) : undefined),
    facts as Entity, // things by their source are nested as attributes are
  );
}

/** The facts with another one at some keys; undefined makes it unknown again. */
export function withFact(facts: Facts, keys: readonly string[], fact: Fact | undefined): Facts {
  return put(facts as Entity, keys, fact) as Facts; // the first key is a source, and a thing stands there
}

function put(entity: Entity, [key = '', ...rest]: readonly string[], fact: Fact | undefined): Entity {
  const { [key]: before, ...others } = entity;
  if (rest.length > 0) return { ...entity, [key]: put(isEntity(before) ? before : {}, rest, fact) };
  return fact === undefined ? others : { ...entity, [key]: fact };
}

/** The titles of the fields whose facts are not known, those of related things behind their own. */
export function unknownTitles(fields: readonly UsedField[], facts: Facts): string[] {
  return fields.flatMap(field => {
    const fact = factAt(facts, field.keys);
    if (fact === undefined) return [field.title];
    if (!isEntity(fact)) return [];
    return unknownTitles(field.within, facts).map(title => `${field.title} → ${title}`);
  });
}
