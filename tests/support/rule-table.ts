import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Rule } from '#validation/rule.ts';

/** What a rule takes and what it refuses; the key says the rule with its parameters. */
type RuleTable = Record<string, [rule: Rule<unknown>, passes: unknown[], refuses: unknown[]]>;

/** Nothing given: every rule but `required` takes it. */
const EMPTY = [undefined, null, '', []];

/** Texts written on one line. */
export const texts = (line: string) => line.split(' | ');

const LEAST_CASES = 10;

/** Whether a value alone passes a rule. */
export function takes(rule: Rule<unknown>, value: unknown): boolean {
  return v.is(v.pipe(v.any(), rule), value);
}

/** One test for every value of the table, and for nothing given. */
export function checkRules(table: RuleTable, empty: 'taken' | 'refused' = 'taken'): void {
  for (const [name, [rule, taken, refused]] of Object.entries(table)) {
    const passes = empty === 'taken' ? [...EMPTY, ...taken] : taken;
    const refuses = empty === 'refused' ? [...EMPTY, ...refused] : refused;
    it(`${name} has ${LEAST_CASES} cases or more, of both kinds`, () => {
      expect(passes.length + refuses.length).toBeGreaterThanOrEqual(LEAST_CASES);
      expect(Math.min(passes.length, refuses.length)).toBeGreaterThan(0);
    });
    it.each(passes.map(value => [show(value), value]))(`${name} takes %s`, (_, value) => {
      expect(takes(rule, value)).toBe(true);
    });
    it.each(refuses.map(value => [show(value), value]))(`${name} refuses %s`, (_, value) => {
      expect(takes(rule, value)).toBe(false);
    });
  }
}

function show(value: unknown): string {
  if (value instanceof File) return `${value.name} (${value.type}, ${value.size})`;
  return typeof value === 'string' || Array.isArray(value) ? `"${value}"` : String(value);
}
