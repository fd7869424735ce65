import { type Problem, problem } from '#api/problem.ts';
import { SECOND_MS } from '#kit/clock.ts';
import type { Entry, Owner } from '#storage/outbox-db.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { backoffMs, isDue, RETRY_CAP_MS } from './backoff.ts';
import { drain, type PassResult } from './drain.ts';
import type { DrainContext } from './drain-context.ts';
import { isSendable } from './eligible.ts';
import { readPayload } from './kind.ts';
import { isExpired, outlasts, readLease } from './lease.ts';
import { readLive } from './live-entries.ts';

/** [S22] Why a pass is asked for. */
export type Trigger = 'start' | 'saved' | 'online' | 'visible' | 'timer' | 'button' | 'sync';

/** Calls back later; returns how to forget it. A port, so that tests can turn time. */
export type Timer = (callback: () => void, delayMs: number) => () => void;

export type RunnerDeps = {
  context: DrainContext;
  /** Whose entries may go now; null when nobody is signed in. */
  owner: () => Owner | null;
  timer: Timer;
  /** Whether this context may take the lock from a frozen one ([S21]: a visible tab). */
  maySteal: () => boolean;
  /** After each pass, outside the lock: refresh what was sent, tell the user. */
  afterPass: (result: PassResult, owner: Owner) => Promise<void>;
};

export type Runner = {
  /** Asks for a pass; resolves when it is over. Never more than one waits per context. */
  wake(trigger: Trigger): Promise<void>;
  /** [S21] Takes over from a frozen context; to be asked now and then by a visible tab. */
  watch(): Promise<void>;
  stop(): void;
};

/** [S22] After `online` the network needs a moment, and not every phone at once should call. */
export const ONLINE_JITTER_MS = 3 * SECOND_MS;

/** Decides when to drain; what a pass does is drain.ts. */
export function createRunner(deps: RunnerDeps): Runner {
  const { context } = deps;
  let queued: Promise<void> | null = null;
  let failures = 0;
  let notBefore = 0;
  let cancelTimer = () => {};
  /** Since when a pass of this context has been waiting for the lock; null: none does. */
  let waitsSince: number | null = null;

  /** A wake-up joins the pass that waits for the lock; once that one runs, the next wake-up queues another. */
  async function wake(trigger: Trigger): Promise<void> {
    // The button does not wait for this: the jitter lies before the queue, not in it.
    if (trigger === 'online') await pause(deps.timer, context.random() * ONLINE_JITTER_MS);
    if (trigger === 'online' || trigger === 'button') await resetBackoff(trigger);
    // The back-off is not over: the timer has fired early, or something was saved meanwhile. It is set again.
    else if (!isDue(notBefore, context.now())) return arm(notBefore);
    if (queued) return queued;
    const leaveQueue = () => {
      if (queued === turn) queued = null;
    };
    // Started in a microtask: without an owner a pass ends at once, before `queued` is set, which nobody would clear then.
    const turn: Promise<void> = Promise.resolve().then(() => pass(leaveQueue));
    queued = turn;
    return turn;
  }

  async function pass(onStart: () => void): Promise<void> {
    try {
      const owner = deps.owner();
      // [S7] A newer version of the app has taken the database over: it drains now, not this tab.
      if (!owner || context.db.outdated) return;
      const result = await passUnderLock(owner, onStart);
      remember(result);
      // Before what follows a pass: whatever becomes of that, the next attempt has its timer.
      await schedule(owner, result.problem);
      await deps.afterPass(result, owner);
    } finally {
      onStart();
    }
  }

  async function passUnderLock(owner: Owner, onStart: () => void): Promise<PassResult> {
    const isFrozen = await holderIsFrozen();
    const withLock: DrainContext['withLock'] = (name, work, options) => {
      const begin = () => {
        waitsSince = null;
        onStart();
        return work();
      };
      return context.withLock(name, begin, options);
    };
    waitsSince ??= context.now();
    try {
      return await drain({ ...context, withLock }, owner, isFrozen ? { steal: true } : undefined);
    } catch (cause) {
      // Another tab took the lock from this one while it was frozen; that tab drains now.
      if (cause instanceof DOMException && cause.name === 'AbortError') return { sent: 0, problem: null };
      // The device's own fault, e.g. of its disk: reported, and tried again later.
      remember({ sent: 0, problem: problem('offline') });
      arm(notBefore);
      throw cause;
    }
  }

  function remember({ sent, problem: blockedReason }: PassResult): void {
    // Whoever is told to wait in the midst of sending has not failed before.
    failures = blockedReason ? 1 + (sent > 0 ? 0 : failures) : 0;
    const wait = blockedReason ? backoffMs(failures, context.random, blockedReason.retryAfterMs) : 0;
    notBefore = blockedReason ? context.now() + wait : 0;
  }

  /** [S23] The button ends every wait. The network's return does not bring the echo that an answer lacked: that wait goes on. */
  async function resetBackoff(trigger: 'online' | 'button'): Promise<void> {
    failures = 0;
    notBefore = 0;
    const sendable = context.db.entries.where('state').anyOf('queued', 'unsure');
    const isOver = ({ nextAt, error }: Entry) => nextAt > 0 && (trigger === 'button' || !error?.lacksEcho);
    await sendable.filter(isOver).modify({ nextAt: 0 });
  }

  async function schedule(owner: Owner, blockedReason: Problem | null): Promise<void> {
    const live = await readLive(context.db, ownerKeyOf(owner));
    // A parked entry waits for a newer app ([S4]), a question for the user: no timer helps either.
    const sendable = live.filter(entry => isSendable(entry) && readPayload(context.kinds, entry) !== null);
    const times = sendable.map(entry => entry.nextAt).filter(nextAt => blockedReason || nextAt > 0);
    if (times.length === 0) return cancelTimer();
    const at = Math.max(notBefore, Math.min(...times));
    arm(at);
  }

  function arm(at: number): void {
    cancelTimer();
    // A clock that was set back makes the time look far away ([S5]).
    const delayMs = Math.min(RETRY_CAP_MS, Math.max(SECOND_MS, at - context.now()));
    cancelTimer = deps.timer(() => void wake('timer'), delayMs);
  }

  async function watch(): Promise<void> {
    if (await holderIsFrozen()) await pass(() => {});
  }

  /** [S21] It has a lease and does not renew it; or it froze before it took one, while somebody here waits. */
  async function holderIsFrozen(): Promise<boolean> {
    if (!deps.maySteal()) return false;
    const lease = await readLease(context.db);
    if (lease.holder !== '') return isExpired(lease, context.now());
    return waitsSince !== null && outlasts(waitsSince, context.now());
  }

  return { wake, watch, stop: () => cancelTimer() };
}

function pause(timer: Timer, delayMs: number): Promise<void> {
  return new Promise(resolve => void timer(resolve, delayMs));
}
