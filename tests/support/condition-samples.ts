import { type ConditionNode, emptyNode, newPolicy, type Policy } from '#domain/policy/policy.ts';

/** A condition in one line. */
export function leaf(type: string, parts: Partial<ConditionNode> = {}): ConditionNode {
  return { ...emptyNode(type), ...parts };
}

/** A group in one line. */
export function group(type: 'allOf' | 'anyOf', ...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode(type), children };
}

/** A policy with this target and no rules. */
export function policyWith(target: ConditionNode): Policy {
  return { ...newPolicy([]), target };
}

/** A request's amount above a value. */
export function amount(value: string): ConditionNode {
  return leaf('request', {
    ...{ attribute: 'tofirm', comparisonType: 'number' },
    ...{ comparisonMethod: 'greater', compareValue: value },
  });
}

/** A request that has a promoter, of whom nothing is asked yet. */
export const owner = leaf('request', {
  ...{ attribute: 'promoter', comparisonType: 'hasOne', comparisonMethod: 'exists' },
  relatedModel: [leaf('user')],
});

/** What the lines of these say. */
export const ALL = 'allOf — все условия';
export const ANY = 'anyOf — любое из условий';
export const OWNER = 'Заявка: Промоутер есть';
export const OF_OWNER = 'Пользователь · не выбрано: атрибут';
export const SUM = (value: string) => `Заявка: Сумма фирме больше ${value}`;

/** all of: 1, any of: (2, promoter: (user)), 3 */
export const sampleTree = () =>
  policyWith(group('allOf', amount('1'), group('anyOf', amount('2'), owner), amount('3')));

/** 990 conditions on 16 levels: a chain of groups with leaves on every level. */
export function largeTree(): ConditionNode {
  const leaves = (level: number) => Array.from({ length: 65 }, (_, at) => amount(`${level}${at}`));
  let node = group('allOf', ...leaves(15));
  for (let level = 14; level >= 1; level -= 1) node = group('allOf', node, ...leaves(level));
  return node;
}
