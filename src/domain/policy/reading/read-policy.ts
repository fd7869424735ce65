import { EFFECTS, RULE_COMBINES } from '#contract/policies.ts';
import { isRecord } from '#kit/is-record.ts';
import { ownValue } from '#kit/own-value.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { Catalogue } from '../catalogue.ts';
import { BYTES_MAX, NODES_MAX, newPolicy, newRule, type Policy, type Rule } from '../policy.ts';
import { bytesOf } from '../policy-size.ts';
import type { PolicyFault } from './fault-words.ts';
import { addFault, isFull, type PolicyReading, type Raw, readText } from './policy-reading.ts';
import { readTree } from './read-tree.ts';

/** As indented JSON the largest policy is several times its size; what is larger is not even read. */
export const POLICY_TEXT_MAX = 4 * BYTES_MAX;

/**
 * Parses a text that somebody chose or pasted: one policy, or a list with one. A missing id becomes 1: the
 * importer gives it a new id anyway.
 */
export function parsePolicyText(text: string, catalogue: Catalogue): Result<Policy, PolicyFault[]> {
  const read = parseJson(text.replace(/^\uFEFF/, ''), POLICY_TEXT_MAX);
  if (!read.ok) return failure([{ at: '', ...read.problem }]);
  const raw = read.value;
  if (Array.isArray(raw) && raw.length !== 1) return failure([{ at: '', name: 'notOnePolicy' }]);
  const one: unknown = Array.isArray(raw) ? raw[0] : raw;
  return readPolicy(isRecord(one) ? { id: 1, ...one } : one, catalogue);
}

/**
 * Reads a policy from unknown data, or returns its faults. Trees and rules may be JSON text, missing fields
 * are not chosen yet, unknown ones are left out. With a catalogue, types, attributes and methods must be in
 * it.
 */
export function readPolicy(raw: unknown, catalogue?: Catalogue): Result<Policy, PolicyFault[]> {
  const reading: PolicyReading = { faults: [], catalogue, nodesLeft: NODES_MAX };
  const policy = readWhole(raw, reading);
  if (policy && reading.faults.length === 0 && bytesOf(policy) > BYTES_MAX) addFault(reading, '', 'tooLarge');
  return policy && reading.faults.length === 0 ? success(policy) : failure(reading.faults);
}

function readWhole(raw: unknown, reading: PolicyReading): Policy | null {
  if (!isRecord(raw)) {
    addFault(reading, '', 'notAnObject', raw);
    return null;
  }
  return {
    id: readId(raw, 'id', reading),
    name: readText(raw, 'name', 'name', reading),
    ruleCombine: readOneOf(raw, 'ruleCombine', RULE_COMBINES) ?? defaultCombine(raw, reading),
    target: readTree(parsed(raw, 'target', 'target', reading), 'target', reading),
    rules: readRules(parsed(raw, 'rules', 'rules', reading), reading),
  };
}

function readRules(raw: unknown, reading: PolicyReading): Rule[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    addFault(reading, 'rules', 'notAList', raw);
    return [];
  }
  const rules = new Map<number, Rule>();
  for (const [index, each] of raw.entries()) {
    if (isFull(reading) || reading.nodesLeft < 0) break;
    const rule = readRule(each, `rules[${index}]`, reading);
    if (!rule) continue;
    if (rules.has(rule.id)) addFault(reading, `rules[${index}].id`, 'repeatedId', rule.id);
    rules.set(rule.id, rule);
  }
  return [...rules.values()];
}

function readRule(raw: unknown, at: string, reading: PolicyReading): Rule | null {
  if (!isRecord(raw)) {
    addFault(reading, at, 'notAnObject', raw);
    return null;
  }
  const condition = parsed(raw, 'condition', `${at}.condition`, reading);
  const effect = readOneOf(raw, 'effect', EFFECTS);
  if (!effect) addFault(reading, `${at}.effect`, 'unknownEffect', ownValue(raw, 'effect'));
  return {
    id: readId(raw, `${at}.id`, reading),
    name: readText(raw, 'name', `${at}.name`, reading),
    effect: effect ?? newRule([]).effect,
    condition: readTree(condition, `${at}.condition`, reading),
  };
}

/** Numbers may come as text. */
function readId(raw: Raw, at: string, reading: PolicyReading): number {
  const id = ownValue(raw, 'id');
  const number = typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : id;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  addFault(reading, at, 'badId', id);
  return 0;
}

function readOneOf<Name extends string>(raw: Raw, field: string, names: readonly Name[]): Name | undefined {
  const value = ownValue(raw, field);
  return names.find(name => name === value);
}

function defaultCombine(raw: Raw, reading: PolicyReading): Policy['ruleCombine'] {
  addFault(reading, 'ruleCombine', 'unknownCombine', ownValue(raw, 'ruleCombine'));
  return newPolicy([]).ruleCombine;
}

/** A field that may be JSON text. */
function parsed(raw: Raw, field: string, at: string, reading: PolicyReading): unknown {
  const value = ownValue(raw, field);
  if (typeof value !== 'string') return value;
  const read = parseJson(value, BYTES_MAX);
  if (read.ok) return read.value;
  addFault(reading, at, read.problem.name, read.problem.detail);
  return undefined;
}

/** Parses JSON up to a length, which is checked before anything is parsed. */
function parseJson(text: string, lengthMax: number): Result<unknown, Omit<PolicyFault, 'at'>> {
  if (text.length > lengthMax) return failure({ name: 'tooLarge' });
  try {
    const value: unknown = JSON.parse(text);
    return success(value);
  } catch (error) {
    return failure({ name: 'notJson', ...errorPosition(text, String(error)) });
  }
}

/** The position of the syntax error, as `line:column`; not every browser gives it. */
function errorPosition(text: string, message: string): { detail?: string } {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line && column) return { detail: `${line}:${column}` };
  const position = /position (\d+)/.exec(message)?.[1];
  if (!position) return {};
  const lines = text.slice(0, Number(position)).split('\n');
  return { detail: `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}` };
}
