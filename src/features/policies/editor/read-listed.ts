import type { ListedPolicy } from '#contract/policies.ts';
import type { PolicyFault } from '#domain/policy/reading/policy-fault.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import type { Stored } from './policy-drafts.ts';

/** A policy of the server's that cannot be shown: editing it would lose what cannot be read. */
export type Unreadable = {
  readonly id: number;
  readonly name: string;
  readonly faults: readonly PolicyFault[];
};

export type Listed = {
  readonly stored: ReadonlyMap<number, Stored>;
  readonly unreadable: readonly Unreadable[];
};

/** The policies of the server as they can be edited, and those that cannot. */
export function readListed(policies: readonly ListedPolicy[]): Listed {
  const stored = new Map<number, Stored>();
  const unreadable: Unreadable[] = [];
  for (const { version, ...raw } of policies) {
    // Without the catalogue: what is known there no longer can still be repaired here.
    const read = readPolicy(raw);
    if (read.ok) stored.set(raw.id, { policy: read.value, version });
    else unreadable.push({ id: raw.id, name: raw.name, faults: read.problem });
  }
  return { stored, unreadable };
}
