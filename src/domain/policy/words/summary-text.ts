import type { Effect, RuleCombine } from '#contract/policies.ts';
import { continueSentence } from '#kit/continue-sentence.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Missing } from '../evaluation/trace.ts';
import type { Policy } from '../policy.ts';
import { claimWords } from './claim-words.ts';
import { attributeLabel, type Naming, shortened, sourceLabel } from './labels.ts';
import {
  type Clause,
  COUNTED_EFFECTS,
  type Incomplete,
  type PolicySummary,
  type Related,
  summaryOf,
} from './summary.ts';

/** One line of a summary; lines that belong below another one stand a level deeper. */
export type SummaryLine = { readonly level: number; readonly text: string };

/** A policy in Russian words, one line each, indented by level. */
export function summaryText(policy: Policy, catalogue: Catalogue): string[] {
  return summaryLines(policy, catalogue).map(({ level, text }) =>
    level === 0 ? text : `${'  '.repeat(level)}– ${text}`,
  );
}

/** The same lines with their levels, for a screen that indents by itself. */
export function summaryLines(policy: Policy, catalogue: Catalogue): SummaryLine[] {
  const summary = summaryOf(policy, catalogue);
  const say = (start: SentenceStart, clause: Clause, level: number) =>
    clauseLines({ start, clause, level, naming: { catalogue, labels: new Map() } });
  const lines = (rules: PolicySummary['rules']) =>
    rules.flatMap(({ name, effect, when }) => say(ruleStart(name, effect), when, 1));
  const counted = summary.rules.filter(({ effect }) => COUNTED_EFFECTS[summary.combine].includes(effect));
  const others = summary.rules.filter(rule => !counted.includes(rule));
  return [
    ...say(TARGET, summary.applies, 0),
    { level: 0, text: combineWords(summary.combine, counted) },
    ...lines(counted),
    ...(others.length > 0 ? [{ level: 0, text: 'При этом сочетании не влияют:' }, ...lines(others)] : []),
  ].map(({ level, text }) => ({ level, text: level === 0 && !text.endsWith(':') ? `${text}.` : text }));
}

function combineWords(combine: RuleCombine, counted: PolicySummary['rules']): string {
  const isDenying = combine === 'allowIfNotDenied';
  const hasOwn = counted.some(({ effect }) => effect === (isDenying ? 'deny' : 'allow'));
  if (!hasOwn) {
    return isDenying ? 'Разрешает все: запрещающих правил нет' : 'Запрещает все: разрешающих правил нет';
  }
  return {
    allowIfAllAllowed: 'Разрешает, если выполнены все разрешающие правила и ни одно запрещающее:',
    allowIfOneAllowed: 'Разрешает, если выполнено хотя бы одно из правил, иначе запрещает:',
    allowIfNotDenied: 'Запрещает, если выполнено хотя бы одно из правил, иначе разрешает:',
  }[combine];
}

/** How a sentence begins, by what follows. */
type SentenceStart = { readonly always: string; readonly never: string; readonly when: string };

const TARGET: SentenceStart = {
  always: 'Применяется всегда',
  never: 'Не применяется никогда',
  when: 'Применяется, если',
};

function ruleStart(name: string, effect: Effect): SentenceStart {
  const rule = name.trim() ? `«${shortened(name)}»` : 'Правило без названия';
  const says = `${rule} ${effect === 'allow' ? 'разрешает' : 'запрещает'}`;
  return { always: `${says} всегда`, never: `${rule} не выполняется никогда`, when: `${says}, если` };
}

type ClauseContext = {
  readonly start: SentenceStart;
  readonly clause: Clause;
  readonly level: number;
  readonly naming: Naming;
};

const INSIDE: SentenceStart = { always: 'верно всегда', never: 'не выполняется никогда', when: '' };
const INLINE_MAX = 140;
const INLINE_CLAUSES_MAX = 3;

const HEADS = { all: 'верно все:', any: 'верно хотя бы одно:' } as const;

const MISSING: Readonly<Record<Missing, string>> = {
  typeMissing: 'нет типа',
  attributeMissing: 'нет атрибута',
  methodMissing: 'нет способа сравнения',
  valueMissing: 'нет значения',
};

function clauseLines({ start, clause, level, naming }: ClauseContext): SummaryLine[] {
  if (clause.kind === 'always' || clause.kind === 'never') return [{ level, text: start[clause.kind] }];
  const begun = (text: string) => ({ level, text: `${start.when} ${text}`.trim() });
  const inline = inlineWords(clause, naming);
  if (inline !== null && inline.length <= INLINE_MAX) return [begun(inline)];
  const below = (clauses: readonly Clause[], inside = naming) =>
    clauses.flatMap(each => clauseLines({ start: INSIDE, clause: each, level: level + 1, naming: inside }));
  if (clause.kind === 'all' || clause.kind === 'any') {
    return [begun(HEADS[clause.kind]), ...below(clause.clauses)];
  }
  if (clause.kind !== 'related') return [begun(inline ?? '')];
  const head = clause.method === 'exists' ? 'есть' : 'неверно, что есть';
  const parts = clause.clause.kind === 'all' ? clause.clause.clauses : [clause.clause];
  return [
    begun(`${head} ${attributeLabel(clause, naming)} и при этом:`),
    ...below(parts, namingInside(clause, naming)),
  ];
}

/** What fits into one sentence: single conditions, and a few of them in a row; null for anything else. */
function inlineWords(clause: Clause, naming: Naming): string | null {
  if (clause.kind === 'claim') return claimWords(clause, naming);
  if (clause.kind === 'incomplete') return incompleteWords(clause, naming);
  if (clause.kind === 'related') return relatedWords(clause, naming);
  if (clause.kind !== 'all' && clause.kind !== 'any') return null;
  if (clause.clauses.length > INLINE_CLAUSES_MAX) return null;
  const words = clause.clauses.map(each =>
    each.kind === 'claim' && each.values.length <= 1 ? claimWords(each, naming) : null,
  );
  return words.includes(null) ? null : words.join(clause.kind === 'all' ? ' и ' : ' или ');
}

/** «роль пользователя… (не закончено: нет значения)» */
function incompleteWords({ missing, source, attribute }: Incomplete, naming: Naming): string {
  const end = `… (не закончено: ${MISSING[missing]})`;
  if (source === null) return end;
  if (attribute === null) return `${continueSentence(sourceLabel(source, naming.catalogue))}${end}`;
  return `${attributeLabel({ source, attribute }, naming)}${end}`;
}

function relatedWords(clause: Related, naming: Naming): string | null {
  const thing = attributeLabel(clause, naming);
  const { kind } = clause.clause;
  if (kind === 'always') return clause.method === 'exists' ? `есть ${thing}` : `нет связи «${thing}»`;
  if (kind !== 'claim' || clause.method === 'notExists') return null;
  const inside = namingInside(clause, naming);
  return `есть ${thing} и при этом ${claimWords(clause.clause, inside)}`;
}

function namingInside(clause: Related, naming: Naming): Naming {
  const { catalogue, labels } = naming;
  if (clause.relation === null) return naming;
  const label = attributeLabel(clause, { catalogue, labels: new Map() });
  return { catalogue, labels: new Map(labels).set(clause.relation, label) };
}
