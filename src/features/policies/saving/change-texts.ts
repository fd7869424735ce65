import type { NodeField } from '#domain/policy/difference/change.ts';

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
