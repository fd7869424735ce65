import type { Api } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import { getUser } from '#contract/session.ts';
import { SECOND_MS } from '#kit/clock.ts';

/** While the server does not answer, a visible screen asks again this often. */
export const POLL_MS = 10 * SECOND_MS;

type Polling = { count: number; timer: ReturnType<typeof setInterval> };

const polling = new WeakMap<Api, Polling>();

/**
 * Calls the cheapest endpoint until the server answers; one poll serves all components that wait. A form
 * reads nothing by itself: without the poll its button would stay disabled for ever. Returns how to stop.
 */
export function pollUntilAnswered(api: Api, onAnswer: (problem: Problem | null) => void): () => void {
  const ask = async () => {
    if (document.visibilityState === 'hidden') return;
    const answer = await api.call(getUser, {});
    onAnswer(answer.ok ? null : answer.problem);
  };
  const current = polling.get(api) ?? { count: 0, timer: setInterval(() => void ask(), POLL_MS) };
  current.count += 1;
  polling.set(api, current);
  return () => {
    current.count -= 1;
    if (current.count > 0) return;
    clearInterval(current.timer);
    polling.delete(api);
  };
}
