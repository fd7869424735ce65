import type { PolicyFault } from '#domain/policy/reading/policy-fault.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { sampleCatalogue } from './policies.ts';

/** Something that came from outside, before anybody has read it. */
export type Raw = Record<string, unknown>;

/** A policy as it comes, with what a test is about. */
export function rawPolicy(more: Raw = {}): Raw {
  const settings = { id: 1, name: 'Выплаты', ruleCombine: 'allowIfOneAllowed' };
  return { ...settings, target: { type: 'allOf' }, rules: [], ...more };
}

/** A rule as it comes. */
export function rawRule(more: Raw = {}): Raw {
  return { id: 1, name: 'a', effect: 'deny', condition: { type: 'allOf' }, ...more };
}

/** A group as it comes, around anything. */
export function rawGroup(...children: unknown[]): Raw {
  return { type: 'allOf', children };
}

/** A whole comparison as it comes. */
export const rawRole = {
  type: 'user',
  attribute: 'role',
  comparisonType: 'list',
  comparisonMethod: 'in',
  compareValue: ['admin'],
};

/** What is wrong with something as a policy; an empty list where nothing is. */
export function faultsOf(raw: unknown): PolicyFault[] {
  const read = readPolicy(raw, sampleCatalogue);
  return read.ok ? [] : read.problem;
}
