import type { Catalogue } from '../catalogue.ts';
import { attributeOf, methodOf } from '../catalogue.ts';
import {
  type CompareValue,
  type ConditionNode,
  DEPTH_MAX,
  emptyNode,
  isGroup,
  NODES_MAX,
  type Scalar,
} from '../policy.ts';
import { isSource } from '../related-type.ts';
import { isStorable } from '../storable-text.ts';
import type { FaultList, PolicyFaultName } from './policy-fault.ts';
import { fieldOf, isRecord, type Raw } from './raw.ts';

/** State shared by all trees of one policy: the faults, and the limit of nodes. */
export type TreeReading = {
  readonly faults: FaultList;
  readonly catalogue: Catalogue | undefined;
  nodesLeft: number;
};

/** The state before the first node. */
export function treeReading(faults: FaultList, catalogue: Catalogue | undefined): TreeReading {
  return { faults, catalogue, nodesLeft: NODES_MAX };
}

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
export function readTree(raw: unknown, at: string, reading: TreeReading): ConditionNode {
  const roots: ConditionNode[] = [];
  const pending: PendingNode[] = [{ raw: raw ?? {}, at, level: 1, into: roots }];
  if (!reserveNodes(1, at, reading)) return emptyNode(null);
  for (let next = pending.pop(); next && !reading.faults.isFull; next = pending.pop()) {
    if (isRecord(next.raw)) readNode(next.raw, next, reading, pending);
    else reading.faults.add(next.at, 'notAnObject', next.raw);
  }
  return roots[0] ?? emptyNode(null);
}

function readNode(
  raw: Raw,
  { at, level, into }: PendingNode,
  reading: TreeReading,
  pending: PendingNode[],
): void {
  const { faults, catalogue } = reading;
  const text = (field: string) => readText(raw, field, at, faults);
  const relatedModel: ConditionNode[] = [];
  const children: ConditionNode[] = [];
  const node: ConditionNode = {
    type: text('type'),
    attribute: text('attribute'),
    comparisonType: text('comparisonType'),
    comparisonMethod: text('comparisonMethod'),
    compareValue: readValue(fieldOf(raw, 'compareValue'), `${at}.compareValue`, faults),
    relatedModel,
    children,
  };
  into.push(node);
  const unknown = catalogue && nameFault(node, catalogue);
  if (unknown) faults.add(`${at}.${unknown.field}`, unknown.name, node[unknown.field]);
  const below = [
    ...pendingNodesOf(
      fieldOf(raw, 'relatedModel'),
      `${at}.relatedModel`,
      { level, into: relatedModel },
      reading,
    ),
    ...pendingNodesOf(fieldOf(raw, 'children'), `${at}.children`, { level, into: children }, reading),
  ];
  // A stack: the last one pushed is the first to be read.
  pending.push(...below.reverse());
}

function pendingNodesOf(
  raw: unknown,
  at: string,
  { level, into }: Pick<PendingNode, 'level' | 'into'>,
  reading: TreeReading,
): PendingNode[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    reading.faults.add(at, 'notAList', raw);
    return [];
  }
  if (raw.length === 0) return [];
  if (level >= DEPTH_MAX) {
    reading.faults.add(at, 'tooDeep');
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
function reserveNodes(nodes: number, at: string, reading: TreeReading): boolean {
  if (nodes <= reading.nodesLeft) {
    reading.nodesLeft -= nodes;
    return true;
  }
  if (reading.nodesLeft >= 0) reading.faults.add(at, 'tooManyNodes');
  reading.nodesLeft = -1;
  return false;
}

function readText(raw: Raw, field: string, at: string, faults: FaultList): string | null {
  const value = fieldOf(raw, field) ?? null;
  if (value === null || value === '') return null;
  if (typeof value === 'string' && isStorable(value)) return value;
  faults.add(`${at}.${field}`, typeof value === 'string' ? 'badText' : 'notAText', value);
  return null;
}

function readValue(raw: unknown, at: string, faults: FaultList): CompareValue {
  if (raw === undefined || raw === null) return null;
  if (!Array.isArray(raw)) return readScalar(raw, at, faults);
  const values: Scalar[] = [];
  for (const [index, each] of raw.entries()) {
    const value = readScalar(each, `${at}[${index}]`, faults);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

function readScalar(raw: unknown, at: string, faults: FaultList): Scalar | null {
  if (typeof raw === 'boolean' || (typeof raw === 'number' && Number.isFinite(raw))) return raw;
  if (typeof raw === 'string' && isStorable(raw)) return raw;
  faults.add(at, typeof raw === 'string' ? 'badText' : 'badValue', raw);
  return null;
}

type NameFault = {
  readonly field: 'type' | 'attribute' | 'comparisonType' | 'comparisonMethod';
  readonly name: PolicyFaultName;
};

/** What a node names that the catalogue does not have. What is not chosen yet is no fault. */
function nameFault(node: ConditionNode, catalogue: Catalogue): NameFault | null {
  const { type, attribute, comparisonType, comparisonMethod } = node;
  if (type !== null && !isGroup(type) && !isSource(catalogue, type)) {
    return { field: 'type', name: 'unknownType' };
  }
  const found = attributeOf(catalogue, type, attribute);
  if (attribute !== null && !found) return { field: 'attribute', name: 'unknownAttribute' };
  if (comparisonType !== null && comparisonType !== found?.type) {
    return { field: 'comparisonType', name: 'wrongComparisonType' };
  }
  if (comparisonMethod !== null && !methodOf(catalogue, comparisonType, comparisonMethod)) {
    return { field: 'comparisonMethod', name: 'unknownMethod' };
  }
  return null;
}
