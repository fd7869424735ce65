/** An object from outside, of which nothing is known. */
export type Raw = { readonly [field: string]: unknown };

/** Whether it has fields: an object that is no list. */
export function isRecord(raw: unknown): raw is Raw {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** An own property; an inherited one, e.g. `constructor`, does not count. */
export function fieldOf(raw: Raw, field: string): unknown {
  return Object.hasOwn(raw, field) ? raw[field] : undefined;
}
