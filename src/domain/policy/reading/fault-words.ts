import { plural } from '#kit/plural.ts';
import type { EditRefusal } from '../edit-result.ts';
import { BYTES_MAX, DEPTH_MAX, NODES_MAX } from '../policy.ts';
import type { PolicyFault, PolicyFaultName } from './policy-fault.ts';

const KIB = 1024;
const nodes = `${NODES_MAX} ${plural(NODES_MAX, 'узел', 'узла', 'узлов')}`;
const levels = `${DEPTH_MAX} ${plural(DEPTH_MAX, 'уровень', 'уровня', 'уровней')}`;
const size = `${BYTES_MAX / KIB} КБ`;

const FAULTS: Readonly<Record<PolicyFaultName, string>> = {
  tooLarge: `больше ${size}: столько не сохранить`,
  notJson: 'это не JSON',
  notOnePolicy: 'нужна ровно одна политика',
  notAnObject: 'здесь должен быть объект',
  notAList: 'здесь должен быть список',
  notAText: 'здесь должен быть текст',
  badText: 'в тексте есть знаки, которые нельзя сохранить',
  badId: 'id – целое число от 1',
  repeatedId: 'этот id уже есть у другого правила',
  unknownCombine: 'нет такого сочетания правил',
  unknownEffect: 'действие правила – allow или deny',
  tooDeep: `глубже, чем ${levels}: столько не сохранить`,
  tooManyNodes: `в политике больше, чем ${nodes}: столько не сохранить`,
  badValue: 'значение – текст, число, true, false или их список',
  unknownType: 'нет такого типа',
  unknownAttribute: 'у этого типа нет такого атрибута',
  wrongComparisonType: 'тип сравнения не тот, что у атрибута',
  unknownMethod: 'нет такого способа сравнения',
};

const REFUSALS: Readonly<Record<EditRefusal, string>> = {
  noSuchNode: 'Этого условия уже нет',
  noSuchRule: 'Этого правила уже нет',
  rootStays: 'Корень дерева не удалить, не переместить и не повторить',
  notAList: 'Внутрь этого условия ничего не добавить',
  tooDeep: `Глубже нельзя: в дереве не больше, чем ${levels}`,
  tooManyNodes: `Больше нельзя: в политике не больше, чем ${nodes}`,
  tooLarge: `Политика стала бы больше ${size}: столько не сохранить`,
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

/** The message of a fault: «Правило 3, условие 1, тип: нет такого типа – «foo»». */
export function faultWords({ at, name, detail }: PolicyFault): string {
  const place = placeWords(at);
  const words = place === '' ? FAULTS[name] : `${place}: ${FAULTS[name]}`;
  return capitalised(`${words}${detail === undefined ? '' : detailWords(name, detail)}`);
}

/** The message of a refused edit. */
export function refusalWords(refusal: EditRefusal): string {
  return REFUSALS[refusal];
}

const FIELDS: Readonly<Record<string, string>> = {
  target: 'Target',
  rules: 'правила',
  // The condition of a rule is its tree: the rule alone says where.
  condition: '',
  id: 'id',
  name: 'название',
  ruleCombine: 'сочетание правил',
  effect: 'действие',
  type: 'тип',
  attribute: 'атрибут',
  comparisonType: 'тип сравнения',
  comparisonMethod: 'способ сравнения',
  compareValue: 'значение',
  children: 'вложенные условия',
  relatedModel: 'связанные условия',
};

const ITEMS: Readonly<Record<string, string>> = {
  rules: 'правило',
  children: 'условие',
  relatedModel: 'связанное условие',
  compareValue: 'значение',
};

function placeWords(at: string): string {
  const parts = [...at.matchAll(/(\w+)(?:\[(\d+)\])?/g)].map(([, field = '', index]) =>
    index === undefined ? (FIELDS[field] ?? field) : `${ITEMS[field] ?? field} ${Number(index) + 1}`,
  );
  return parts.filter(part => part !== '').join(', ');
}

function detailWords(name: PolicyFaultName, detail: string): string {
  if (name !== 'notJson') return ` – «${detail}»`;
  const [line, column] = detail.split(':');
  return ` (строка ${line}, знак ${column})`;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
