import { beforeEach, expect, it } from 'vitest';
import { type Problem, problem } from '#api/problem.ts';
import { deferred } from '#kit/deferred.ts';
import { createSendThenFetch } from './send-then-fetch.ts';

let done: string[];
let isSparing: boolean;
/** What a pass does before it ends, and how many entries it sends. */
let pass: () => Promise<number>;
let fetching: () => Promise<void>;
/** What a fetch of everything ends with. */
let problemOfFetch: Problem | null;
let runOutOfPatience: () => void;
/** The timers that were set, in ms. */
let delays: number[];
let exchange: ReturnType<typeof createSendThenFetch>;

beforeEach(() => {
  done = [];
  isSparing = false;
  pass = async () => 0;
  fetching = async () => {};
  problemOfFetch = null;
  delays = [];
  runOutOfPatience = () => {};
  exchange = createSendThenFetch({
    async wake(trigger) {
      done.push(trigger);
      await exchange.afterPass(await pass());
    },
    async fetchAll() {
      done.push('all');
      await fetching();
      return problemOfFetch;
    },
    fetchMissing: async () => void done.push('little'),
    fetchConfirmed: async () => void done.push('confirmed'),
    isSavingData: () => isSparing,
    timer(callback, delayMs) {
      runOutOfPatience = callback;
      delays.push(delayMs);
      return () => {};
    },
    random: () => 0,
  });
});

it('sends first, then fetches everything once', async () => {
  pass = async () => 3;
  await exchange.sendAndFetch('start');
  expect(done).toEqual(['start', 'all']);
});

it('after a pass that no fetch follows, what was confirmed is fetched', async () => {
  await exchange.afterPass(1);
  expect(done).toEqual(['confirmed']);
});

it('two moments at once cost one fetch', async () => {
  const slow = deferred();
  fetching = () => slow.promise;
  const both = Promise.all([exchange.sendAndFetch('start'), exchange.sendAndFetch('online')]);
  slow.resolve();
  await both;
  expect(done).toEqual(['start', 'online', 'all']);
});

it('what a pass confirmed is not expected of a fetch that began before', async () => {
  const slow = deferred();
  fetching = () => slow.promise;
  const wished = exchange.refresh();
  pass = async () => 1;
  const later = exchange.sendAndFetch('online');
  slow.resolve();
  await Promise.all([wished, later]);
  expect(done).toEqual(['all', 'online', 'all']);
});

it('a pass that waits for a frozen tab holds up no fetch, and is followed by its own when it ends', async () => {
  const frozen = deferred();
  pass = () => frozen.promise.then(() => 1);
  const exchanged = exchange.sendAndFetch('start');
  runOutOfPatience();
  await exchanged;
  expect(done).toEqual(['start', 'all']);
  frozen.resolve();
  await frozen.promise;
  await new Promise(resolve => setTimeout(resolve));
  expect(done).toEqual(['start', 'all', 'confirmed']);
});

it('while data is saved only what is missing and what was confirmed is fetched, until the user asks', async () => {
  isSparing = true;
  pass = async () => 1;
  await exchange.sendAndFetch('visible');
  expect(done).toEqual(['visible', 'confirmed', 'little']);
  await exchange.refresh();
  expect(done.at(-1)).toBe('all');
});

it.each([
  ['throttled', 60_000],
  ['unavailable', null],
] as const)('[S23] what a backend asks to fetch later (%s) is fetched later', async (kind, retryAfterMs) => {
  problemOfFetch = problem(kind, { retryAfterMs });
  await exchange.refresh();
  expect(delays).toEqual([retryAfterMs ?? 0]);
  problemOfFetch = null;
  runOutOfPatience();
  await exchange.refresh();
  expect([done, delays]).toEqual([['all', 'all'], [retryAfterMs ?? 0]]);
});

it('[S23] meanwhile only the user fetches earlier', async () => {
  problemOfFetch = problem('throttled', { retryAfterMs: 60_000 });
  await exchange.refresh();
  await exchange.sendAndFetch('visible');
  expect(done).toEqual(['all', 'visible']);
  await exchange.refresh();
  expect(done).toEqual(['all', 'visible', 'all']);
});

it('what failed otherwise waits for the network, or the user', async () => {
  problemOfFetch = problem('server', { status: 500 });
  await exchange.refresh();
  expect(delays).toEqual([]);
});
