import { beforeEach, expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { createWebLocks } from './web-locks.ts';

type Waiting = { begin: () => Promise<unknown>; giveUp: (cause: unknown) => void };

/** A lock that the test gives to whoever waits first. */
let queue: Waiting[];
let page: EventTarget;
let withLock: ReturnType<typeof createWebLocks>;

function request(_name: string, { signal }: LockOptions, work: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      return work().then(resolve, reject);
    };
    const waiting: Waiting = { begin, giveUp: reject };
    const leave = () => {
      queue = queue.filter(each => each !== waiting);
      reject(new DOMException('withdrawn', 'AbortError'));
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave);
    queue.push(waiting);
  });
}

const grant = () => queue.shift()?.begin();
const say = (name: string) => page.dispatchEvent(new Event(name));

beforeEach(() => {
  queue = [];
  page = new EventTarget();
  withLock = createWebLocks(() => ({ request }) as unknown as LockManager, page); // all that is asked of it
});

it.each([
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
])(
  '[S21] a page that goes (%s) waits for no lock, and waits again once it is back (%s)',
  async (gone, back) => {
    const outcome = withLock('drain', async () => 'drained');
    expect(queue).toHaveLength(1);
    say(gone);
    expect(queue).toHaveLength(0);
    await Promise.resolve();
    say(back);
    await expect.poll(() => queue.length).toBe(1);
    await grant();
    expect(await outcome).toBe('drained');
  },
);

it('[S21] what a page asks for while it is away is asked for once it is back', async () => {
  say('pagehide');
  const outcome = withLock('drain', async () => 'drained');
  await Promise.resolve();
  expect(queue).toHaveLength(0);
  say('pageshow');
  await expect.poll(() => queue.length).toBe(1);
  await grant();
  expect(await outcome).toBe('drained');
});

it.each(['pagehide', 'freeze'])(
  '[S21] a page that goes (%s) gives up the lock that it holds, and its work ends all the same',
  async name => {
    const end = deferred();
    const outcome = withLock('drain', () => end.promise.then(() => 'drained'));
    const next = withLock('drain', async () => 'the next');
    const granted = grant();
    say(name);
    await granted;
    expect(queue).toHaveLength(0);
    end.resolve();
    expect(await outcome).toBe('drained');
    say('pageshow');
    await expect.poll(() => queue.length).toBe(1);
    await grant();
    expect(await next).toBe('the next');
  },
);

it('a page that comes back goes on with what it holds', async () => {
  const end = deferred();
  const outcome = withLock('drain', () => end.promise.then(() => 'drained'));
  const granted = grant();
  say('pagehide');
  say('pageshow');
  end.resolve();
  await granted;
  expect([await outcome, queue.length]).toEqual(['drained', 0]);
});

it.each(['pagehide', 'focus'])('what the work rejects with is told, also after %s', async name => {
  const outcome = withLock('drain', async () => {
    say(name);
    throw new DOMException('its own', 'AbortError');
  });
  const rejection = expect(outcome).rejects.toThrow('its own');
  await grant();
  await rejection;
});

it('[S21] a lock that another takes away is told', async () => {
  const outcome = withLock('drain', async () => 'drained');
  const rejection = expect(outcome).rejects.toThrow('stolen');
  queue.shift()?.giveUp(new DOMException('stolen', 'AbortError'));
  await rejection;
});
