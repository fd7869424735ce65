/** A record's own value under a name from outside; undefined for `constructor` and its like. */
export function ownValue<Value>(
  record: { readonly [name: string]: Value },
  name: string | null,
): Value | undefined {
  return name !== null && Object.hasOwn(record, name) ? record[name] : undefined;
}
