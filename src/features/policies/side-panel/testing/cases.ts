import type { Facts } from '#domain/policy/facts.ts';
import type { LocalContext } from '#state/local.ts';

/** What a policy is expected to say of some facts. */
export type TestCase = {
  readonly id: string;
  readonly name: string;
  readonly facts: Facts;
  readonly expected: CaseDecision;
};

export const CASE_DECISIONS = ['allow', 'deny', 'notApplicable'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

/** Kept among what else this device keeps for its owner; the screen of what is unsent leaves it out. */
const FORM = 'kept.policy-cases';

/** What the store needs of its owner. */
type CasesContext = Pick<LocalContext, 'db' | 'ownerKey' | 'now'>;

/** The cases of a policy, oldest first. */
export async function readCases({ db, ownerKey }: CasesContext, policyId: number): Promise<TestCase[]> {
  const kept = await db.drafts.get(keyOf(ownerKey, policyId));
  return (kept?.value as TestCase[] | undefined) ?? []; // only changeCases writes it
}

/** Changes the cases of a policy as they are now, also where another tab has changed them since. */
export async function changeCases(
  { db, ownerKey, now }: CasesContext,
  policyId: number,
  change: (cases: readonly TestCase[]) => readonly TestCase[],
): Promise<void> {
  const key = keyOf(ownerKey, policyId);
  await db.transaction('rw', db.drafts, async () => {
    const kept = await db.drafts.get(key);
    const value = change((kept?.value as TestCase[] | undefined) ?? []); // as above
    if (value.length === 0) await db.drafts.delete(key);
    else await db.drafts.put({ key, ownerKey, form: FORM, value, savedAt: now() });
  });
}

function keyOf(ownerKey: string, policyId: number): string {
  return `${ownerKey}|${FORM}|${policyId}`;
}
