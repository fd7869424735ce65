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

/** The values of a fact: several of a list, none of a thing and of what is not known. */
export function scalarsOf(fact: Fact | undefined): readonly Scalar[] {
  if (fact === undefined || fact === null || isEntity(fact)) return [];
  return typeof fact === 'object' ? (fact as readonly Scalar[]) : [fact]; // what is no thing is a list
}

/** Whether a fact is a thing with attributes of its own. */
export function isEntity(fact: Fact | undefined): fact is Entity {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}
