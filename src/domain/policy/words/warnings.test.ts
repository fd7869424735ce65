import { describe, expect, test } from 'vitest';
import type { RuleCombine } from '#contract/policies.ts';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { group, leaf } from '#tests/support/policy-nodes.ts';
import { pathKey } from '../node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, type Rule } from '../policy.ts';
import { warningWords } from './warning-words.ts';
import { type Warning, warningsOf } from './warnings.ts';

const always = emptyNode('allOf');
const never = emptyNode('anyOf');
const isAdmin = leaf('user', 'role', 'equal', 'admin');
const isDear = leaf('request', 'tofirm', 'greater', '1000');
const broken = leaf('user', 'email', 'regexp', '(');
const rule = (id: number, effect: Rule['effect'], condition: ConditionNode): Rule => ({
  ...{ id, name: `rule ${id}`, effect, condition },
});

function said(ruleCombine: RuleCombine, target: ConditionNode, ...rules: Rule[]): string[] {
  return warningsOf({ ...newPolicy([]), ruleCombine, target, rules }, sampleCatalogue).map(
    ({ name, path }) => (path ? `${pathKey(path)} ${name}` : name),
  );
}

/** What is said of a node in a target, beside the policy's own warnings. */
function saidOfNode(node: ConditionNode): string[] {
  const allow = rule(1, 'allow', isAdmin);
  const said = warningsOf({ ...newPolicy([]), target: node, rules: [allow] }, sampleCatalogue);
  return said.filter(({ path }) => path).map(({ name, path }) => `${path ? pathKey(path) : ''} ${name}`);
}

describe('a policy', () => {
  test('with nothing odd in it is told nothing', () => {
    expect(said('allowIfOneAllowed', isDear, rule(1, 'allow', isAdmin))).toEqual([]);
    expect(said('allowIfNotDenied', always, rule(1, 'deny', isAdmin))).toEqual([]);
    expect(said('allowIfAllAllowed', isDear, rule(1, 'allow', isAdmin), rule(2, 'deny', isDear))).toEqual([]);
  });

  test.each([
    ['allowIfAllAllowed', ['deniesEverything', 'noRules']],
    ['allowIfOneAllowed', ['deniesEverything', 'noRules']],
    ['allowIfNotDenied', ['allowsEverything', 'noRules']],
  ] as const)('without rules under %s: %s', (combine, names) => {
    expect(said(combine, isDear)).toEqual(names);
  });

  test('whose target can never be true never applies', () => {
    const allow = rule(1, 'allow', isAdmin);
    expect(said('allowIfOneAllowed', group('allOf', never, isDear), allow)).toEqual([
      ...['neverApplies', 'target/c0 emptyGroup'],
    ]);
    expect(said('allowIfOneAllowed', emptyNode(null), allow)).toEqual(['neverApplies', 'target typeMissing']);
  });

  test('whose target can never be asked denies everything there is', () => {
    expect(said('allowIfOneAllowed', broken, rule(1, 'allow', isAdmin))).toEqual([
      ...['targetBroken', 'target badPattern'],
    ]);
  });

  test.each([
    ['allowIfOneAllowed', 'allow', never],
    ['allowIfAllAllowed', 'allow', never],
    ['allowIfAllAllowed', 'deny', always],
    ['allowIfNotDenied', 'deny', always],
    ['allowIfNotDenied', 'deny', broken],
    ['allowIfOneAllowed', 'deny', broken],
  ] as const)('under %s with a rule that says %s denies everything', (combine, effect, condition) => {
    const other = rule(2, combine === 'allowIfNotDenied' ? 'deny' : 'allow', isAdmin);
    const rules = combine === 'allowIfOneAllowed' && effect === 'allow' ? [] : [other];
    expect(said(combine, always, rule(1, effect, condition), ...rules)).toContain('deniesEverything');
  });

  test.each([
    ['allowIfOneAllowed', [rule(1, 'allow', isAdmin), rule(2, 'allow', always)]],
    ['allowIfAllAllowed', [rule(1, 'allow', always), rule(2, 'deny', never)]],
    ['allowIfNotDenied', [rule(1, 'deny', never), rule(2, 'allow', isAdmin)]],
  ] as const)('under %s allows everything', (combine, rules) => {
    expect(said(combine, isDear, ...rules)).toContain('allowsEverything');
  });
});

