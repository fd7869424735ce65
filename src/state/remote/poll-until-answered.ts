import type { Api } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import { getUser } from '#contract/session.ts';
import { SECOND_MS } from '#kit/clock.ts';

/** While nobody answers, the screen that is looked at asks again so often. */
export const POLL_MS = 10 * SECOND_MS;

type Polling = { count: number; timer: ReturnType<typeof setInterval> };

const polling = new WeakMap<Api, Polling>();

/**
 * Asks the server for the least there is until somebody answers; once, however many pieces of a screen wait for it.
 * A form reads nothing of its own: without this its button would stay disabled for ever. Returns how to stop.
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
