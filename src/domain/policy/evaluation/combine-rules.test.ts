import { describe, expect, test } from 'vitest';
import { EFFECTS, RULE_COMBINES, type RuleCombine } from '#contract/policies.ts';
import { combinePolicies, combineRules } from './combine-rules.ts';
import type { Answer, PolicyTrace, RuleTrace, Trace } from './trace.ts';

type RuleAnswer = Pick<RuleTrace, 'effect' | 'answer'>;

const ANSWERS: readonly Answer[] = ['true', 'false', 'unknown', 'error'];
const ONE: readonly RuleAnswer[] = EFFECTS.flatMap(effect => ANSWERS.map(answer => ({ effect, answer })));
/** Every set of up to three rules, in every order: 585 of them. */
const SETS: readonly (readonly RuleAnswer[])[] = [
  [],
  ...ONE.map(a => [a]),
  ...ONE.flatMap(a => ONE.map(b => [a, b])),
  ...ONE.flatMap(a => ONE.flatMap(b => ONE.map(c => [a, b, c]))),
];

const textOf = (rules: readonly RuleAnswer[]) => rules.map(({ effect, answer }) => `${effect} ${answer}`);

/** The definitions once more, over words. */
const ALLOWS: Record<RuleCombine, (words: string[]) => boolean> = {
  allowIfAllAllowed: words =>
    words.includes('allow true') &&
    !words.includes('allow false') &&
    !words.includes('allow unknown') &&
    !words.includes('deny true'),
  allowIfOneAllowed: words => words.includes('allow true'),
  allowIfNotDenied: words => !words.includes('deny true'),
};

describe.each(RULE_COMBINES)('%s', combine => {
  test('allows exactly the rule sets of its definition, and none with an error', () => {
    for (const rules of SETS) {
      const hasError = textOf(rules).some(words => words.endsWith('error'));
      const expected = !hasError && ALLOWS[combine](textOf(rules)) ? 'allow' : 'deny';
      expect(combineRules(combine, 'true', rules).decision, textOf(rules).join(', ')).toBe(expected);
    }
  });

  test('does not depend on the order of rules', () => {
    for (const rules of SETS) {
      expect(combineRules(combine, 'true', rules.toReversed())).toEqual(combineRules(combine, 'true', rules));
    }
  });

  test('says nothing where its target is not true, and denies where the target is in error', () => {
    for (const rules of SETS) {
      for (const target of ['false', 'unknown'] as const) {
        const silent = { decision: 'notApplicable', reason: 'targetNotTrue' };
        expect(combineRules(combine, target, rules)).toEqual(silent);
      }
      expect(combineRules(combine, 'error', rules)).toEqual({ decision: 'deny', reason: 'error' });
    }
  });
});

test.each([
  ['allowIfAllAllowed', [], 'deny', 'noAllowRule'],
  ['allowIfAllAllowed', ['allow true'], 'allow', 'allAllowed'],
  ['allowIfAllAllowed', ['allow true', 'allow unknown'], 'deny', 'notAllAllowed'],
  ['allowIfAllAllowed', ['allow true', 'deny true'], 'deny', 'denied'],
  ['allowIfAllAllowed', ['allow true', 'deny unknown'], 'allow', 'allAllowed'],
  ['allowIfAllAllowed', ['deny false'], 'deny', 'noAllowRule'],
  ['allowIfOneAllowed', [], 'deny', 'noAllowRule'],
  ['allowIfOneAllowed', ['allow false', 'allow true'], 'allow', 'oneAllowed'],
  ['allowIfOneAllowed', ['allow true', 'deny true'], 'allow', 'oneAllowed'],
  ['allowIfOneAllowed', ['allow unknown'], 'deny', 'noneAllowed'],
  ['allowIfNotDenied', [], 'allow', 'notDenied'],
  ['allowIfNotDenied', ['deny false', 'allow false'], 'allow', 'notDenied'],
  ['allowIfNotDenied', ['deny true', 'allow true'], 'deny', 'denied'],
  ['allowIfNotDenied', ['deny unknown'], 'allow', 'notDenied'],
  ['allowIfNotDenied', ['deny false', 'allow error'], 'deny', 'error'],
] as const)('%s of %j is %s: %s', (combine, words, decision, reason) => {
  const rules = ONE.filter(rule => words.some(each => each === textOf([rule])[0]));
  expect(rules).toHaveLength(words.length);
  expect(combineRules(combine, 'true', rules)).toEqual({ decision, reason });
});

describe('several policies', () => {
  const nothing: Trace = { answer: 'true', reason: null, found: undefined, children: [], related: [] };
  const KINDS = [
    { decision: 'allow', reason: 'notDenied' },
    { decision: 'deny', reason: 'denied' },
    { decision: 'deny', reason: 'error' },
    { decision: 'notApplicable', reason: 'targetNotTrue' },
  ] as const;
  const policies = (kinds: readonly (typeof KINDS)[number][]): PolicyTrace[] =>
    kinds.map((kind, index) => ({ policyId: index + 1, ...kind, target: nothing, rules: [] }));
  const [allow, deny, error, silent] = KINDS;

  test.each([
    ['none', [], 'deny', 'noPolicyApplies', null],
    ['none that applies', [silent, silent], 'deny', 'noPolicyApplies', null],
    ['one that allows', [silent, allow, allow], 'allow', 'policyAllows', 2],
    ['one that denies', [allow, deny, deny], 'deny', 'policyDenies', 2],
    ['one in error', [allow, deny, error], 'deny', 'error', 3],
  ] as const)('%s decides, and is told with its reason', (_name, kinds, decision, reason, policyId) => {
    expect(combinePolicies(policies(kinds))).toMatchObject({ decision, reason, policyId });
  });

  test('allow needs a policy that allows and none that denies, in any order', () => {
    for (const kinds of KINDS.flatMap(a => KINDS.flatMap(b => KINDS.map(c => [a, b, c])))) {
      const words: string[] = kinds.map(({ decision }) => decision);
      const allows = words.includes('allow') && !words.includes('deny');
      const traces = policies(kinds);
      expect(combinePolicies(traces).decision).toBe(allows ? 'allow' : 'deny');
      const { decision, reason, policyId } = combinePolicies(traces);
      expect(combinePolicies(traces.toReversed())).toMatchObject({ decision, reason, policyId });
    }
  });
});
