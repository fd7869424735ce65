import type { ReplyOf } from '#contract/endpoint.ts';
import type { listAttributes, listComparisons, listSources } from '#contract/policies.ts';
import type { Attribute, Catalogue } from './catalogue.ts';
import { relatedType } from './related-type.ts';
import { attributeTitle, methodTitle, sourceTitle } from './titles.ts';

type Sources = ReplyOf<typeof listSources>;
type Attributes = ReplyOf<typeof listAttributes>;
type Comparisons = ReplyOf<typeof listComparisons>;
type AttributeData = Attributes[string][number];

/** The three lists of a server as one catalogue: titles filled in, relations as types of the catalogue. */
export function catalogueOf(sources: Sources, attributes: Attributes, comparisons: Comparisons): Catalogue {
  const types = [...new Set([...Object.keys(sources), ...Object.keys(attributes)])];
  const catalogue: Catalogue = {
    sources: Object.fromEntries(types.map(type => [type, own(sources, type) || sourceTitle(type)])),
    attributes: mapRows(attributes, readAttribute),
    comparisons: mapRows(comparisons, each => ({ ...each, title: each.title || methodTitle(each.method) })),
  };
  const attributesOf = ([type, rows]: [string, readonly Attribute[]]) => [
    type,
    rows.map(row => ({ ...row, relation: relatedType(catalogue, { type, attribute: row.name }) })),
  ];
  return {
    ...catalogue,
    attributes: Object.fromEntries(Object.entries(catalogue.attributes).map(attributesOf)),
  };
}

function readAttribute({ name, title, type, relation, values }: AttributeData): Attribute {
  const related = type === 'hasOne' ? (relation ?? null) : null;
  return { name, title: title || attributeTitle(name), type, relation: related, values: values ?? [] };
}

function mapRows<Row, Read>(map: Record<string, Row[]>, read: (row: Row) => Read): Record<string, Read[]> {
  return Object.fromEntries(Object.entries(map).map(([type, rows]) => [type, rows.map(read)]));
}

/** Types are named from outside: `constructor` is none. */
function own<Value>(record: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
