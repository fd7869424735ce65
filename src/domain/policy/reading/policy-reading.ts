import { ownValue } from '#kit/own-value.ts';
import type { Catalogue } from '../catalogue.ts';
import { isStorable } from '../policy.ts';
import type { PolicyFault, PolicyFaultName } from './fault-words.ts';

/** Further faults are dropped. */
export const FAULTS_MAX = 20;

const DETAIL_LENGTH = 60;

/** State shared by all parts of one policy: the faults, and the limit of nodes. */
export type PolicyReading = {
  readonly faults: PolicyFault[];
  readonly catalogue: Catalogue | undefined;
  nodesLeft: number;
};

export function isFull({ faults }: PolicyReading): boolean {
  return faults.length >= FAULTS_MAX;
}

export function addFault(reading: PolicyReading, at: string, name: PolicyFaultName, detail?: unknown): void {
  if (isFull(reading)) return;
  const text = detailOf(detail);
  reading.faults.push(text === null ? { at, name } : { at, name, detail: text });
}

/** What can be shown of something unknown: never an object, which may be huge or contain itself. */
function detailOf(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return null;
  const text = String(raw);
  return text.length > DETAIL_LENGTH ? `${text.slice(0, DETAIL_LENGTH)}…` : text;
}

/** An object from outside, of which nothing is known. */
export type Raw = Readonly<Record<string, unknown>>;

/** A text that can be stored; '' where there is none. */
export function readText(raw: Raw, field: string, at: string, reading: PolicyReading): string {
  const value = ownValue(raw, field) ?? '';
  if (typeof value === 'string' && isStorable(value)) return value;
  addFault(reading, at, typeof value === 'string' ? 'badText' : 'notAText', value);
  return '';
}