describe('a rule', () => {
  test('that never or always holds is told so', () => {
    const rules = [rule(1, 'allow', never), rule(2, 'allow', always), rule(3, 'allow', isAdmin)];
    expect(said('allowIfAllAllowed', isDear, ...rules)).toEqual([
      ...['deniesEverything', '1 ruleNeverHolds', '1 emptyGroup', '2 ruleAlwaysHolds'],
    ]);
  });

  test('has no effect where the combination does not ask for it', () => {
    const rules = [rule(1, 'allow', isAdmin), rule(2, 'deny', isAdmin)];
    expect(said('allowIfOneAllowed', isDear, ...rules)).toEqual(['2 ruleWithoutEffect']);
    expect(said('allowIfNotDenied', isDear, ...rules)).toEqual(['1 ruleWithoutEffect']);
    expect(said('allowIfAllAllowed', isDear, ...rules)).toEqual([]);
  });

  test('with the name of another one is told from it', () => {
    const rules = [rule(1, 'allow', isAdmin), { ...rule(2, 'allow', isDear), name: 'rule 1' }];
    expect(said('allowIfOneAllowed', isDear, ...rules)).toEqual(['2 sameRuleNames']);
  });
});

describe('a node', () => {
  test.each<[string, ConditionNode]>([
    ['typeMissing', emptyNode(null)],
    ['attributeMissing', emptyNode('user')],
    ['methodMissing', leaf('user', 'role', null)],
    ['valueMissing', leaf('user', 'role', 'equal')],
    ['valueMissing', leaf('request', 'tofirm', 'between', ['1', ''])],
    ['unknownType', emptyNode('moon')],
    ['unknownType', emptyNode('constructor')],
    ['unknownAttribute', leaf('user', 'shoes', 'equal', 'a')],
    ['unknownMethod', leaf('user', 'role', 'resembles', 'admin')],
    ['unknownValue', leaf('user', 'role', 'in', ['admin', 'king'])],
    ['otherComparisonType', { ...isAdmin, comparisonType: 'string' }],
    ['badPattern', broken],
    ['patternTooLong', leaf('user', 'email', 'regexp', 'a'.repeat(1001))],
    ['notANumber', leaf('request', 'tofirm', 'less', '1 000')],
    ['notADate', leaf('request', 'created_at', 'before', '20.11.2026')],
    ['tooManyValues', leaf('request', 'tofirm', 'between', ['1', '2', '3'])],
    ['datesAndTimes', leaf('request', 'created_at', 'between', ['09:00', '2026-11-20'])],
    ['fromAfterTo', leaf('request', 'tofirm', 'between', ['2', '1'])],
    ['fromAfterTo', leaf('request', 'created_at', 'between', ['2026-11-21', '2026-11-20'])],
    ['emptyGroup', never],
  ])('%s', (name, node) => {
    expect(saidOfNode(node)).toEqual([`target ${name}`]);
    expect(saidOfNode(group('anyOf', isDear, node))).toEqual([`target/c1 ${name}`]);
  });

  test('between two times of the day may pass midnight', () => {
    expect(saidOfNode(leaf('request', 'created_at', 'between', ['22:00', '06:00']))).toEqual([]);
  });

  test('is found in related nodes, with the rule it stands in', () => {
    const promoter = { ...leaf('request', 'promoter', 'exists'), relatedModel: [emptyNode('user')] };
    const policy = {
      ...newPolicy([]),
      target: isDear,
      rules: [rule(4, 'allow', group('allOf', isAdmin, promoter))],
    };
    expect(warningsOf(policy, sampleCatalogue)).toContainEqual({
      name: 'attributeMissing',
      path: {
        tree: 4,
        steps: [
          { list: 'children', index: 1 },
          { list: 'relatedModel', index: 0 },
        ],
      },
      ruleId: 4,
      detail: null,
    });
  });

  test('of a pattern too many is told so', () => {
    const pattern = leaf('user', 'email', 'regexp', 'a'.repeat(999));
    expect(saidOfNode(group('anyOf', ...Array(4).fill(pattern)))).toEqual([]);
    expect(saidOfNode(group('anyOf', ...Array(5).fill(pattern)))).toHaveLength(5);
  });
});

test('every warning has its words, with what it is about', () => {
  const about = (name: Warning['name'], detail: string | null) =>
    warningWords({ name, detail, path: null, ruleId: null });
  expect(about('unknownValue', 'king')).toBe('Такого значения нет в списке: «king»');
  expect(about('neverApplies', null)).toBe('Политика никогда не применяется: Target не может выполниться');
  expect(about('unknownType', 'я'.repeat(500)).length).toBeLessThan(100);
});
