import { attributeOf, type Catalogue, methodOf } from '../catalogue.ts';
import {
  type CompareValue,
  type ConditionNode,
  DEPTH_MAX,
  emptyNode,
  isGroup,
  NODES_MAX,
} from '../policy.ts';
import { isSource } from '../related-type.ts';
import { isStorable } from '../storable-text.ts';
import type { FaultList } from './policy-fault.ts';
import { fieldOf, isRaw, type Raw } from './raw.ts';

/** What all trees of one policy are read with: they share the faults and the limit of nodes. */
export type TreeReading = {
  readonly faults: FaultList;
  readonly catalogue: Catalogue | undefined;
  nodesLeft: number;
};

/** A reading in which no node has been met yet. */
export function treeReading(faults: FaultList, catalogue: Catalogue | undefined): TreeReading {
  return { faults, catalogue, nodesLeft: NODES_MAX };
}

/** A node that is still to be read, and the list that waits for it. */
type Waiting = {
  readonly raw: unknown;
  readonly at: string;
  readonly level: number;
  readonly into: ConditionNode[];
};

/**
 * Reads a tree without recursion, so that no depth overflows the stack; a tree that holds itself ends at the limit of
 * levels. The outcome counts only where there are no faults.
 */
export function readTree(raw: unknown, at: string, reading: TreeReading): ConditionNode {
  const roots: ConditionNode[] = [];
  const waiting: Waiting[] = [{ raw: raw ?? {}, at, level: 1, into: roots }];
  if (!takeRoom(1, at, reading)) return emptyNode(null);
  for (let next = waiting.pop(); next && !reading.faults.isFull; next = waiting.pop()) {
    if (isRaw(next.raw)) readNode(next.raw, next, reading, waiting);
    else reading.faults.add(next.at, 'notAnObject', next.raw);
  }
  return roots[0] ?? emptyNode(null);
}

function readNode(raw: Raw, { at, level, into }: Waiting, reading: TreeReading, waiting: Waiting[]): void {
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
  if (catalogue) checkNames(node, at, catalogue, faults);
  const below = [
    ...listBelow(fieldOf(raw, 'relatedModel'), `${at}.relatedModel`, { level, into: relatedModel }, reading),
    ...listBelow(fieldOf(raw, 'children'), `${at}.children`, { level, into: children }, reading),
  ];
  // The last to come in is the first to be read.
  waiting.push(...below.reverse());
}

function listBelow(
  raw: unknown,
  at: string,
  { level, into }: Pick<Waiting, 'level' | 'into'>,
  reading: TreeReading,
): Waiting[] {
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
  if (!takeRoom(raw.length, at, reading)) return [];
  // Array.from, since a list may have holes.
  return Array.from(raw, (each: unknown, index) => ({
    raw: each,
    at: `${at}[${index}]`,
    level: level + 1,
    into,
  }));
}

/** Counts nodes before they are read. The first that are too many are told; what comes after is not read either. */
function takeRoom(nodes: number, at: string, reading: TreeReading): boolean {
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
  if (isScalar(raw)) return raw;
  const values: unknown[] = Array.isArray(raw) ? Array.from(raw) : [raw];
  const wrong = values.findIndex(each => !isScalar(each));
  if (wrong === -1) return values.filter(isScalar);
  faults.add(Array.isArray(raw) ? `${at}[${wrong}]` : at, 'badValue', values[wrong]);
  return null;
}

function isScalar(raw: unknown): raw is string | number | boolean {
  return (typeof raw === 'string' && isStorable(raw)) || typeof raw === 'boolean' || Number.isFinite(raw);
}

/** What is not chosen yet is no fault; what is chosen has to be there. */
function checkNames(node: ConditionNode, at: string, catalogue: Catalogue, faults: FaultList): void {
  const { type, attribute, comparisonType, comparisonMethod } = node;
  const isKnownType = type === null || isGroup(type) || isSource(catalogue, type);
  if (!isKnownType) return faults.add(`${at}.type`, 'unknownType', type);
  const found = attributeOf(catalogue, type, attribute);
  if (attribute !== null && !found) return faults.add(`${at}.attribute`, 'unknownAttribute', attribute);
  if (comparisonType !== null && comparisonType !== found?.type) {
    return faults.add(`${at}.comparisonType`, 'wrongComparisonType', comparisonType);
  }
  if (comparisonMethod !== null && !methodOf(catalogue, comparisonType, comparisonMethod)) {
    faults.add(`${at}.comparisonMethod`, 'unknownMethod', comparisonMethod);
  }
}
