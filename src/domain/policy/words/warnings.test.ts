import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULE_COMBINES, type RuleCombine } from '#contract/policies.ts';
import {
  anyFacts,
  anyNode,
  anyPolicy,
  anyWildFacts,
  group,
  leaf,
  sampleCatalogue,
} from '#tests/support/policies.ts';
import { evaluatePolicy } from '../evaluation/evaluate.ts';
import type { Facts } from '../facts.ts';
import { nodeAt, pathKey } from '../node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, type Policy, type Rule } from '../policy.ts';
import { type Warning, warningWords } from './warning.ts';
import { warningsOf } from './warnings.ts';

const always = emptyNode('allOf');
const never = emptyNode('anyOf');
const isAdmin = leaf('user', 'role', 'equal', 'admin');
const isDear = leaf('request', 'tofirm', 'greater', '1000');
const broken = leaf('user', 'email', 'regexp', '(');
const rule = (id: number, effect: Rule['effect'], condition: ConditionNode): Rule => ({
  id,
  name: `rule ${id}`,
  effect,
  condition,
});

function warningNames(ruleCombine: RuleCombine, target: ConditionNode, ...rules: Rule[]): string[] {
  const warnings = warningsOf({ ...newPolicy([]), ruleCombine, target, rules }, sampleCatalogue);
  return warnings.map(({ name, path }) => (path ? `${pathKey(path)} ${name}` : name));
}

/** The warnings about a node in a target, without those about the policy. */
function nodeWarningNames(node: ConditionNode): string[] {
  return warningNames('allowIfOneAllowed', node, rule(1, 'allow', isAdmin)).filter(words =>
    words.includes(' '),
  );
}

