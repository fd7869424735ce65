import { attributeOf, type Catalogue, methodOf } from '#domain/policy/catalogue.ts';
import { type Change, NODE_FIELDS, type NodeField } from '#domain/policy/difference/change.ts';
import { differences } from '#domain/policy/difference.ts';
import { type NodePath, nodeAt, pathKey } from '#domain/policy/node-path.ts';
import type { CompareValue, ConditionNode, Policy } from '#domain/policy/policy.ts';

type Sides = { before: Policy | null; after: Policy; catalogue: Catalogue };

/** What differs between two states of a policy, one sentence each, in the order of the screen. */
export function changeWords(before: Policy | null, after: Policy, catalogue: Catalogue): string[] {
  const changes = differences(before, after);
  const weightiest = weightiestFields(changes);
  return changes
    .filter(change => !isConsequence(change, weightiest))
    .map(change => inWords(change, { before, after, catalogue }));
}

type NodeChange = Extract<Change, { kind: 'nodeChanged' }>;

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
      return changeTexts.policyAdded;
    case 'settingChanged':
      return changeTexts.setting(change.field, String(change.before), String(change.after));
    case 'ruleAdded':
      return changeTexts.ruleAdded(change.rule.name, change.rule.effect);
    case 'ruleRemoved':
      return changeTexts.ruleRemoved(change.rule.name);
    case 'ruleMoved':
      return changeTexts.ruleMoved(change.rule.name, change.from + 1, change.to + 1);
    case 'ruleChanged':
      return change.field === 'name'
        ? changeTexts.ruleName(change.before, change.after)
        : changeTexts.ruleEffect(change.rule.name, change.before, change.after);
    case 'nodeAdded':
      return changeTexts.nodeAdded(placeWords(change.path, after), nodeWords(change.node, catalogue));
    case 'nodeRemoved':
      return changeTexts.nodeRemoved(placeWords(change.was, before), nodeWords(change.node, catalogue));
    case 'nodeMoved':
      return changeTexts.nodeMoved(placeWords(change.was, before), placeWords(change.path, after));
    case 'nodeChanged':
      return nodeChangeWords(change, sides);
  }
}

function nodeChangeWords({ path, was, field, before: from, after: to }: NodeChange, sides: Sides): string {
  const { before, after, catalogue } = sides;
  const then = before ? nodeAt(before, was) : undefined;
  return changeTexts.nodeChanged(
    placeWords(path, after),
    field,
    fieldWords(field, from, then, catalogue),
    fieldWords(field, to, nodeAt(after, path), catalogue),
  );
}

/** Where a node stands: «Target, условие 1.2», «Правило «ночь», корень». */
function placeWords({ tree, steps }: NodePath, policy: Policy | null): string {
  const rule = policy?.rules.find(({ id }) => id === tree);
  const treeWords = tree === 'target' ? 'Target' : changeTexts.ruleOf(rule?.name ?? '');
  if (steps.length === 0) return changeTexts.root(treeWords);
  const place = steps.map(({ list, index }) =>
    list === 'children' ? index + 1 : changeTexts.related(index + 1),
  );
  return changeTexts.node(treeWords, place.join('.'));
}

function nodeWords(node: ConditionNode, catalogue: Catalogue): string {
  if (node.type === null) return changeTexts.unchosen;
  const fields: readonly NodeField[] = ['type', 'attribute', 'comparisonMethod', 'compareValue'];
  const chosen = fields.filter(field => node[field] !== null);
  return chosen.map(field => fieldWords(field, node[field], node, catalogue)).join(' ');
}

function fieldWords(
  field: NodeField,
  value: CompareValue,
  node: ConditionNode | undefined,
  catalogue: Catalogue,
): string {
  if (value === null) return changeTexts.nothing;
  if (field === 'compareValue') return valueWords(value, node, catalogue);
  const name = String(value);
  if (field === 'type') return titleIn(catalogue.sources, name);
  if (field === 'attribute') return attributeOf(catalogue, node?.type ?? null, name)?.title ?? name;
  if (field === 'comparisonMethod') {
    return methodOf(catalogue, node?.comparisonType ?? null, name)?.title ?? name;
  }
  return name;
}

function valueWords(value: CompareValue, node: ConditionNode | undefined, catalogue: Catalogue): string {
  if (Array.isArray(value)) return value.map(each => valueWords(each, node, catalogue)).join(', ');
  if (typeof value === 'boolean') return value ? changeTexts.yes : changeTexts.no;
  const known = attributeOf(catalogue, node?.type ?? null, node?.attribute ?? null)?.values;
  return `«${known?.find(({ id }) => id === String(value))?.name ?? value}»`;
}

/** Types are named from outside: `constructor` has no title. */
function titleIn(titles: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(titles, name) ? titles[name] : undefined) ?? name;
}

const FIELDS: Readonly<Record<NodeField, string>> = {
  type: 'тип',
  attribute: 'атрибут',
  comparisonType: 'тип сравнения',
  comparisonMethod: 'сравнение',
  compareValue: 'значение',
};

const SETTINGS = { id: 'Номер', name: 'Название', ruleCombine: 'Сочетание правил' } as const;

const ruleOf = (name: string) => `Правило «${name || 'Без имени'}»`;

/** The words of differences between two states of a policy. */
export const changeTexts = {
  policyAdded: 'Новая политика',
  setting: (field: keyof typeof SETTINGS, before: string, after: string) =>
    `${SETTINGS[field]}: ${before} → ${after}`,
  ruleOf,
  ruleAdded: (name: string, effect: string) => `${ruleOf(name)} (${effect}): добавлено`,
  ruleRemoved: (name: string) => `${ruleOf(name)}: удалено`,
  ruleMoved: (name: string, from: number, to: number) => `${ruleOf(name)}: место ${from} → ${to}`,
  ruleName: (before: string, after: string) => `${ruleOf(before)}: название → «${after}»`,
  ruleEffect: (name: string, before: string, after: string) => `${ruleOf(name)}: ${before} → ${after}`,
  nodeAdded: (place: string, node: string) => `${place}: добавлено ${node}`,
  nodeRemoved: (place: string, node: string) => `${place}: удалено ${node}`,
  nodeMoved: (was: string, place: string) => `${was}: теперь ${place}`,
  nodeChanged: (place: string, field: NodeField, before: string, after: string) =>
    `${place}: ${FIELDS[field]} ${before} → ${after}`,
  root: (tree: string) => `${tree}, корень`,
  node: (tree: string, place: string) => `${tree}, условие ${place}`,
  related: (index: number) => `связь ${index}`,
  nothing: 'пусто',
  unchosen: 'условие без типа',
  yes: 'да',
  no: 'нет',
} as const;
