import { describe, expect, it, vi } from 'vitest';
import { OUTBOX_SYNC_TAG, takeOver, wake } from '#sync/worker-messages.ts';
import type { LinkEnvironment } from './link-environment.ts';
import type { UpdateSource } from './registration.ts';
import { workerLink } from './worker-link.ts';

/** A page under a worker, with a browser of the test's own. */
function linked({
  isControlled = true,
  ...change
}: Partial<LinkEnvironment> & { isControlled?: boolean } = {}) {
  const container = Object.assign(new EventTarget(), {
    controller: isControlled ? { name: 'old worker' } : null,
  });
  const waiting = { postMessage: vi.fn() };
  let listenFor = (_handler: () => void) => {};
  const listening = new Promise<() => void>(resolve => {
    listenFor = resolve;
  });
  const state = {
    isWaiting: false,
    hasMoved: false,
    isVisible: true,
    isFillingIn: false,
    isReachable: true,
    now: 1_000_000,
  };
  const source = {
    onWaiting: (handler: () => void) => listenFor(handler),
    waiting: () => (state.isWaiting ? waiting : null),
    update: vi.fn(async () => {}),
    sync: { register: vi.fn(async (_tag: string) => {}) },
    hasMoved: async () => state.hasMoved,
  } satisfies UpdateSource;
  const memory = new Map<string, string>();
  const timers: { ms: number; run: () => void }[] = [];
  const world = {
    container,
    window: new EventTarget(),
    page: new EventTarget(),
    memory: { getItem: key => memory.get(key) ?? null, setItem: (key, value) => void memory.set(key, value) },
    register: async () => source,
    startMessages: vi.fn(),
    isVisible: () => state.isVisible,
    isFillingIn: () => state.isFillingIn,
    isReachable: async () => state.isReachable,
    now: () => state.now,
    reload: vi.fn(),
    every: (ms, run) => {
      timers.push({ ms, run });
      return () => {};
    },
    after: (ms, run) => void timers.push({ ms, run }),
  } satisfies LinkEnvironment;
  const handlers = { onUpdate: vi.fn(), onWake: vi.fn() };
  return {
    link: workerLink(handlers, { ...world, ...change }),
    world,
    handlers,
    source,
    state,
    waiting,
    timers,
    say: (data: unknown) => container.dispatchEvent(new MessageEvent('message', { data })),
    changeController: () => container.dispatchEvent(new Event('controllerchange')),
    async findUpdate() {
      const sayWaiting = await listening;
      state.isWaiting = true;
      sayWaiting();
    },
    async loseChunk() {
      world.window.dispatchEvent(new Event('vite:preloadError'));
      await new Promise(resolve => setTimeout(resolve));
    },
  };
}