describe('a policy', () => {
  test('with nothing odd in it is told nothing', () => {
    expect(warningNames('allowIfOneAllowed', isDear, rule(1, 'allow', isAdmin))).toEqual([]);
    expect(warningNames('allowIfNotDenied', always, rule(1, 'deny', isAdmin))).toEqual([]);
    expect(
      warningNames('allowIfAllAllowed', isDear, rule(1, 'allow', isAdmin), rule(2, 'deny', isDear)),
    ).toEqual([]);
  });

  test.each([
    ['allowIfAllAllowed', ['deniesEverything', 'noRules']],
    ['allowIfOneAllowed', ['deniesEverything', 'noRules']],
    ['allowIfNotDenied', ['allowsEverything', 'noRules']],
  ] as const)('without rules under %s: %s', (combine, names) => {
    expect(warningNames(combine, isDear)).toEqual(names);
  });

  test('whose target can never be true never applies', () => {
    const allow = rule(1, 'allow', isAdmin);
    expect(warningNames('allowIfOneAllowed', group('allOf', never, isDear), allow)).toEqual([
      ...['neverApplies', 'target/c0 emptyGroup'],
    ]);
    expect(warningNames('allowIfOneAllowed', emptyNode(null), allow)).toEqual([
      'neverApplies',
      'target typeMissing',
    ]);
  });

  test('whose target can never be asked denies everything there is', () => {
    expect(warningNames('allowIfOneAllowed', broken, rule(1, 'allow', isAdmin))).toEqual([
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
    expect(warningNames(combine, always, rule(1, effect, condition), ...rules)).toContain('deniesEverything');
  });

  test.each([
    ['allowIfOneAllowed', [rule(1, 'allow', isAdmin), rule(2, 'allow', always)]],
    ['allowIfAllAllowed', [rule(1, 'allow', always), rule(2, 'deny', never)]],
    ['allowIfNotDenied', [rule(1, 'deny', never), rule(2, 'allow', isAdmin)]],
  ] as const)('under %s allows everything', (combine, rules) => {
    expect(warningNames(combine, isDear, ...rules)).toContain('allowsEverything');
  });
});

describe('a rule', () => {
  test('that never or always holds is told so', () => {
    const rules = [rule(1, 'allow', never), rule(2, 'allow', always), rule(3, 'allow', isAdmin)];
    expect(warningNames('allowIfAllAllowed', isDear, ...rules)).toEqual([
      ...['deniesEverything', '1 ruleNeverHolds', '1 emptyGroup', '2 ruleAlwaysHolds'],
    ]);
  });

  test('has no effect where the combination does not ask for it', () => {
    const rules = [rule(1, 'allow', isAdmin), rule(2, 'deny', isAdmin)];
    expect(warningNames('allowIfOneAllowed', isDear, ...rules)).toEqual(['2 ruleWithoutEffect']);
    expect(warningNames('allowIfNotDenied', isDear, ...rules)).toEqual(['1 ruleWithoutEffect']);
    expect(warningNames('allowIfAllAllowed', isDear, ...rules)).toEqual([]);
  });

  test('with the name of another one is told from it', () => {
    const rules = [rule(1, 'allow', isAdmin), { ...rule(2, 'allow', isDear), name: 'rule 1' }];
    expect(warningNames('allowIfOneAllowed', isDear, ...rules)).toEqual(['2 sameRuleNames']);
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
    expect(nodeWarningNames(node)).toEqual([`target ${name}`]);
    expect(nodeWarningNames(group('anyOf', isDear, node))).toEqual([`target/c1 ${name}`]);
  });

  test('between two times of the day may pass midnight', () => {
    expect(nodeWarningNames(leaf('request', 'created_at', 'between', ['22:00', '06:00']))).toEqual([]);
  });

  test('is found in related nodes, with the rule it stands in', () => {
    const promoter = { ...leaf('request', 'promoter', 'exists'), relatedModel: [emptyNode('user')] };
    const rules = [rule(4, 'allow', group('allOf', isAdmin, promoter))];
    const [inGroup, inRelated] = [
      { list: 'children', index: 1 },
      { list: 'relatedModel', index: 0 },
    ];
    expect(warningsOf({ ...newPolicy([]), target: isDear, rules }, sampleCatalogue)).toContainEqual({
      name: 'attributeMissing',
      path: { tree: 4, steps: [inGroup, inRelated] },
      ruleId: 4,
      detail: null,
    });
  });

  test('of a pattern too many is told so', () => {
    const pattern = leaf('user', 'email', 'regexp', 'a'.repeat(999));
    expect(nodeWarningNames(group('anyOf', ...Array(4).fill(pattern)))).toEqual([]);
    expect(nodeWarningNames(group('anyOf', ...Array(5).fill(pattern)))).toHaveLength(5);
  });
});

test('every warning has its words, with what it is about', () => {
  const about = (name: Warning['name'], detail: string | null) =>
    warningWords({ name, detail, path: null, ruleId: null });
  expect(about('unknownValue', 'king')).toBe('Такого значения нет в списке: «king»');
  expect(about('neverApplies', null)).toBe('Политика никогда не применяется: Target не может выполниться');
  expect(about('unknownType', 'я'.repeat(500)).length).toBeLessThan(100);
});

describe('nodes that must all hold', () => {
  type Value = ConditionNode['compareValue'];
  const number = (method: string, value: Value) => leaf('request', 'tofirm', method, value);
  const date = (method: string, value: Value) => leaf('request', 'created_at', method, value);
  const text = (method: string, value: Value) => leaf('user', 'email', method, value);
  const role = (method: string, value: Value) => leaf('user', 'role', method, value);

  test.each(
    named([
      [text('equal', 'a'), text('equal', 'b')],
      [text('equal', 'a'), text('notEqual', 'a')],
      [text('equal', 'a'), text('contains', 'b')],
      [number('equal', '5'), number('equal', '6')],
      [number('greater', '5'), number('less', '5')],
      [number('greater', '5'), number('lessOrEqual', '5')],
      [number('between', ['1', '2']), number('between', ['3', '4'])],
      [date('before', '2026-11-20'), date('after', '2026-11-20')],
      [date('after', '12:00'), date('before', '12:00')],
      [date('between', ['22:00', '02:00']), date('between', ['09:00', '10:00'])],
      [role('equal', 'admin'), role('notEqual', 'admin')],
      [role('in', ['admin']), role('notIn', ['admin', 'promoter'])],
      [leaf('request', 'paid', 'isTrue'), leaf('request', 'paid', 'isFalse')],
      [leaf('user', 'firm', 'isNull'), leaf('user', 'firm', 'same')],
    ]),
  )('contradict each other: %s', (_name, one, other) => {
    expect(nodeWarningNames(group('allOf', one, other))).toEqual(['target contradiction']);
    expect(nodeWarningNames(group('allOf', one, group('allOf', other, isAdmin)))).toEqual([
      'target contradiction',
    ]);
    expect(nodeWarningNames(group('anyOf', one, other))).toEqual([]);
  });

  test.each(
    named([
      [role('equal', 'admin'), role('equal', 'promoter')],
      [role('in', ['admin', 'promoter']), role('notIn', ['admin'])],
      [number('equal', '5'), number('equal', '5.0')],
      [number('greater', '5'), number('less', '5.01')],
      [number('greaterOrEqual', '5'), number('lessOrEqual', '5')],
      [text('startsWith', 'a'), text('contains', 'b')],
      [date('after', '2026-11-20'), date('before', '09:00')],
      [date('after', '2026-11-20'), date('before', '2026-11-21 00:00:01')],
      [date('between', ['22:00', '06:00']), date('before', '05:00')],
      [text('equal', 'a'), leaf('contact', 'first_name', 'equal', 'b')],
    ]),
  )('need not contradict each other: %s', (_name, one, other) => {
    expect(nodeWarningNames(group('allOf', one, other))).toEqual([]);
  });

  function named(pairs: readonly [ConditionNode, ConditionNode][]) {
    const words = ({ attribute, comparisonMethod, compareValue }: ConditionNode) =>
      [attribute, comparisonMethod, compareValue].join(' ');
    return pairs.map(([one, other]) => [`${words(one)}, ${words(other)}`, one, other] as const);
  }

  test('contradict each other in a related thing too', () => {
    const relatedModel = [text('equal', 'a'), text('equal', 'b')];
    const promoter = { ...leaf('request', 'promoter', 'exists'), relatedModel };
    expect(nodeWarningNames(promoter)).toEqual(['target contradiction']);
    const isA = { ...promoter, relatedModel: [text('equal', 'a')] };
    expect(nodeWarningNames(group('allOf', text('equal', 'c'), isA))).toEqual([]);
  });
});

describe('what is said of a policy is so', () => {
  const SUMS = ['0', '7', '-3'];
  const MOMENTS = ['2026-11-20', '2026-11-20 14:05', '09:00', '23:45'];
  /** Several comparisons of one attribute, close to each other. */
  const tight = fc
    .constantFrom(
      ...['greater', 'less', 'equal', 'notEqual', 'lessOrEqual'].map(method => ({
        of: 'tofirm',
        method,
        values: SUMS,
      })),
      ...['before', 'after'].map(method => ({ of: 'created_at', method, values: MOMENTS })),
      ...['equal', 'notEqual'].map(method => ({ of: 'type', method, values: ['basa', 'point'] })),
      ...['isTrue', 'isFalse'].map(method => ({ of: 'paid', method, values: [null] })),
    )
    .chain(({ of, method, values }) =>
      fc.constantFrom(...values).map(value => leaf('request', of, method, value)),
    );
  const node = fc.oneof(
    anyNode(),
    fc.array(tight, { minLength: 1, maxLength: 4 }).map(children => group('allOf', ...children)),
    fc.constantFrom(always, never, broken),
  );
  const policy = fc
    .tuple(anyPolicy(), fc.option(node), fc.array(node, { maxLength: 4 }), fc.constantFrom(...RULE_COMBINES))
    .map(
      ([any, target, conditions, ruleCombine]): Policy => ({
        ...any,
        ruleCombine,
        target: target ?? always,
        // Rules beyond the drawn conditions keep what they were drawn with.
        rules: any.rules.map((each, index) => ({ ...each, condition: conditions[index] ?? each.condition })),
      }),
    );

  const proofs: Partial<
    Record<Warning['name'], (policy: Policy, facts: Facts, warning: Warning) => boolean>
  > = {
    targetBroken: (policy, facts) => decided(policy, facts).reason === 'error',
    neverApplies: (policy, facts) => decided(policy, facts).target.answer !== 'true',
    deniesEverything: (policy, facts) => decided(policy, facts).decision !== 'allow',
    allowsEverything: (policy, facts) => {
      const { decision, reason } = decided(policy, facts);
      return decision !== 'deny' || reason === 'error';
    },
    ruleNeverHolds: (policy, facts, { ruleId }) => answerOf(policy, facts, ruleId) !== 'true',
    ruleAlwaysHolds: (policy, facts, { ruleId }) =>
      ['true', 'error'].includes(answerOf(policy, facts, ruleId) ?? ''),
    ruleWithoutEffect: (policy, facts, { ruleId }) => {
      const without = { ...policy, rules: policy.rules.filter(({ id }) => id !== ruleId) };
      const { decision, reason } = decided(policy, facts);
      return reason === 'error' || decided(without, facts).decision === decision;
    },
    contradiction: (policy, facts, { path }) => {
      const at = path ? nodeAt(policy, path) : undefined;
      const asked = at?.comparisonType === 'hasOne' ? { ...at, comparisonMethod: 'exists' } : at;
      return asked !== undefined && decided({ ...policy, target: asked }, facts).target.answer !== 'true';
    },
  };

  test('for any facts: each claim is met, and none is broken', () => {
    const met = new Map<string, number>();
    const given = fc.oneof({ weight: 5, arbitrary: anyFacts() }, anyWildFacts());
    const facts = fc.tuple(given, given, given, given);
    fc.assert(
      fc.property(policy, facts, (each, all) => {
        for (const warning of warningsOf(each, sampleCatalogue)) {
          const proof = proofs[warning.name];
          if (!proof) continue;
          met.set(warning.name, (met.get(warning.name) ?? 0) + 1);
          for (const one of all) expect(proof(each, one, warning), warning.name).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect([...met.keys()].sort()).toEqual(Object.keys(proofs).sort());
  }, 30_000);

  function decided(policy: Policy, facts: Facts) {
    return evaluatePolicy(policy, facts, sampleCatalogue);
  }

  function answerOf(policy: Policy, facts: Facts, ruleId: number | null) {
    return decided(policy, facts).rules.find(({ id }) => id === ruleId)?.answer;
  }
});
