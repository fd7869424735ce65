import { LIMITS } from '../edit-result.ts';

const FAULTS = {
  tooLarge: `больше ${LIMITS.size}: столько не сохранить`,
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
  tooDeep: `глубже, чем ${LIMITS.levels}: столько не сохранить`,
  tooManyNodes: `в политике больше, чем ${LIMITS.nodes}: столько не сохранить`,
  badValue: 'значение – текст, число, true, false или их список',
  unknownType: 'нет такого типа',
  unknownAttribute: 'у этого типа нет такого атрибута',
  wrongComparisonType: 'тип сравнения не тот, что у атрибута',
  unknownMethod: 'нет такого способа сравнения',
};

/** What is wrong with something that should be a policy. */
export type PolicyFaultName = keyof typeof FAULTS;

/** `at` is where, e.g. `rules[2].condition.children[0]`; '' is the policy itself. `detail` is what stands there. */
export type PolicyFault = { readonly at: string; readonly name: PolicyFaultName; readonly detail?: string };

/** The message of a fault: «Правило 3, условие 1, тип: нет такого типа – «foo»». */
export function faultWords({ at, name, detail }: PolicyFault): string {
  const place = placeWords(at);
  const words = place === '' ? FAULTS[name] : `${place}: ${FAULTS[name]}`;
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return detail === undefined ? sentence : sentence + detailWords(name, detail);
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
