import { makeTest } from '#domain/policy/evaluation/compare.ts';
import type { Fact } from '#domain/policy/facts.ts';
import type { CompareValue } from '#domain/policy/policy.ts';

/** Comparison type, method, value, and what is said of which fact. */
export type SaidOf = [string, string, CompareValue, [Fact, string][]];

/** What a comparison says of a fact, or the name of what is wrong with either. */
export function saidOf(type: string, method: string, value: CompareValue, fact: Fact): string {
  const test = makeTest(type, method, value);
  if ('defect' in test) return test.defect;
  const { answer, reason } = test.ask(fact);
  return reason ?? answer;
}
