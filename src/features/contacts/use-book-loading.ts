import { useCallback, useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Result } from '#kit/result.ts';
import { usePullContext } from '#state/local.ts';
import type { PullContext } from '#sync/pull.ts';
import { pullBook, pullContactPage } from './offline/pull-contacts.ts';

export type BookLoading = {
  busy: boolean;
  problem: Problem | null;
  /** Whether the server's list may hold further pages. */
  hasPages: boolean;
  /** Brings the whole book. */
  loadAll(): Promise<void>;
  /** Brings the next page of the server's list. */
  loadPage(): Promise<void>;
};

/** Fetches contacts onto the device at the user's wish; what came is seen through the database. */
export function useBookLoading(): BookLoading {
  const context = usePullContext();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hasPages, setHasPages] = useState(true);
  const page = useRef(0);

  const run = useCallback(
    async <Value>(pull: (context: PullContext) => Promise<Result<Value, Problem>>) => {
      if (!context) return null;
      setBusy(true);
      const pulled = await pull(context).finally(() => setBusy(false));
      setProblem(pulled.ok ? null : pulled.problem);
      return pulled.ok ? pulled.value : null;
    },
    [context],
  );
  const loadAll = useCallback(async () => void (await run(pullBook)), [run]);
  const loadPage = useCallback(async () => {
    const next = page.current + 1;
    const pulled = await run(pulling => pullContactPage(pulling, next));
    if (!pulled) return;
    page.current = next;
    setHasPages(next < pulled.lastPage);
  }, [run]);
  return { busy, problem, hasPages, loadAll, loadPage };
}
