import { EFFECTS, RULE_COMBINES } from '#contract/policies.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { Catalogue } from '../catalogue.ts';
import { BYTES_MAX, newPolicy, newRule, type Policy, type Rule } from '../policy.ts';
import { bytesOf } from '../policy-size.ts';
import { isStorable } from '../storable-text.ts';
import { parseJson } from './parse-json.ts';
import { type FaultList, faultList, type PolicyFault } from './policy-fault.ts';
import { fieldOf, isRecord, type Raw } from './raw.ts';
import { readTree, type TreeReading, treeReading } from './read-tree.ts';

/**
 * Reads a policy from unknown data, or returns its faults. Trees and rules may be JSON text, missing fields
 * are not chosen yet, unknown ones are left out. With a catalogue, types, attributes and methods must be in
 * it.
 */
export function readPolicy(raw: unknown, catalogue?: Catalogue): Result<Policy, PolicyFault[]> {
  const faults = faultList();
  const policy = readWhole(raw, faults, catalogue);
  if (policy && faults.found.length === 0 && bytesOf(policy) > BYTES_MAX) faults.add('', 'tooLarge');
  return policy && faults.found.length === 0 ? success(policy) : failure([...faults.found]);
}

function readWhole(raw: unknown, faults: FaultList, catalogue: Catalogue | undefined): Policy | null {
  if (!isRecord(raw)) {
    faults.add('', 'notAnObject', raw);
    return null;
  }
  const reading = treeReading(faults, catalogue);
  return {
    id: readId(raw, 'id', faults),
    name: readName(raw, 'name', faults),
    ruleCombine: readOneOf(raw, 'ruleCombine', RULE_COMBINES) ?? defaultCombine(raw, faults),
    target: readTree(parsed(fieldOf(raw, 'target'), 'target', faults), 'target', reading),
    rules: readRules(parsed(fieldOf(raw, 'rules'), 'rules', faults), reading),
  };
}

function readRules(raw: unknown, reading: TreeReading): Rule[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    reading.faults.add('rules', 'notAList', raw);
    return [];
  }
  const rules: Rule[] = [];
  const ids = new Set<number>();
  for (const [index, each] of raw.entries()) {
    if (reading.faults.isFull || reading.nodesLeft < 0) break;
    const rule = readRule(each, `rules[${index}]`, reading);
    if (rule && ids.has(rule.id)) reading.faults.add(`rules[${index}].id`, 'repeatedId', rule.id);
    if (!rule) continue;
    ids.add(rule.id);
    rules.push(rule);
  }
  return rules;
}

function readRule(raw: unknown, at: string, reading: TreeReading): Rule | null {
  const { faults } = reading;
  if (!isRecord(raw)) {
    faults.add(at, 'notAnObject', raw);
    return null;
  }
  const condition = parsed(fieldOf(raw, 'condition'), `${at}.condition`, faults);
  const effect = readOneOf(raw, 'effect', EFFECTS);
  if (!effect) faults.add(`${at}.effect`, 'unknownEffect', fieldOf(raw, 'effect'));
  return {
    id: readId(raw, `${at}.id`, faults),
    name: readName(raw, `${at}.name`, faults),
    effect: effect ?? newRule([]).effect,
    condition: readTree(condition, `${at}.condition`, reading),
  };
}

/** Numbers may come as text. */
function readId(raw: Raw, at: string, faults: FaultList): number {
  const id = fieldOf(raw, 'id');
  const number = typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : id;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  faults.add(at, 'badId', id);
  return 0;
}

function readName(raw: Raw, at: string, faults: FaultList): string {
  const name = fieldOf(raw, 'name') ?? '';
  if (typeof name === 'string' && isStorable(name)) return name;
  faults.add(at, typeof name === 'string' ? 'badText' : 'notAText', name);
  return '';
}

function readOneOf<Name extends string>(raw: Raw, field: string, names: readonly Name[]): Name | null {
  const value = fieldOf(raw, field);
  return names.find(name => name === value) ?? null;
}

function defaultCombine(raw: Raw, faults: FaultList): Policy['ruleCombine'] {
  faults.add('ruleCombine', 'unknownCombine', fieldOf(raw, 'ruleCombine'));
  return newPolicy([]).ruleCombine;
}

/** Parses JSON text; returns everything else unchanged. */
function parsed(raw: unknown, at: string, faults: FaultList): unknown {
  if (typeof raw !== 'string') return raw;
  const read = parseJson(raw, BYTES_MAX);
  if (read.ok) return read.value;
  faults.add(at, read.problem.name, read.problem.detail);
  return undefined;
}
