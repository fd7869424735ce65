import { failure, type Result } from '#kit/result.ts';
import type { Catalogue } from '../catalogue.ts';
import { BYTES_MAX, type Policy } from '../policy.ts';
import { parseJson } from './parse-json.ts';
import type { PolicyFault } from './policy-fault.ts';
import { fieldOf, isRecord } from './raw.ts';
import { readPolicy } from './read-policy.ts';

/** As indented JSON the largest policy is several times its size. */
const TEXT_MAX = 4 * BYTES_MAX;

/**
 * Parses a text that somebody chose or pasted: one policy, or a list with one. A missing id becomes 1: the
 * importer gives it a new id anyway.
 */
export function parsePolicyText(text: string, catalogue: Catalogue): Result<Policy, PolicyFault[]> {
  const read = parseJson(text.replace(/^\uFEFF/, ''), TEXT_MAX);
  if (!read.ok) return failure([{ at: '', ...read.problem }]);
  const raw = read.value;
  if (Array.isArray(raw) && raw.length !== 1) return failure([{ at: '', name: 'notOnePolicy' }]);
  const one: unknown = Array.isArray(raw) ? raw[0] : raw;
  const named = isRecord(one) && fieldOf(one, 'id') === undefined ? { ...one, id: 1 } : one;
  return readPolicy(named, catalogue);
}