describe('an update', () => {
  it('is offered when a new worker waits, and nothing reloads by itself', async () => {
    const { findUpdate, handlers, world } = linked();
    await findUpdate();
    expect(handlers.onUpdate).toHaveBeenCalledOnce();
    expect(world.reload).not.toHaveBeenCalled();
  });

  it('waits for the hook, then lets the new worker take over, and reloads at the change of control', async () => {
    const { link, findUpdate, changeController, waiting, world } = linked();
    await findUpdate();
    const before = vi.fn(async () => expect(waiting.postMessage).not.toHaveBeenCalled());
    expect(await link.applyUpdate(before)).toBe(true);
    expect(before).toHaveBeenCalledOnce();
    expect(waiting.postMessage).toHaveBeenCalledWith(takeOver);
    expect(world.reload).not.toHaveBeenCalled();
    changeController();
    expect(world.reload).toHaveBeenCalledOnce();
  });

  it('reloads after five seconds when the change of control never comes', async () => {
    const { link, findUpdate, timers, world } = linked();
    await findUpdate();
    await link.applyUpdate();
    timers.find(timer => timer.ms === 5000)?.run();
    expect(world.reload).toHaveBeenCalledOnce();
  });

  it('does not happen when the hook refuses', async () => {
    const { link, findUpdate, changeController, waiting, world } = linked();
    await findUpdate();
    const refuse = async () => Promise.reject(new Error('a form is dirty'));
    await expect(link.applyUpdate(refuse)).rejects.toThrow('a form is dirty');
    changeController();
    expect(waiting.postMessage).not.toHaveBeenCalled();
    expect(world.reload).not.toHaveBeenCalled();
  });

  it('made by another tab is offered here instead of reloading under the hands of the user', async () => {
    const { link, changeController, handlers, world } = linked();
    changeController();
    await vi.waitFor(() => expect(handlers.onUpdate).toHaveBeenCalledOnce());
    expect(world.reload).not.toHaveBeenCalled();
    expect(await link.applyUpdate()).toBe(true);
    expect(world.reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['when the very first worker takes control', false, false],
    ['when the same version takes control under another scope', true, true],
  ])('is not reported %s', async (_what, isControlled, hasMoved) => {
    const { link, changeController, handlers, state, world } = linked({ isControlled });
    state.hasMoved = hasMoved;
    changeController();
    expect(await link.applyUpdate()).toBe(false);
    expect(handlers.onUpdate).not.toHaveBeenCalled();
    expect(world.reload).not.toHaveBeenCalled();
  });

  it('cannot be applied when there is none', async () => {
    const { link, world } = linked();
    expect(await link.applyUpdate()).toBe(false);
    expect(world.reload).not.toHaveBeenCalled();
  });
});

describe('the check for updates', () => {
  it('runs in the foreground, at a new connection and hourly', async () => {
    const { world, source, state, timers } = linked();
    world.page.dispatchEvent(new Event('visibilitychange'));
    world.window.dispatchEvent(new Event('online'));
    timers.find(timer => timer.ms === 3_600_000)?.run();
    state.isVisible = false;
    world.page.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(source.update).toHaveBeenCalledTimes(3));
  });

  it('says unreachable offline instead of failing', async () => {
    const { link, source } = linked();
    source.update.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await link.checkForUpdate()).toBe('unreachable');
  });
});

describe('the worker', () => {
  it('wakes the page, and a stranger who posts something does not', () => {
    const { say, handlers } = linked();
    say({ type: 'something else' });
    say('wake');
    expect(handlers.onWake).not.toHaveBeenCalled();
    say(wake);
    expect(handlers.onWake).toHaveBeenCalledOnce();
  });

  it('is asked for a background sync where the browser has one', async () => {
    const { link, source } = linked();
    expect(await link.requestBackgroundSync()).toBe('registered');
    expect(source.sync.register).toHaveBeenCalledWith(OUTBOX_SYNC_TAG);
    source.sync.register.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    expect(await link.requestBackgroundSync()).toBe('unavailable');
  });

  it('may be missing altogether', async () => {
    const { link } = linked({ container: undefined });
    expect(await link.applyUpdate()).toBe(false);
    expect(await link.checkForUpdate()).toBe('unavailable');
    expect(await link.requestBackgroundSync()).toBe('unavailable');
  });

  it('that the browser refuses leaves a working page', async () => {
    const { link } = linked({ register: () => Promise.reject(new Error('insecure origin')) });
    expect(await link.checkForUpdate()).toBe('unavailable');
  });
});

describe('a chunk that the new server no longer has', () => {
  it('reloads the page once and then leaves the error to the screen', async () => {
    const { loseChunk, world, state } = linked();
    await loseChunk();
    expect(world.reload).toHaveBeenCalledOnce();
    await loseChunk();
    expect(world.reload).toHaveBeenCalledOnce();
    state.now += 61_000;
    await loseChunk();
    expect(world.reload).toHaveBeenCalledTimes(2);
  });

  it('does not reload over a form: what was loaded ahead is missed by nobody', async () => {
    const { loseChunk, world, state } = linked();
    state.isFillingIn = true;
    await loseChunk();
    expect(world.reload).not.toHaveBeenCalled();
  });

  it('does not reload while the server is out of reach, where reloading cannot help', async () => {
    const { loseChunk, world, state } = linked();
    state.isReachable = false;
    await loseChunk();
    expect(world.reload).not.toHaveBeenCalled();
  });
});
