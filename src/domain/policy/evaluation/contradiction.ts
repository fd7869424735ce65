import { ownValue } from '#kit/own-value.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Fact } from '../facts.ts';
import { type ConditionNode, isGroup, type Scalar } from '../policy.ts';
import { type Claim, claimOf, readNumber } from './claim.ts';
import { type Comparison, makeComparison } from './compare.ts';
import { readMoment } from './moment.ts';

/**
 * Whether nodes, all of which must hold, contradict each other about one attribute. Only certain
 * contradictions count: candidate facts are made from all comparisons of the attribute, and none of them
 * satisfies all.
 */
export function contradict(nodes: readonly ConditionNode[], catalogue: Catalogue): boolean {
  const claims = new Map<string, SoundClaim[]>();
  for (const claim of nodes.flatMap(node => claimsIn(node, catalogue))) {
    const others = claims.get(claim.key);
    if (others) others.push(claim);
    else claims.set(claim.key, [claim]);
  }
  return [...claims.values()].some(cannotAllHold);
}

/** One comparison of an attribute that has no defect. */
type SoundClaim = Claim & Extract<Comparison, { compare: unknown }> & { readonly key: string };

/** The comparisons that must hold when a node holds; nothing is certain about those in an anyOf group. */
function claimsIn(node: ConditionNode, catalogue: Catalogue): SoundClaim[] {
  if (node.type === 'allOf') return node.children.flatMap(child => claimsIn(child, catalogue));
  if (isGroup(node.type)) return [];
  const claim = claimOf(node, catalogue);
  if ('missing' in claim) return [];
  const { source, attribute, comparisonType, method, values } = claim;
  // Pattern searches are slow; leaving them out can only hide a contradiction.
  if (comparisonType === 'hasOne' || method === 'regexp') return [];
  const test = makeComparison(comparisonType, method, values);
  if ('defect' in test) return [];
  const kind = comparisonType === 'datetime' ? readMoment(String(values[0]).trim())?.kind : '';
  const key = JSON.stringify([source, attribute, comparisonType, kind]);
  return [{ ...claim, ...test, key }];
}

/** With more claims about one attribute, contradictions are not looked for. */
const CLAIMS_MAX = 100;

function cannotAllHold(claims: readonly SoundClaim[]): boolean {
  const [first] = claims;
  if (!first || claims.length > CLAIMS_MAX) return false;
  if (first.comparisonType === 'list') return isListEmpty(claims);
  const candidates = ownValue(CANDIDATES, first.comparisonType)?.(claims);
  if (!candidates) return false;
  return ![...candidates, null].some(fact => claims.every(({ compare }) => compare(fact).answer === 'true'));
}

/**
 * A fact may have several values of a list at once: only a value both required and excluded is a
 * contradiction.
 */
function isListEmpty(claims: readonly SoundClaim[]): boolean {
  const valuesBy = (...methods: string[]) =>
    claims.filter(({ method }) => methods.includes(method)).map(({ values }) => values.map(String));
  const excluded = new Set(valuesBy('notEqual', 'notIn').flat());
  return valuesBy('equal', 'in').some(wanted => wanted.every(value => excluded.has(value)));
}

/** Candidate facts: one of them satisfies all claims if any fact does; null where that cannot be known. */
const CANDIDATES: Readonly<Record<string, (claims: readonly SoundClaim[]) => readonly Fact[] | null>> = {
  string: claims => {
    const equal = claims.find(({ method }) => method === 'equal');
    const mustBeNull = claims.some(({ method }) => method === 'isNull');
    return equal?.values.map(String) ?? (mustBeNull ? [] : null);
  },
  number: claims => numbersAround(claims.flatMap(({ values }) => values)),
  datetime: claims => momentsAround(claims.flatMap(({ values }) => values)),
  bool: () => [true, false],
  object: () => [{}],
};

/** Every number, one between each two in order, and the ends of the range. */
function numbersAround(values: readonly Scalar[]): number[] {
  const sorted = values
    .map(readNumber)
    .filter(number => number !== null)
    .sort((a, b) => a - b);
  const between = sorted.slice(1).map((number, index) => number / 2 + (sorted[index] ?? number) / 2);
  return [-Number.MAX_VALUE, ...sorted, ...between, Number.MAX_VALUE];
}

/** Each interval begins with one of the moments, a second after one, or with the first moment there is. */
function momentsAround(values: readonly Scalar[]): string[] {
  const moments = values.map(value => readMoment(String(value).trim())).filter(moment => moment !== null);
  const isTime = moments.some(({ kind }) => kind === 'time');
  const withDate = (text: string) => (isTime ? `2000-01-01 ${text}` : text);
  return [
    withDate(isTime ? '00:00:00' : '0000-01-01 00:00:00'),
    ...moments.flatMap(({ from, to }) => [withDate(from), secondAfter(withDate(to))]),
  ];
}

function secondAfter(moment: string): string {
  const next = Date.parse(`${moment.replace(' ', 'T')}Z`) + 1000;
  return new Date(next).toISOString().slice(0, 19).replace('T', ' ');
}
