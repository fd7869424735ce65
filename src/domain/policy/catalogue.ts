/** The server's lists for conditions: data sources, their attributes, and the methods that compare them. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listAttributes, listComparisons, listSources } from '#contract/policies.ts';
import { ownValue } from '#kit/own-value.ts';
import type { ConditionNode } from './policy.ts';
import { attributeTitle, methodTitle, sourceTitle } from './titles.ts';

export type Attribute = {
  readonly name: string;
  /** For people; the name where the server has no title. */
  readonly title: string;
  /** string, number, datetime, list, bool, object or hasOne; another server may have more. */
  readonly type: string;
  /** The data-source type of the related thing; for hasOne alone, null where it is not known. */
  readonly relation: string | null;
  /** What a list attribute can be. */
  readonly values: readonly { readonly id: string; readonly name: string }[];
};

export type Method = { readonly method: string; readonly title: string; readonly multiple: boolean };

export type Catalogue = {
  /** Data-source type → title. */
  readonly sources: Readonly<Record<string, string>>;
  /** Data-source type → its attributes. */
  readonly attributes: Readonly<Record<string, readonly Attribute[]>>;
  /** Attribute type → the methods that compare it. */
  readonly comparisons: Readonly<Record<string, readonly Method[]>>;
};

/** The three lists of a server as one catalogue: titles filled in, relations as types of the catalogue. */
export function catalogueOf(
  sources: ReplyOf<typeof listSources>,
  attributes: ReplyOf<typeof listAttributes>,
  comparisons: ReplyOf<typeof listComparisons>,
): Catalogue {
  const types = [...new Set([...Object.keys(sources), ...Object.keys(attributes)])];
  const titles = Object.fromEntries(types.map(type => [type, ownValue(sources, type) || sourceTitle(type)]));
  return {
    sources: titles,
    attributes: mapRows(attributes, ({ name, title, type, relation, values = [] }) => ({
      name,
      title: title || attributeTitle(name),
      type,
      relation: type === 'hasOne' && relation ? sourceNamed(titles, relation) : null,
      values,
    })),
    comparisons: mapRows(comparisons, each => ({ ...each, title: each.title || methodTitle(each.method) })),
  };
}

function mapRows<Row, Read>(map: Record<string, Row[]>, read: (row: Row) => Read): Record<string, Read[]> {
  return Object.fromEntries(Object.entries(map).map(([type, rows]) => [type, rows.map(read)]));
}

/** Methods that take no value. */
export const WITHOUT_VALUE: readonly string[] = [
  'isTrue',
  'isFalse',
  'isNull',
  'isNotNull',
  'exists',
  'notExists',
];

export function attributeOf(catalogue: Catalogue, type: string | null, name: string | null) {
  return ownValue(catalogue.attributes, type)?.find(attribute => attribute.name === name);
}

export function methodOf(catalogue: Catalogue, comparisonType: string | null, method: string | null) {
  return ownValue(catalogue.comparisons, comparisonType)?.find(each => each.method === method);
}

/** Whether a compare value is asked for: a method is chosen that takes one, and the type is not object (SPEC §4). */
export function takesValue(comparisonType: string | null, method: string | null): boolean {
  const isThing = comparisonType === 'object' || comparisonType === 'hasOne';
  return method !== null && !isThing && !WITHOUT_VALUE.includes(method);
}

/** Whether conditions can be made on this type of data source. */
export function isSource({ sources }: Catalogue, type: string): boolean {
  return Object.hasOwn(sources, type);
}

/** The data source of the thing that a hasOne attribute leads to; null where it is not known, and any may be chosen then. */
export function relatedType(
  catalogue: Catalogue,
  { type, attribute }: Pick<ConditionNode, 'type' | 'attribute'>,
): string | null {
  const relation = attributeOf(catalogue, type, attribute)?.relation;
  return relation ? sourceNamed(catalogue.sources, relation) : null;
}

/** A relation may be the name of a class (`App\User`), of which the last word counts. */
function sourceNamed(sources: Catalogue['sources'], relation: string): string | null {
  if (Object.hasOwn(sources, relation)) return relation;
  const lastWord = /[^\\/.:]*$/.exec(relation.toLowerCase())?.[0];
  return Object.keys(sources).find(source => source.toLowerCase() === lastWord) ?? null;
}

/** The type by which a node compares: its own, or its attribute's where another editor left that out. */
export function attributeTypeOf(
  node: Pick<ConditionNode, 'type' | 'attribute' | 'comparisonType'>,
  catalogue: Catalogue,
): string | null {
  return node.comparisonType ?? attributeOf(catalogue, node.type, node.attribute)?.type ?? null;
}
