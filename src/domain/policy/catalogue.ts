/** The server's lists for conditions: data sources, their attributes, and the methods that compare them. */

type AttributeValue = { readonly id: string; readonly name: string };

export type Attribute = {
  readonly name: string;
  /** For people; the name where the server has no title. */
  readonly title: string;
  /** string, number, datetime, list, bool, object or hasOne; another server may have more. */
  readonly type: string;
  /** The data-source type of the related thing; for hasOne alone, null where it is not known. */
  readonly relation: string | null;
  /** What a list attribute can be. */
  readonly values: readonly AttributeValue[];
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
  return own(catalogue.attributes, type)?.find(attribute => attribute.name === name);
}

export function methodOf(catalogue: Catalogue, comparisonType: string | null, method: string | null) {
  return own(catalogue.comparisons, comparisonType)?.find(each => each.method === method);
}

/** Whether a compare value is asked for: a method is chosen that takes one, and the type is not object (SPEC §4). */
export function takesValue(comparisonType: string | null, method: string | null): boolean {
  const isThing = comparisonType === 'object' || comparisonType === 'hasOne';
  return method !== null && !isThing && !WITHOUT_VALUE.includes(method);
}

/** Names come from outside: `constructor` is no data source. */
function own<Value>(record: Readonly<Record<string, Value>>, key: string | null): Value | undefined {
  return key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
}
