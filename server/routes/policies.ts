import {
  listAttributes,
  listComparisons,
  listPolicies,
  listSources,
  updatePolicy,
} from '#contract/policies.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { listMethods, listSourceTitles, readAttributes } from '../commands/policy-catalogue.ts';
import { readPolicies, type StoredPolicy } from '../commands/policy-rows.ts';
import { savePolicy } from '../commands/save-policy.ts';
import { command, query, type Route } from './route.ts';

export const policyRoutes: Route[] = [
  query(listPolicies, async ({ deps }) => ({ list: (await readPolicies(deps.db)).map(presentPolicy) })),
  query(listSources, async () => listSourceTitles()),
  query(listAttributes, async ({ deps }) => readAttributes(deps.db)),
  query(listComparisons, async () => listMethods()),

  command(updatePolicy, async ({ tx, act, input, version }) => {
    const { policyData } = input;
    // Its trees are not checked yet: `readPolicy` of the domain will be asked here.
    const policy = policyData as unknown as Policy;
    return { status: 'success', id: policy.id, version: await savePolicy(tx, act, { policy, version }) };
  }),
];

function presentPolicy({ rules, ...policy }: StoredPolicy) {
  return { ...policy, rules: [...rules] };
}
