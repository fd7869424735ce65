/** Two versions that came from one. */
export type Versions<Value> = { from: Value; mine: Value; theirs: Value };

/** `conflicts`: what the other version says of the fields that both changed differently; with any, `value` is mine. */
export type Reconciled<Value> = { value: Value; conflicts: Readonly<Record<string, unknown>> };

/** [S32] Field by field: what mine changed, over what theirs says. A list is a set: both may add and remove. */
export function reconcile<Value extends object>({ from, mine, theirs }: Versions<Value>): Reconciled<Value> {
  const value = { ...mine };
  const conflicts: Record<string, unknown> = {};
  for (const name of Object.keys(mine) as (keyof Value & string)[]) {
    const [was, own, other] = [from[name], mine[name], theirs[name]];
    if (isSame(other, was) || isSame(other, own)) continue;
    const both = isSame(own, was) ? other : mergeLists(was, own, other);
    if (both === null) conflicts[name] = other;
    else value[name] = both as typeof own; // a list of what stood in both
  }
  return Object.keys(conflicts).length > 0 ? { value: mine, conflicts } : { value, conflicts };
}

/** Null where one has to choose: these are no lists, or nothing would be left of both. */
function mergeLists(was: unknown, own: unknown, other: unknown): unknown[] | null {
  if (!Array.isArray(was) || !Array.isArray(own) || !Array.isArray(other)) return null;
  const kept = other.filter(item => own.includes(item) || !was.includes(item));
  const added = own.filter(item => !was.includes(item) && !kept.includes(item));
  const merged = [...kept, ...added];
  return merged.length > 0 || own.length === 0 || other.length === 0 ? merged : null;
}

/** Servers trim, line ends come in either spelling, and the order of a list says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other);
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim();
  return JSON.stringify(Array.isArray(value) ? [...new Set(value)].sort() : value) ?? '';
}
