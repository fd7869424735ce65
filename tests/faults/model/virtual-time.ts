import { SECOND_MS } from '#kit/clock.ts';

/** Time as the model turns it: what really passes, and what the phone's clock says of it. */
export type VirtualTime = {
  /** What has really passed; timers and the server go by it. */
  real(): number;
  /** What the phone's clock says: it can be turned. */
  device(): number;
  /** Turns the phone's clock without any time passing. */
  turnClock(byMs: number): void;
  /** Lets time pass; each timer that comes due is called, and `settle` waits for what it caused. */
  pass(ms: number, settle: () => Promise<void>): Promise<void>;
  later(act: () => void, delayMs: number): () => void;
};

/** Where every run begins: the phone's clock is right. */
export const MORNING = Date.UTC(2026, 10, 20, 9);

/** A clock that stands until it is told to go on. */
export function createTime(): VirtualTime {
  let real = MORNING;
  let offset = 0;
  let count = 0;
  const timers = new Map<number, { at: number; act: () => void }>();
  const nextDue = (until: number) => {
    const due = [...timers].filter(([, { at }]) => at <= until);
    return due.sort(([one, { at }], [other, { at: later }]) => at - later || one - other)[0];
  };
  return {
    real: () => real,
    device: () => real + offset,
    turnClock(byMs) {
      offset += byMs;
    },
    async pass(ms, settle) {
      const until = real + ms;
      for (let next = nextDue(until); next; next = nextDue(until)) {
        const [id, { at, act }] = next;
        timers.delete(id);
        real = Math.max(real, at);
        act();
        await settle();
      }
      real = until;
    },
    later(act, delayMs) {
      count += 1;
      const id = count;
      timers.set(id, { at: real + delayMs, act });
      return () => void timers.delete(id);
    },
  };
}

/**
 * While `work` runs, timers of a second and more (a request's end, a sign-out's patience) go by virtual time.
 * Shorter ones are the machinery's own and stay.
 */
export async function underVirtualTimers<Outcome>(
  current: () => VirtualTime | null,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const set = (act: () => void, delayMs = 0) => {
    const time = current();
    return time && delayMs >= SECOND_MS ? { cancel: time.later(act, delayMs) } : realSet(act, delayMs);
  };
  const clear = (timer: unknown) => {
    if (typeof timer === 'object' && timer !== null && 'cancel' in timer) (timer.cancel as () => void)();
    else realClear(timer as Parameters<typeof realClear>[0]);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout: realSet, clearTimeout: realClear });
  }
}
