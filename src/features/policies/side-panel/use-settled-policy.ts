import { useDeferredValue, useEffect, useState } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { countNodesAndLevels } from '#domain/policy/policy-size.ts';
import { useEditing } from '../editing.ts';

/** From so many nodes on, to think a policy over may take longer than the time between two keystrokes. */
const LARGE_FROM = 150;

const PAUSE_MS = 250;

/** The edited policy, for what is thought over anew at every change: a large one once there is a pause in the edits. */
export function useSettledPolicy(): Policy {
  const { policy } = useEditing();
  const deferred = useDeferredValue(policy);
  const [settled, settle] = useState(policy);
  useEffect(() => {
    const timer = window.setTimeout(() => settle(policy), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [policy]);
  return countNodesAndLevels(policy).nodes < LARGE_FROM ? deferred : settled;
}
