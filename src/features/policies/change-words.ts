import { attributeOf, type Catalogue, methodOf } from '#domain/policy/catalogue.ts';
import { type Change, differences, NODE_FIELDS, type NodeField } from '#domain/policy/difference.ts';
import { type NodePath, nodeAt, pathKey } from '#domain/policy/node-path.ts';
import type { CompareValue, ConditionNode, Policy } from '#domain/policy/policy.ts';
import { ownValue } from '#kit/own-value.ts';

type Sides = { before: Policy | null; after: Policy; catalogue: Catalogue };

/** What differs between two states of a policy, one sentence each, in the order of the screen. */
export function changeWords(before: Policy | null, after: Policy, catalogue: Catalogue): string[] {
  const changes = differences(before, after);
  const weightiest = weightiestFields(changes);
  return changes
    .filter(change => !isConsequence(change, weightiest))
    .map(change => inWords(change, { before, after, catalogue }));
}

/** By node: the weightiest of its fields that have changed. */
function weightiestFields(changes: readonly Change[]): ReadonlyMap<string, number> {
  const weightiest = new Map<string, number>();
  for (const change of changes) {
    if (change.kind !== 'nodeChanged') continue;
    const key = pathKey(change.path);
    const weight = NODE_FIELDS.indexOf(change.field);
    weightiest.set(key, Math.min(weightiest.get(key) ?? weight, weight));
  }
  return weightiest;
}

/** A field that was emptied because a weightier one of the same node has changed needs no sentence of its own. */
function isConsequence(change: Change, weightiest: ReadonlyMap<string, number>): boolean {
  if (change.kind !== 'nodeChanged') return false;
  if (change.after !== null && change.field !== 'comparisonType') return false;
  const weight = NODE_FIELDS.indexOf(change.field);
  return (weightiest.get(pathKey(change.path)) ?? weight) < weight;
}

function inWords(change: Change, sides: Sides): string {
  const { before, after, catalogue } = sides;
  switch (change.kind) {
    case 'policyAdded':
      return 'Новая политика';
    case 'settingChanged':
      return `${SETTINGS[change.field]}: ${change.before} → ${change.after}`;
    case 'ruleAdded':
      return `${ruleTitle(change.rule.name)} (${change.rule.effect}): добавлено`;
    case 'ruleRemoved':
      return `${ruleTitle(change.rule.name)}: удалено`;
    case 'ruleMoved':
      return `${ruleTitle(change.rule.name)}: место ${change.from + 1} → ${change.to + 1}`;
    case 'ruleChanged':
      return change.field === 'name'
        ? `${ruleTitle(change.before)}: название → «${change.after}»`
        : `${ruleTitle(change.rule.name)}: ${change.before} → ${change.after}`;
    case 'nodeAdded':
      return `${placeWords(change.path, after)}: добавлено ${nodeWords(change.node, catalogue)}`;
    case 'nodeRemoved':
      return `${placeWords(change.was, before)}: удалено ${nodeWords(change.node, catalogue)}`;
    case 'nodeMoved':
      return `${placeWords(change.was, before)}: теперь ${placeWords(change.path, after)}`;
    case 'nodeChanged': {
      const { path, was, field } = change;
      const from = fieldWords(field, change.before, before ? nodeAt(before, was) : undefined, catalogue);
      const to = fieldWords(field, change.after, nodeAt(after, path), catalogue);
      return `${placeWords(path, after)}: ${FIELDS[field]} ${from} → ${to}`;
    }
  }
}

/** Where a node stands: «Target, условие 1.2», «Правило «ночь», корень». */
function placeWords({ tree, steps }: NodePath, policy: Policy | null): string {
  const rule = policy?.rules.find(({ id }) => id === tree);
  const treeWords = tree === 'target' ? 'Target' : ruleTitle(rule?.name ?? '');
  if (steps.length === 0) return `${treeWords}, корень`;
  const place = steps.map(({ list, index }) => (list === 'children' ? index + 1 : `связь ${index + 1}`));
  return `${treeWords}, условие ${place.join('.')}`;
}

function nodeWords(node: ConditionNode, catalogue: Catalogue): string {
  if (node.type === null) return 'условие без типа';
  const fields: readonly NodeField[] = ['type', 'attribute', 'comparisonMethod', 'compareValue'];
  const chosen = fields.filter(field => node[field] !== null);
  return chosen.map(field => fieldWords(field, node[field], node, catalogue)).join(' ');
}

type Node = ConditionNode | undefined;

function fieldWords(field: NodeField, value: CompareValue, node: Node, catalogue: Catalogue): string {
  if (value === null) return 'пусто';
  if (field === 'compareValue') return valueWords(value, node, catalogue);
  const name = String(value);
  if (field === 'type') return ownValue(catalogue.sources, name) || name;
  if (field === 'attribute') return attributeOf(catalogue, node?.type ?? null, name)?.title ?? name;
  if (field === 'comparisonMethod') {
    return methodOf(catalogue, node?.comparisonType ?? null, name)?.title ?? name;
  }
  return name;
}

function valueWords(value: CompareValue, node: Node, catalogue: Catalogue): string {
  if (Array.isArray(value)) return value.map(each => valueWords(each, node, catalogue)).join(', ');
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  const known = attributeOf(catalogue, node?.type ?? null, node?.attribute ?? null)?.values;
  return `«${known?.find(({ id }) => id === String(value))?.name ?? value}»`;
}

const FIELDS: Readonly<Record<NodeField, string>> = {
  type: 'тип',
  attribute: 'атрибут',
  comparisonType: 'тип сравнения',
  comparisonMethod: 'сравнение',
  compareValue: 'значение',
};

const SETTINGS = { id: 'Номер', name: 'Название', ruleCombine: 'Сочетание правил' } as const;

export function ruleTitle(name: string): string {
  return `Правило «${name || 'Без имени'}»`;
}
