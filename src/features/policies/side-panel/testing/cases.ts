import { useEffect, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { evaluatePolicy } from '#domain/policy/evaluation/evaluate.ts';
import type { Facts } from '#domain/policy/facts.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { useDevice } from '#state/device-context.ts';
import { type LocalContext, localContext, useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { notify } from '#ui/toast.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { texts } from './texts.ts';

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

/** The cases of a policy, oldest first. */
async function readCases({ db, ownerKey }: LocalContext, policyId: number): Promise<TestCase[]> {
  const kept = await db.drafts.get(keyOf(ownerKey, policyId));
  return (kept?.value as TestCase[] | undefined) ?? []; // only changeCases writes it
}

type CasesChange = (cases: readonly TestCase[]) => readonly TestCase[];

/** Changes the cases of a policy as they are now, also where another tab has changed them since. */
async function changeCases(context: LocalContext, policyId: number, change: CasesChange) {
  const { db, ownerKey, now } = context;
  const key = keyOf(ownerKey, policyId);
  await db.transaction('rw', db.drafts, async () => {
    const value = change(await readCases(context, policyId));
    if (value.length === 0) await db.drafts.delete(key);
    else await db.drafts.put({ key, ownerKey, form: FORM, value, savedAt: now() });
  });
}

function keyOf(ownerKey: string, policyId: number): string {
  return `${ownerKey}|${FORM}|${policyId}`;
}

export type Cases = ReturnType<typeof useCases>;

const NONE: readonly TestCase[] = [];

/** The saved cases of a policy, the same in every tab of their owner; until they have been read there are none. */
export function useCases(policyId: number) {
  const device = useDevice();
  const { held } = useSession();
  const list = useLocal(context => readCases(context, policyId), [policyId]) ?? NONE;
  const ownerKey = localContext(device, held)?.ownerKey;
  const change = async (next: CasesChange): Promise<boolean> => {
    const context = localContext(device, held);
    // Whoever has signed in meanwhile gets nobody else's case.
    if (!context || context.ownerKey !== ownerKey) return false;
    try {
      await changeCases(context, policyId, next);
      return true;
    } catch {
      // Its room is full, or a newer version of the app holds the store.
      notify({ type: 'error', title: texts.notKeptTitle, message: texts.notKept });
      return false;
    }
  };
  /** Puts a case in the place of the one with its id, or behind the last. Returns whether it is kept. */
  const put = (testCase: TestCase) => change(cases => withCase(cases, testCase));
  /** Takes a case away; a notice offers to bring it back. */
  const remove = async (testCase: TestCase) => {
    let at = -1;
    const isGone = await change(cases => {
      at = cases.findIndex(({ id }) => id === testCase.id);
      return cases.filter(({ id }) => id !== testCase.id);
    });
    if (!isGone) return;
    const bringBack = () => void change(cases => withCase(cases, testCase, at));
    notify({
      title: texts.removedTitle,
      message: testCase.name,
      action: { label: texts.takeBack, onSelect: bringBack },
    });
  };
  return { list, put, remove };
}

/** Replaces the case with that id where it stands; one that is not there comes to `at`, or behind the last. */
function withCase(cases: readonly TestCase[], testCase: TestCase, at = -1): readonly TestCase[] {
  if (cases.some(({ id }) => id === testCase.id)) {
    return cases.map(each => (each.id === testCase.id ? testCase : each));
  }
  const place = at < 0 ? cases.length : at;
  return [...cases.slice(0, place), testCase, ...cases.slice(place)];
}

/** What each case came to, by its id. */
export type CaseRuns = ReadonlyMap<string, CaseDecision>;

/**
 * Runs every case at every change, one after another while the page has nothing else to do: typing never waits. What
 * the last run said stays until the next one is through.
 */
export function useCaseRuns(policy: Policy, catalogue: Catalogue, cases: readonly TestCase[]): CaseRuns {
  const [runs, setRuns] = useState<CaseRuns>(new Map());
  useEffect(() => {
    if (cases.length === 0) return;
    function* runAll() {
      const decisions = new Map<string, CaseDecision>();
      for (const { id, facts } of cases) {
        decisions.set(id, evaluatePolicy(policy, facts, catalogue).decision);
        yield;
      }
      setRuns(decisions);
    }
    return whenIdle(runAll());
  }, [policy, catalogue, cases]);
  return runs;
}

/** How many cases came to something else than expected. */
export function countWrong(cases: readonly TestCase[], runs: CaseRuns): number {
  return cases.filter(({ id, expected }) => runs.has(id) && runs.get(id) !== expected).length;
}
