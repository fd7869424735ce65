import type { ReplyOf } from '#contract/endpoint.ts';
import type { listAttributes, listComparisons, listSources } from '#contract/policies.ts';
import type { Attribute, Catalogue } from './catalogue.ts';
import { attributeTitle, methodTitle, sourceTitle } from './titles.ts';

type Sources = ReplyOf<typeof listSources>;
type Attributes = ReplyOf<typeof listAttributes>;
type Comparisons = ReplyOf<typeof listComparisons>;
type AttributeData = Attributes[string][number];

/** The three lists of a server as one catalogue: titles filled in, relations as types of the catalogue. */
export function catalogueOf(sources: Sources, attributes: Attributes, comparisons: Comparisons): Catalogue {
  const types = [...new Set([...Object.keys(sources), ...Object.keys(attributes)])];
  return {
    sources: Object.fromEntries(types.map(type => [type, own(sources, type) || sourceTitle(type)])),
    attributes: mapRows(attributes, attribute => readAttribute(attribute, types)),
    comparisons: mapRows(comparisons, each => ({ ...each, title: each.title || methodTitle(each.method) })),
  };
}

function readAttribute({ name, title, type, relation, values }: AttributeData, types: string[]): Attribute {
  return {
    ...{ name, title: title || attributeTitle(name), type, values: values ?? [] },
    relation: type === 'hasOne' ? sourceNamed(relation ?? '', types) : null,
  };
}

/** `user`, `User`, `App\User` and `App\Models\User` are the same source; null where it is none of them. */
function sourceNamed(relation: string, types: string[]): string | null {
  const name = (relation.split(/[\\/.]/).at(-1) ?? '').toLowerCase();
  return types.find(type => type === relation) ?? types.find(type => type.toLowerCase() === name) ?? null;
}

function mapRows<Row, Read>(map: Record<string, Row[]>, read: (row: Row) => Read): Record<string, Read[]> {
  return Object.fromEntries(Object.entries(map).map(([type, rows]) => [type, rows.map(read)]));
}

/** Types are named from outside: `constructor` is none. */
function own<Value>(record: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
