import { useState } from 'react';

/** Whether something is under way, and what went wrong with the last attempt; '' while nothing did. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function whileBusy(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, setProblem, whileBusy };
}
