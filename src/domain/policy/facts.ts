import type { Scalar } from './policy.ts';

/**
 * The known attributes of a thing. Dates and times are wall clock of the firm (`2026-11-20 14:05:00`), money
 * is roubles. null = known to be empty; an attribute that is absent is not known.
 */
export type Entity = { readonly [attribute: string]: Fact | undefined };
export type Fact = Scalar | null | readonly Scalar[] | Entity;

/**
 * The input of a decision: data-source type → the thing that it is about. Absent types are not in question.
 */
export type Facts = { readonly [source: string]: Entity | undefined };

/** Whether a fact is a thing with attributes of its own. */
export function isEntity(fact: Fact | undefined): fact is Entity {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}
