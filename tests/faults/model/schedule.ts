import type { WithLock } from '#kit/locks.ts';
import type { BrowserContext } from './browser-context.ts';

/** Something that is on its way: a request, an answer, a lock. */
type Pending = { what: string; happen: () => void };

/** Decides nothing: what is on its way happens when, and in the order in which, the run says so. */
export type Schedule = {
  add(what: string, happen: () => void): void;
  size(): number;
  /** Lets one of the pending things happen; 0 is the oldest. Tells which it was. */
  step(pick: number): string | null;
};

/** A schedule on which nothing is yet. */
export function createSchedule(): Schedule {
  const pending: Pending[] = [];
  return {
    add: (what, happen) => void pending.push({ what, happen }),
    size: () => pending.length,
    step(pick) {
      const [taken] = pending.splice(pick % Math.max(1, pending.length), 1);
      taken?.happen();
      return taken?.what ?? null;
    },
  };
}

/** One turn of the event loop: what was ready has run. */
export function turn(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve));
}

type LockRequest = { browserContext: BrowserContext; begin: () => void; lose: () => void };
type Lock = { holder: LockRequest | null; queue: LockRequest[] };

/** The browser's locks over all its contexts: they outlive no context, can be frozen with one, and be stolen. */
export type Locks = {
  /** The locks as one context asks for them. */
  of(browserContext: BrowserContext): WithLock;
  holderOf(name: string): BrowserContext | null;
};

/** Locks of a browser that has just been started. What waits for a lock gets it through the schedule. */
export function createLocks(schedule: Schedule): Locks {
  const locks = new Map<string, Lock>();
  const lockOf = (name: string) => {
    const known = locks.get(name);
    if (known) return known;
    const fresh: Lock = { holder: null, queue: [] };
    locks.set(name, fresh);
    return fresh;
  };

  function grant(name: string, request: LockRequest): void {
    lockOf(name).holder = request;
    request.browserContext.deliver(request.begin);
  }

  function release(name: string, request: LockRequest): void {
    const lock = lockOf(name);
    lock.queue = lock.queue.filter(other => other !== request);
    if (lock.holder !== request) return;
    lock.holder = null;
    if (lock.queue.length > 0) schedule.add(`lock ${name}`, () => grantNext(name));
  }

  function grantNext(name: string): void {
    const lock = lockOf(name);
    const next = lock.holder ? undefined : lock.queue.shift();
    if (next) grant(name, next);
  }

  function ask(name: string, request: LockRequest, steals: boolean): void {
    const lock = lockOf(name);
    if (steals) {
      lock.holder?.lose();
      grant(name, request);
    } else if (lock.holder || lock.queue.length > 0) lock.queue.push(request);
    else grant(name, request);
  }

  const of = (browserContext: BrowserContext): WithLock => {
    /** How many run: one whose lock was taken goes on, and another of the same context can follow it. */
    let passes = 0;
    return async (name, work, options) => {
      const isPass = name === 'drain';
      await browserContext.running();
      return new Promise((resolve, reject) => {
        const request: LockRequest = {
          browserContext,
          begin: () => {
            if (isPass) passes += 1;
            const over = () => {
              survived();
              release(name, request);
              if (isPass) passes -= 1;
              if (isPass && passes === 0 && !browserContext.isFrozen()) browserContext.isLate = false;
            };
            work().then(resolve, reject).finally(over);
          },
          lose() {
            browserContext.isLate = true;
            browserContext.deliver(() =>
              reject(new DOMException(`The lock ${name} was stolen`, 'AbortError')),
            );
          },
        };
        const survived = browserContext.onDeath(() => release(name, request));
        ask(name, request, options?.steal === true);
      });
    };
  };

  return { of, holderOf: name => lockOf(name).holder?.browserContext ?? null };
}
