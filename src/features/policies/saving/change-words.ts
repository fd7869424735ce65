import { attributeOf, type Catalogue, methodOf } from '#domain/policy/catalogue.ts';
import { type Change, NODE_FIELDS, type NodeField } from '#domain/policy/difference/change.ts';
import { differences } from '#domain/policy/difference.ts';
import { type NodePath, nodeAt, pathKey } from '#domain/policy/node-path.ts';
import type { CompareValue, ConditionNode, Policy } from '#domain/policy/policy.ts';
import { changeTexts as texts } from './change-texts.ts';

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
      return texts.policyAdded;
    case 'settingChanged':
      return texts.setting(change.field, String(change.before), String(change.after));
    case 'ruleAdded':
      return texts.ruleAdded(change.rule.name, change.rule.effect);
    case 'ruleRemoved':
      return texts.ruleRemoved(change.rule.name);
    case 'ruleMoved':
      return texts.ruleMoved(change.rule.name, change.from + 1, change.to + 1);
    case 'ruleChanged':
      return change.field === 'name'
        ? texts.ruleName(change.before, change.after)
        : texts.ruleEffect(change.rule.name, change.before, change.after);
    case 'nodeAdded':
      return texts.nodeAdded(placeWords(change.path, after), nodeWords(change.node, catalogue));
    case 'nodeRemoved':
      return texts.nodeRemoved(placeWords(change.was, before), nodeWords(change.node, catalogue));
    case 'nodeMoved':
      return texts.nodeMoved(placeWords(change.was, before), placeWords(change.path, after));
    case 'nodeChanged':
      return nodeChangeWords(change, sides);
  }
}

function nodeChangeWords({ path, was, field, before: from, after: to }: NodeChange, sides: Sides): string {
  const { before, after, catalogue } = sides;
  const then = before ? nodeAt(before, was) : undefined;
  return texts.nodeChanged(
    placeWords(path, after),
    field,
    fieldWords(field, from, then, catalogue),
    fieldWords(field, to, nodeAt(after, path), catalogue),
  );
}

/** Where a node stands: «Target, условие 1.2», «Правило «ночь», корень». */
function placeWords({ tree, steps }: NodePath, policy: Policy | null): string {
  const rule = policy?.rules.find(({ id }) => id === tree);
  const treeWords = tree === 'target' ? 'Target' : texts.ruleOf(rule?.name ?? '');
  if (steps.length === 0) return texts.root(treeWords);
  const place = steps.map(({ list, index }) => (list === 'children' ? index + 1 : texts.related(index + 1)));
  return texts.node(treeWords, place.join('.'));
}

function nodeWords(node: ConditionNode, catalogue: Catalogue): string {
  if (node.type === null) return texts.unchosen;
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
  if (value === null) return texts.nothing;
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
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const known = attributeOf(catalogue, node?.type ?? null, node?.attribute ?? null)?.values;
  return `«${known?.find(({ id }) => id === String(value))?.name ?? value}»`;
}

/** Types are named from outside: `constructor` has no title. */
function titleIn(titles: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(titles, name) ? titles[name] : undefined) ?? name;
}
