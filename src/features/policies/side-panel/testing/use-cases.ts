import { useCallback } from 'react';
import { useDevice } from '#state/device.ts';
import { localContext, useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { notify } from '#ui/toast.tsx';
import { changeCases, readCases, type TestCase } from './cases.ts';
import { texts } from './texts.ts';

export type Cases = {
  /** Until they have been read there are none. */
  list: readonly TestCase[];
  /** Puts a case in the place of the one with its id, or behind the last. Tells whether it is kept. */
  put(testCase: TestCase): Promise<boolean>;
  /** Takes a case away; a notice offers to bring it back. */
  remove(testCase: TestCase): Promise<void>;
};

const NONE: readonly TestCase[] = [];

/** The saved cases of a policy, the same in every tab of their owner. */
export function useCases(policyId: number): Cases {
  const device = useDevice();
  const { held } = useSession();
  const list = useLocal(context => readCases(context, policyId), [policyId]) ?? NONE;
  const ownerKey = localContext(device, held)?.ownerKey;
  const change = useCallback(
    async (next: (cases: readonly TestCase[]) => readonly TestCase[]): Promise<boolean> => {
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
    },
    [device, held, policyId, ownerKey],
  );
  const put = useCallback((testCase: TestCase) => change(cases => withCase(cases, testCase)), [change]);
  const remove = useCallback(
    async (testCase: TestCase) => {
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
    },
    [change],
  );
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
