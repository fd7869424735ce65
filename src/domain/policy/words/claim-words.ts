import { formatDate } from '#kit/date.ts';
import { formatNumber } from '#kit/number.ts';
import { attributeOf, type Catalogue, methodOf } from '../catalogue.ts';
import { readMoment } from '../evaluation/moment.ts';
import { readNumber } from '../evaluation/read-number.ts';
import type { Scalar } from '../policy.ts';
import { attributeLabel, shortened, type Things } from './labels.ts';
import type { Claim } from './summary.ts';

/** How many values are listed; the others are counted. */
const SHOWN_MAX = 5;

/** One comparison as a part of a sentence: «сумма заявки больше 1 000». */
export function claimWords(claim: Claim, things: Things, catalogue: Catalogue): string {
  return `${attributeLabel(claim, things, catalogue)} ${comparisonWords(claim, catalogue)}`;
}

function comparisonWords(claim: Claim, catalogue: Catalogue): string {
  const { comparisonType, method } = claim;
  const values = claim.values.map(value => valueWords(value, claim, catalogue));
  const name = `${comparisonType}.${method}`;
  const say = Object.hasOwn(SAYINGS, name) ? SAYINGS[name] : undefined;
  if (say) return say(values);
  const title = methodOf(catalogue, comparisonType, method)?.title ?? `«${shortened(method)}»`;
  return [title, listed(values, 'и')].filter(Boolean).join(' ');
}

type Saying = (values: readonly string[]) => string;

const is: Saying = values => `— ${listed(values, 'или')}`;
const isNot: Saying = values => `— не ${listed(values, 'и не')}`;

/** `type.method` → the phrase after the attribute; no form here depends on gender. */
const SAYINGS: Readonly<Record<string, Saying>> = {
  'string.equal': is,
  'string.notEqual': isNot,
  'string.contains': values => `содержит ${listed(values, 'и')}`,
  'string.startsWith': values => `начинается с ${listed(values, 'и')}`,
  'string.regexp': values => `подходит под выражение ${listed(values, 'и')}`,
  'number.equal': is,
  'number.notEqual': isNot,
  'number.greater': values => `больше ${listed(values, 'и')}`,
  'number.greaterOrEqual': values => `не меньше ${listed(values, 'и')}`,
  'number.less': values => `меньше ${listed(values, 'и')}`,
  'number.lessOrEqual': values => `не больше ${listed(values, 'и')}`,
  'number.between': ([from, to]) => `от ${from} до ${to}`,
  'datetime.before': values => `раньше ${listed(values, 'и')}`,
  'datetime.after': values => `позже ${listed(values, 'и')}`,
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
function listed(values: readonly string[], joint: string): string {
  const shown = values.slice(0, SHOWN_MAX);
  const left = values.length - shown.length;
  if (left > 0) return `${shown.join(', ')} ${joint} еще ${left}`;
  const last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} ${joint} ${last}` : last;
}
