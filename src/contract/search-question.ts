/** What questions of searched lists are made of, as an address says it. */
import * as v from 'valibot';
import { atMost } from './wire.ts';

/** Code points of a search that our server takes at most. */
export const SEARCH_MAX = 100;

/** What is looked for; absent or '' finds everything. */
export const SearchText = v.optional(v.pipe(v.string(), atMost(SEARCH_MAX)), '');

/** A word of a list; anything else is the first. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return v.fallback(v.picklist(words), words[0] as Words[number]);
}
