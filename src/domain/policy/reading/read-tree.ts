import { isRecord } from '#kit/is-record.ts';
import { ownValue } from '#kit/own-value.ts';
import { attributeOf, type Catalogue, isSource, methodOf } from '../catalogue.ts';
import type { Step } from '../node-path.ts';
import {
  type CompareValue,
  type ConditionNode,
  DEPTH_MAX,
  emptyNode,
  isGroup,
  isStorable,
  type Scalar,
} from '../policy.ts';
import { addFault, isFull, type PolicyReading, readText } from './policy-reading.ts';

/**
 * Reads a tree; one that contains itself ends at the limit of levels. The result is valid only where there are no
 * faults.
 */
export function readTree(raw: unknown, at: string, reading: PolicyReading): ConditionNode {
  return reserveNodes(1, at, reading) ? readNode(raw ?? {}, at, 1, reading) : emptyNode(null);
}

function readNode(raw: unknown, at: string, level: number, reading: PolicyReading): ConditionNode {
  if (isFull(reading)) return emptyNode(null);
  if (!isRecord(raw)) {
    addFault(reading, at, 'notAnObject', raw);
    return emptyNode(null);
  }
  const text = (field: string) => readText(raw, field, `${at}.${field}`, reading) || null;
  const own = {
    type: text('type'),
    attribute: text('attribute'),
    comparisonType: text('comparisonType'),
    comparisonMethod: text('comparisonMethod'),
    compareValue: readValue(ownValue(raw, 'compareValue'), `${at}.compareValue`, reading),
  };
  const unknown = reading.catalogue && unknownField(own, reading.catalogue);
  if (unknown) addFault(reading, `${at}.${unknown}`, UNKNOWN[unknown], own[unknown]);
  const list = (field: Step['list']) => rawNodesOf(ownValue(raw, field), `${at}.${field}`, level, reading);
  // Both lists are counted before anything in them is read.
  const lists = { relatedModel: list('relatedModel'), children: list('children') };
  const nodes = (field: Step['list']) =>
    lists[field].map((each, index) => readNode(each, `${at}.${field}[${index}]`, level + 1, reading));
  return { ...own, relatedModel: nodes('relatedModel'), children: nodes('children') };
}

function rawNodesOf(raw: unknown, at: string, level: number, reading: PolicyReading): unknown[] {
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
  // Array.from, since a list may have holes.
  return reserveNodes(raw.length, at, reading) ? Array.from(raw) : [];
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
function unknownField(
  { type, attribute, comparisonType, comparisonMethod }: Pick<ConditionNode, keyof typeof UNKNOWN>,
  catalogue: Catalogue,
): keyof typeof UNKNOWN | null {
  if (type !== null && !isGroup(type) && !isSource(catalogue, type)) return 'type';
  const found = attributeOf(catalogue, type, attribute);
  if (attribute !== null && !found) return 'attribute';
  if (comparisonType !== null && comparisonType !== found?.type) return 'comparisonType';
  const isKnown = comparisonMethod === null || methodOf(catalogue, comparisonType, comparisonMethod);
  return isKnown ? null : 'comparisonMethod';
}
