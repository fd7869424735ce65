import { ownValue } from '#kit/own-value.ts';
import { attributeOf, type Catalogue, isSource, methodOf } from '../catalogue.ts';
import {
  type CompareValue,
  type ConditionNode,
  DEPTH_MAX,
  emptyNode,
  isGroup,
  isStorable,
  type Scalar,
} from '../policy.ts';
import { addFault, isFull, isRecord, type PolicyReading, type Raw, readText } from './policy-reading.ts';

/** A node that is still to be read, and the list to put it into. */
type PendingNode = {
  readonly raw: unknown;
  readonly at: string;
  readonly level: number;
  readonly into: ConditionNode[];
};

/**
 * Reads a tree without recursion, so that no depth overflows the stack; a tree that contains itself ends at
 * the limit of levels. The result is valid only where there are no faults.
 */
export function readTree(raw: unknown, at: string, reading: PolicyReading): ConditionNode {
  const roots: ConditionNode[] = [];
  const pending: PendingNode[] = [{ raw: raw ?? {}, at, level: 1, into: roots }];
  if (!reserveNodes(1, at, reading)) return emptyNode(null);
  for (let next = pending.pop(); next && !isFull(reading); next = pending.pop()) {
    if (isRecord(next.raw)) readNode(next.raw, next, reading, pending);
    else addFault(reading, next.at, 'notAnObject', next.raw);
  }
  return roots[0] ?? emptyNode(null);
}

function readNode(
  raw: Raw,
  { at, level, into }: PendingNode,
  reading: PolicyReading,
  pending: PendingNode[],
): void {
  const text = (field: string) => readText(raw, field, `${at}.${field}`, reading) || null;
  const relatedModel: ConditionNode[] = [];
  const children: ConditionNode[] = [];
  const node: ConditionNode = {
    type: text('type'),
    attribute: text('attribute'),
    comparisonType: text('comparisonType'),
    comparisonMethod: text('comparisonMethod'),
    compareValue: readValue(ownValue(raw, 'compareValue'), `${at}.compareValue`, reading),
    relatedModel,
    children,
  };
  into.push(node);
  const unknown = reading.catalogue && unknownField(node, reading.catalogue);
  if (unknown) addFault(reading, `${at}.${unknown}`, UNKNOWN[unknown], node[unknown]);
  const below = Object.entries({ relatedModel, children }).flatMap(([field, list]) =>
    pendingNodesOf(ownValue(raw, field), { at: `${at}.${field}`, level, into: list }, reading),
  );
  // A stack: the last one pushed is the first to be read.
  pending.push(...below.reverse());
}

function pendingNodesOf(
  raw: unknown,
  { at, level, into }: Omit<PendingNode, 'raw'>,
  reading: PolicyReading,
): PendingNode[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    addFault(reading, at, 'notAList', raw);
    return [];
  }
  if (raw.length === 0) return [];
  if (level >= DEPTH_MAX) {
    addFault(reading, at, 'tooDeep');
    return [];
  }
  if (!reserveNodes(raw.length, at, reading)) return [];
  // Array.from, since a list may have holes.
  return Array.from(raw, (each: unknown, index) => ({
    raw: each,
    at: `${at}[${index}]`,
    level: level + 1,
    into,
  }));
}

/**
 * Counts nodes before they are read. The first ones too many are reported, and nothing is read from there on.
 */
function reserveNodes(nodes: number, at: string, reading: PolicyReading): boolean {
  if (nodes <= reading.nodesLeft) {
    reading.nodesLeft -= nodes;
    return true;
  }
  if (reading.nodesLeft >= 0) addFault(reading, at, 'tooManyNodes');
  reading.nodesLeft = -1;
  return false;
}

function readValue(raw: unknown, at: string, reading: PolicyReading): CompareValue {
  if (raw === undefined || raw === null) return null;
  if (!Array.isArray(raw)) return readScalar(raw, at, reading);
  const values: Scalar[] = [];
  for (const [index, each] of raw.entries()) {
    const value = readScalar(each, `${at}[${index}]`, reading);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

function readScalar(raw: unknown, at: string, reading: PolicyReading): Scalar | null {
  if (typeof raw === 'boolean' || (typeof raw === 'number' && Number.isFinite(raw))) return raw;
  if (typeof raw === 'string' && isStorable(raw)) return raw;
  addFault(reading, at, typeof raw === 'string' ? 'badText' : 'badValue', raw);
  return null;
}

/** The fault of each name that the catalogue does not have. */
const UNKNOWN = {
  type: 'unknownType',
  attribute: 'unknownAttribute',
  comparisonType: 'wrongComparisonType',
  comparisonMethod: 'unknownMethod',
} as const;

/** What is not chosen yet is not unknown. */
function unknownField(node: ConditionNode, catalogue: Catalogue): keyof typeof UNKNOWN | null {
  const { type, attribute, comparisonType, comparisonMethod } = node;
  if (type !== null && !isGroup(type) && !isSource(catalogue, type)) return 'type';
  const found = attributeOf(catalogue, type, attribute);
  if (attribute !== null && !found) return 'attribute';
  if (comparisonType !== null && comparisonType !== found?.type) return 'comparisonType';
  const isKnown = comparisonMethod === null || methodOf(catalogue, comparisonType, comparisonMethod);
  return isKnown ? null : 'comparisonMethod';
}
