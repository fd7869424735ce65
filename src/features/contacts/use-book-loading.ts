import { useCallback, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { type Result, success } from '#kit/result.ts';
import { useDataSaver } from '#state/data-saver.ts';
import { useLocal, usePullContext } from '#state/local.ts';
import type { PullContext } from '#sync/pull.ts';
import { joinPullBook, pullContactPage, pullFirstPage, readNextPage } from './offline/pull-contacts.ts';

export type BookLoading = {
  busy: boolean;
  problem: Problem | null;
  /** Whether the server's list may hold further pages. */
  hasPages: boolean;
  /** Brings the whole book; of one never had, only its first page while data is saved. */
  loadAll(): Promise<void>;
  /** Brings the next page of the server's list. */
  loadPage(): Promise<void>;
};

/** Fetches contacts onto the device at the user's wish; what came is seen through the database. */
export function useBookLoading(): BookLoading {
  const context = usePullContext();
  const isSaving = useDataSaver();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const nextPage = useLocal(({ cache }) => readNextPage(cache), []);

  const run = useCallback(
    async (pull: (context: PullContext) => Promise<Result<null, Problem>>) => {
      if (!context) return;
      setBusy(true);
      const pulled = await pull(context).finally(() => setBusy(false));
      setProblem(pulled.ok ? null : pulled.problem);
    },
    [context],
  );
  const loadAll = useCallback(() => run(isSaving ? pullSparingly : joinPullBook), [run, isSaving]);
  const loadPage = useCallback(() => run(pullNextPage), [run]);
  return { busy, problem, hasPages: nextPage !== null, loadAll, loadPage };
}

/** A book that this device has never had begins with its first page; one that it has is brought whole. */
async function pullSparingly(context: PullContext): Promise<Result<null, Problem>> {
  const isKnown = (await context.cache.marks.get('book')) !== undefined;
  return isKnown ? joinPullBook(context) : pullFirstPage(context);
}

async function pullNextPage(context: PullContext): Promise<Result<null, Problem>> {
  const page = await readNextPage(context.cache);
  return page === null ? success(null) : pullContactPage(context, page);
}
