import type { Problem } from '#api/problem.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { backoffMs, type Random } from '#sync/backoff.ts';
import type { Timer, Trigger } from '#sync/runner.ts';
import { asksToWait } from '#sync/verdict.ts';

/** A pass may wait for another tab that is frozen: after so long the fetch goes on without it. */
const SEND_TIMEOUT_MS = 15 * SECOND_MS;

type SendThenFetchDeps = {
  wake(trigger: Trigger): Promise<void>;
  /** Everything that the field needs; only what is missing; what a pass has confirmed. */
  fetchAll(): Promise<Problem | null>;
  fetchMissing(): Promise<void>;
  fetchConfirmed(): Promise<void>;
  /** Whether only what was asked for should come. */
  isSavingData(): boolean;
  timer: Timer;
  random: Random;
};

/** Brings sending and fetching into one order, so that nothing is fetched twice. */
export function createSendThenFetch(deps: SendThenFetchDeps) {
  let running: Promise<Problem | null> | null = null;
  /** How many fetches of everything wait for a pass to end. */
  let waitingFetches = 0;
  /** Something was confirmed since the running fetch began: it cannot have brought that. */
  let hasConfirmed = false;
  /** Fetches in a row that the backend has asked to repeat later; the next one has its timer then. */
  let postponed = 0;
  let cancelTimer = () => {};

  /** Fetches everything, at the user's wish; joins a fetch that is under way. */
  function refresh(): Promise<Problem | null> {
    if (running) return running;
    hasConfirmed = false;
    cancelTimer();
    running = fetchOrPostpone().finally(() => {
      running = null;
    });
    return running;
  }

  /** [S23] A book that is larger than what a backend gives in a minute comes in pieces. */
  async function fetchOrPostpone(): Promise<Problem | null> {
    const problem = await deps.fetchAll();
    postponed = problem && asksToWait(problem) ? postponed + 1 : 0;
    if (problem && postponed > 0) {
      const delayMs = backoffMs(postponed, deps.random, problem.retryAfterMs);
      cancelTimer = deps.timer(() => void refresh(), delayMs);
    }
    return problem;
  }

  async function fetchAfterPass(): Promise<void> {
    if (deps.isSavingData()) return deps.fetchMissing();
    if (running && hasConfirmed) await running;
    if (postponed === 0 || running) await refresh();
  }

  return {
    refresh,
    /** Sends what waits, then fetches: side by side both would ask for the same things. */
    async sendAndFetch(trigger: Trigger): Promise<void> {
      waitingFetches += 1;
      const timeout = new Promise<void>(resolve => void deps.timer(resolve, SEND_TIMEOUT_MS));
      await Promise.race([deps.wake(trigger), timeout]).finally(() => {
        waitingFetches -= 1;
      });
      await fetchAfterPass();
    },
    /** To be told of each pass and how many entries it sent. */
    async afterPass(sent: number): Promise<void> {
      if (sent > 0) hasConfirmed = true;
      if (waitingFetches === 0 || deps.isSavingData()) await deps.fetchConfirmed();
    },
  };
}
