import { RE2JS } from 're2js';
import { type ConditionNode, type Policy, rootsOf } from '../policy.ts';
import type { Defect } from './trace.ts';

/** How many characters a pattern may have. */
const PATTERN_MAX = 1000;

/** How many characters all patterns of a policy may have: compiling takes time, up to 0.25 ms for three. */
const PATTERNS_MAX = 4000;

/** The limit of one search: instructions of the compiled pattern times characters of the text. */
const SEARCH_MAX = 100_000;
const CACHED_MAX = 100;

type Compiled = { readonly pattern: RE2JS } | { readonly defect: Defect };

/** The same patterns are evaluated again and again; a compiled pattern never changes. */
const cache = new Map<string, Compiled>();

/** What is wrong with a pattern, or null. RE2 itself refuses what would grow beyond about 1,000 instructions a level. */
export function patternDefect(text: string): Defect | null {
  const compiled = compile(text);
  return 'defect' in compiled ? compiled.defect : null;
}

/** Whether the pattern is found somewhere in a text; null where the search would be too much work. */
export function findsPattern(patternText: string, text: string): boolean | null {
  const compiled = compile(patternText);
  if ('defect' in compiled) return null;
  const { pattern } = compiled;
  return pattern.programSize() * (text.length + 1) > SEARCH_MAX ? null : pattern.matcher(text).find();
}

function compile(text: string): Compiled {
  const known = cache.get(text);
  if (known) return known;
  if (cache.size >= CACHED_MAX) cache.clear();
  const compiled = compileUncached(text);
  cache.set(text, compiled);
  return compiled;
}

function compileUncached(text: string): Compiled {
  if (text.length > PATTERN_MAX) return { defect: 'patternTooLong' };
  try {
    return { pattern: RE2JS.compile(text) };
  } catch {
    return { defect: 'badPattern' };
  }
}

/** Whether the patterns of a policy are too long in total; none of them is evaluated then. */
export function hasTooManyPatterns(policy: Policy): boolean {
  return rootsOf(policy).reduce((sum, root) => sum + patternsIn(root), 0) > PATTERNS_MAX;
}

function patternsIn({ comparisonMethod, compareValue, children, relatedModel }: ConditionNode): number {
  const own = comparisonMethod === 'regexp' ? String(compareValue ?? '').length : 0;
  return [...children, ...relatedModel].reduce((sum, node) => sum + patternsIn(node), own);
}
