import { plural } from '#kit/plural.ts';
import type { Result } from '#kit/result.ts';
import { BYTES_MAX, DEPTH_MAX, NODES_MAX, type Policy } from './policy.ts';

/** What a server stores at most of one policy, in words. */
export const LIMITS = {
  nodes: `${NODES_MAX} ${plural(NODES_MAX, 'узел', 'узла', 'узлов')}`,
  levels: `${DEPTH_MAX} ${plural(DEPTH_MAX, 'уровень', 'уровня', 'уровней')}`,
  size: `${BYTES_MAX / 1024} КБ`,
};

const REFUSALS = {
  noSuchNode: 'Этого условия уже нет',
  noSuchRule: 'Этого правила уже нет',
  rootStays: 'Корень дерева не удалить, не переместить и не повторить',
  notAList: 'Внутрь этого условия ничего не добавить',
  tooDeep: `Глубже нельзя: в дереве не больше, чем ${LIMITS.levels}`,
  tooManyNodes: `Больше нельзя: в политике не больше, чем ${LIMITS.nodes}`,
  tooLarge: `Политика стала бы больше ${LIMITS.size}: столько не сохранить`,
  unknownType: 'Нет такого типа',
  unknownAttribute: 'У этого типа нет такого атрибута',
  unknownMethod: 'Так этот атрибут не сравнить',
  takesNoValue: 'Здесь значение не нужно',
  takesOneValue: 'Здесь может быть только одно значение',
  unknownValue: 'Нет такого значения',
  badText: 'В тексте есть знаки, которые нельзя сохранить',
  firstAlready: 'Выше некуда: это первое',
  lastAlready: 'Ниже некуда: это последнее',
};

/** Why an edit was refused; nothing has changed then. */
export type EditRefusal = keyof typeof REFUSALS;

export function refusalWords(refusal: EditRefusal): string {
  return REFUSALS[refusal];
}

/** The edited policy, which shares everything untouched with the old one, or why it stays as it was. */
export type EditResult = Result<Policy, EditRefusal>;
