/** A value for each of these names. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  const made: Partial<Record<Name, Value>> = {};
  for (const name of names) made[name] = make(name);
  return made as Record<Name, Value>; // it has all of their names now
}
