import {
  listAttributes,
  listComparisons,
  listPolicies,
  listSources,
  updatePolicy,
} from '#contract/policies.ts';
import type { PolicyFault } from '#domain/policy/reading/fault-words.ts';
import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { readPolicies, type StoredPolicy, savePolicy } from '../commands/policies.ts';
import {
  listMethods,
  listSourceTitles,
  readAttributes,
  readCatalogue,
} from '../commands/policy-catalogue.ts';
import { invalid } from '../db/refusal.ts';
import { command, query, type Route } from './route.ts';

export const policyRoutes: Route[] = [
  query(listPolicies, async ({ deps }) => ({ list: (await readPolicies(deps.db)).map(presentPolicy) })),
  query(listSources, async () => listSourceTitles()),
  query(listAttributes, async ({ deps }) => readAttributes(deps.db)),
  query(listComparisons, async () => listMethods()),

  command(updatePolicy, async ({ tx, act, input, version }) => {
    const read = readPolicy(input.policyData, await readCatalogue(tx));
    if (!read.ok) throw invalid(describeFaults(read.problem));
    const { id } = read.value;
    return { status: 'success', id, version: await savePolicy(tx, act, { policy: read.value, version }) };
  }),
];

function presentPolicy({ rules, ...policy }: StoredPolicy) {
  return { ...policy, rules: [...rules] };
}

/** By where they are: `policyData.rules[2].condition`. */
function describeFaults(faults: readonly PolicyFault[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const fault of faults) {
    const field = fault.at === '' ? 'policyData' : `policyData.${fault.at}`;
    fields[field] = [...(fields[field] ?? []), faultWords(fault)];
  }
  return fields;
}
