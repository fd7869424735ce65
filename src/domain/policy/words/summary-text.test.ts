import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RuleCombine } from '#contract/policies.ts';
import { anyPolicy, group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import { type ConditionNode, emptyNode, newPolicy, type Rule } from '../policy.ts';
import { summaryLines, summaryText } from './summary-text.ts';

const related = (node: ConditionNode, ...relatedModel: ConditionNode[]) => ({ ...node, relatedModel });
const line = leaf('request', 'type', 'equal', 'basa');
const dear = leaf('request', 'tofirm', 'greater', '1000');
const isPromoter = leaf('user', 'role', 'equal', 'promoter');
const rule = (id: number, name: string, effect: Rule['effect'], condition: ConditionNode): Rule => ({
  id,
  name,
  effect,
  condition,
});

/** As it is read: spaces within numbers are ordinary here. */
function text(
  target: ConditionNode,
  ruleCombine: RuleCombine = 'allowIfOneAllowed',
  ...rules: Rule[]
): string[] {
  const policy = { ...newPolicy([]), ruleCombine, target, rules };
  return summaryText(policy, sampleCatalogue).map(each => each.replaceAll('\u00A0', ' '));
}

test('a short policy is said in sentences', () => {
  const own = rule(1, 'Свои заявки', 'allow', isPromoter);
  const all = rule(2, 'Все', 'allow', emptyNode('allOf'));
  const none = rule(3, '', 'deny', emptyNode('anyOf'));
  expect(text(group('allOf', line, dear), 'allowIfOneAllowed', own, all, none)).toEqual([
    'Применяется, если вид заявки — Линия и сумма фирме заявки больше 1 000.',
    'Разрешает, если выполнено хотя бы одно из правил, иначе запрещает:',
    '  – «Свои заявки» разрешает, если роль пользователя — Промоутер',
    '  – «Все» разрешает всегда',
    'При этом сочетании не влияют:',
    '  – Правило без названия не выполняется никогда',
  ]);
});

test.each<[RuleCombine, Rule['effect'] | null, string]>([
  ['allowIfAllAllowed', 'allow', 'Разрешает, если выполнены все разрешающие правила и ни одно запрещающее:'],
  ['allowIfAllAllowed', 'deny', 'Запрещает все: разрешающих правил нет.'],
  ['allowIfOneAllowed', 'allow', 'Разрешает, если выполнено хотя бы одно из правил, иначе запрещает:'],
  ['allowIfOneAllowed', 'deny', 'Запрещает все: разрешающих правил нет.'],
  ['allowIfNotDenied', 'deny', 'Запрещает, если выполнено хотя бы одно из правил, иначе разрешает:'],
  ['allowIfNotDenied', 'allow', 'Разрешает все: запрещающих правил нет.'],
  ['allowIfNotDenied', null, 'Разрешает все: запрещающих правил нет.'],
])('%s with a rule that says %s: %s', (combine, effect, words) => {
  const rules = effect ? [rule(1, 'a', effect, isPromoter)] : [];
  expect(text(emptyNode('allOf'), combine, ...rules)[1]).toBe(words);
});

test.each([
  ['Применяется всегда.', emptyNode('allOf')],
  ['Не применяется никогда.', emptyNode('anyOf')],
])('%s', (words, target) => {
  expect(text(target)[0]).toBe(words);
});

test.each<[string, ConditionNode]>([
  ['… (не закончено: нет типа)', emptyNode(null)],
  ['пользователь… (не закончено: нет атрибута)', emptyNode('user')],
  ['роль пользователя… (не закончено: нет способа сравнения)', leaf('user', 'role', null)],
  ['роль пользователя… (не закончено: нет значения)', leaf('user', 'role', 'in', [])],
  ['вид заявки — Линия или сумма фирме заявки больше 1 000', group('anyOf', line, dear)],
  ['роль пользователя — не Администратор и не «king»', leaf('user', 'role', 'notIn', ['admin', 'king'])],
  ['E-mail пользователя начинается с «a@»', leaf('user', 'email', 'startsWith', 'a@')],
  ['сумма фирме заявки от 1 до 2 500,5', leaf('request', 'tofirm', 'between', ['1', '2500.5'])],
  ['сумма фирме заявки меньше «x»', leaf('request', 'tofirm', 'less', 'x')],
  ['оплачена (заявка) — нет', leaf('request', 'paid', 'isFalse')],
  ['время между 22:00 и 06:00:30', leaf('environment', 'time', 'between', ['22:00', '06:00:30'])],
  ['время раньше 20 ноября 2026', leaf('environment', 'time', 'before', '2026-11-20')],
  ['время позже 20 ноября 2026, 09:30', leaf('environment', 'time', 'after', '2026-11-20T09:30')],
  ['фирма пользователя — не пусто', leaf('user', 'firm', 'same')],
  ['есть отчет заявки', leaf('request', 'report', 'exists')],
  ['нет связи «отчет заявки»', leaf('request', 'report', 'notExists')],
  [
    'есть промоутер заявки и при этом роль (промоутер заявки) — Промоутер',
    related(leaf('request', 'promoter', 'exists'), isPromoter),
  ],
  ['phase (moon)… (не закончено: нет способа сравнения)', leaf('moon', 'phase', 'equal', 'full')],
  ['роль пользователя «resembles» Промоутер', { ...isPromoter, comparisonMethod: 'resembles' }],
])('Применяется, если %s.', (words, target) => {
  expect(text(target)[0]).toBe(`Применяется, если ${words}.`);
});

test('what does not fit into a sentence stands in lines below it, related things by their names', () => {
  const owner = related(leaf('contact', 'owner', 'notExists'), isPromoter);
  const contact = related(leaf('request', 'contact', 'exists'), owner, dear);
  expect(text(group('allOf', group('anyOf', line, isPromoter), contact)).slice(0, -1)).toEqual([
    'Применяется, если верно все:',
    '  – вид заявки — Линия или роль пользователя — Промоутер',
    '  – есть контакт заявки и при этом:',
    '    – неверно, что есть владелец (контакт заявки) и при этом:',
    '      – роль (владелец контакта) — Промоутер',
    '    – сумма фирме заявки больше 1 000',
  ]);
});

test('of many values the first are told, and of long ones the beginning', () => {
  const roles = Array.from({ length: 500 }, (_, index) => `role ${index}`);
  expect(text(leaf('user', 'role', 'in', roles))[0]).toBe(
    'Применяется, если роль пользователя — «role 0», «role 1», «role 2», «role 3», «role 4» или еще 495.',
  );
  const long = leaf('user', 'email', 'equal', 'я'.repeat(10_000));
  const received = text(long, 'allowIfOneAllowed', rule(1, 'x'.repeat(9999), 'allow', isPromoter));
  expect(received.every(each => each.length < 150)).toBe(true);
});

test('any policy is told in lines that stay readable', () => {
  fc.assert(
    fc.property(anyPolicy(), policy => {
      for (const { level, text: words } of summaryLines(policy, sampleCatalogue)) {
        expect(words.length).toBeLessThan(600);
        expect(words).not.toMatch(/undefined|null|\[object/);
        expect(level).toBeLessThanOrEqual(16);
      }
    }),
    { numRuns: 200 },
  );
});

test('16 levels are 16 levels of lines', () => {
  let node: ConditionNode = isPromoter;
  for (let level = 1; level < 16; level += 1)
    node = group(level % 2 ? 'allOf' : 'anyOf', node, line, leaf('user', 'role', null), dear);
  const levels = summaryLines({ ...newPolicy([]), target: node }, sampleCatalogue).map(({ level }) => level);
  expect(Math.max(...levels)).toBe(15);
  expect(levels).toHaveLength(15 * 4 + 2);
});
