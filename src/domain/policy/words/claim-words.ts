import { formatDate } from '#kit/date.ts';
import { formatNumber } from '#kit/format-number.ts';
import { ownValue } from '#kit/own-value.ts';
import { attributeOf, type Catalogue, methodOf } from '../catalogue.ts';
import { type Claim, readNumber } from '../evaluation/claim.ts';
import { readMoment } from '../evaluation/moment.ts';
import type { Scalar } from '../policy.ts';
import { attributeLabel, type Naming, shortened } from './labels.ts';

/** How many values are listed; the others are counted. */
const SHOWN_MAX = 5;

/** One comparison as a part of a sentence: «сумма заявки больше 1 000». */
export function claimWords(claim: Claim, naming: Naming): string {
  return `${attributeLabel(claim, naming)} ${comparisonWords(claim, naming.catalogue)}`;
}

function comparisonWords(claim: Claim, catalogue: Catalogue): string {
  const { comparisonType, method } = claim;
  const values = claim.values.map(value => valueWords(value, claim, catalogue));
  const phrase = ownValue(PHRASES, `${comparisonType}.${method}`);
  if (phrase) return phrase(values);
  const title = methodOf(catalogue, comparisonType, method)?.title ?? `«${shortened(method)}»`;
  return [title, joinList(values, 'и')].filter(Boolean).join(' ');
}

type Phrase = (values: readonly string[]) => string;

const is: Phrase = values => `— ${joinList(values, 'или')}`;
const isNot: Phrase = values => `— не ${joinList(values, 'и не')}`;

/** `type.method` → the phrase after the attribute; no form here depends on gender. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  'string.equal': is,
  'string.notEqual': isNot,
  'string.contains': values => `содержит ${joinList(values, 'и')}`,
  'string.startsWith': values => `начинается с ${joinList(values, 'и')}`,
  'string.regexp': values => `подходит под выражение ${joinList(values, 'и')}`,
  'number.equal': is,
  'number.notEqual': isNot,
  'number.greater': values => `больше ${joinList(values, 'и')}`,
  'number.greaterOrEqual': values => `не меньше ${joinList(values, 'и')}`,
  'number.less': values => `меньше ${joinList(values, 'и')}`,
  'number.lessOrEqual': values => `не больше ${joinList(values, 'и')}`,
  'number.between': ([from, to]) => `от ${from} до ${to}`,
  'datetime.before': values => `раньше ${joinList(values, 'и')}`,
  'datetime.after': values => `позже ${joinList(values, 'и')}`,
  'datetime.between': ([from, to]) => `между ${from} и ${to}`,
  'list.equal': is,
  'list.notEqual': isNot,
  'list.in': is,
  'list.notIn': isNot,
  'bool.isTrue': () => '— да',
  'bool.isFalse': () => '— нет',
  'object.isNull': () => '— пусто',
  'object.isNotNull': () => '— не пусто',
  'object.same': () => '— не пусто',
};

function valueWords(
  value: Scalar,
  { comparisonType, source, attribute }: Claim,
  catalogue: Catalogue,
): string {
  const text = shortened(String(value).trim());
  if (comparisonType === 'number') {
    const number = readNumber(value);
    return number === null ? `«${text}»` : formatNumber(number, 10);
  }
  if (comparisonType === 'datetime') return momentWords(text);
  const known = attributeOf(catalogue, source, attribute)?.values.find(({ id }) => id === String(value));
  return known ? shortened(known.name) : `«${text}»`;
}

function momentWords(text: string): string {
  const moment = readMoment(text);
  if (!moment) return `«${text}»`;
  const shown = moment.kind === 'time' ? moment.from : moment.from.slice(11);
  const clock = shown.endsWith(':00') ? shown.slice(0, 5) : shown;
  if (moment.kind === 'time') return clock;
  const day = formatDate(moment.from.slice(0, 10));
  return moment.from === moment.to ? `${day}, ${clock}` : day;
}

/** «А, Б или В»; of many only the first. */
function joinList(values: readonly string[], joint: string): string {
  const shown = values.slice(0, SHOWN_MAX);
  const left = values.length - shown.length;
  if (left > 0) return `${shown.join(', ')} ${joint} еще ${left}`;
  const last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} ${joint} ${last}` : last;
}
