import type { NodePath } from '../node-path.ts';
import { shortened } from './labels.ts';

const WORDS = {
  targetBroken: 'Ошибка в Target: пока она есть, запрещено все',
  neverApplies: 'Политика никогда не применяется: Target не может выполниться',
  deniesEverything: 'Политика запрещает все, к чему применяется',
  allowsEverything: 'Политика разрешает все, к чему применяется',
  noRules: 'В политике нет правил',
  ruleNeverHolds: 'Условие правила никогда не выполняется',
  ruleAlwaysHolds: 'Условие правила выполняется всегда',
  ruleWithoutEffect: 'При этом сочетании правил правило ни на что не влияет',
  sameRuleNames: 'Несколько правил с одним названием',
  emptyGroup: 'Группа пуста',
  contradiction: 'Условия противоречат друг другу',
  typeMissing: 'Не выбран тип условия',
  attributeMissing: 'Не выбран атрибут',
  methodMissing: 'Не выбран способ сравнения',
  valueMissing: 'Не указано значение',
  unknownType: 'Неизвестный тип',
  unknownAttribute: 'Неизвестный атрибут',
  unknownMethod: 'Неизвестный способ сравнения',
  unknownValue: 'Такого значения нет в списке',
  otherComparisonType: 'Атрибут другого типа, чем условие',
  relationUnknown: 'Неизвестно, на что указывает связь',
  badPattern: 'Ошибка в регулярном выражении',
  patternTooLong: 'Регулярное выражение длиннее 1000 знаков',
  tooManyPatterns: 'Слишком много регулярных выражений в одной политике',
  notANumber: 'Значение не число',
  notADate: 'Значение не дата и не время',
  tooManyValues: 'Слишком много значений для этого способа сравнения',
  datesAndTimes: 'Дата сравнивается с временем суток',
  fromAfterTo: 'Начало позже конца: условие никогда не выполнится',
};

export type WarningName = keyof typeof WORDS;

/** A probable mistake in a policy. path: the node; ruleId: its rule; both null: the whole policy. */
export type Warning = {
  readonly name: WarningName;
  readonly path: NodePath | null;
  readonly ruleId: number | null;
  /** What it is about, for its words: a name or a value. */
  readonly detail: string | null;
};

/** A warning in Russian words, one sentence. */
export function warningWords({ name, detail }: Warning): string {
  return detail ? `${WORDS[name]}: «${shortened(detail)}»` : WORDS[name];
}
