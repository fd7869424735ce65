import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { deferred } from '#kit/deferred.ts';
import type { WithLock } from '#kit/locks.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { releaseLease, takeLease } from '#sync/control-rows.ts';
import { DRAIN_LOCK, LEASE_MS, readLease } from '#sync/lease.ts';
import { createRunner, ONLINE_JITTER_MS, type RunnerDeps } from '#sync/runner.ts';
import type { Phone } from '#tests/support/phone.ts';
import { refuse } from './fake-server.ts';
import { PROBE, people, requestsTo, SAVE, setUp, setUpKeyed, statesOf, untilQuiet } from './fixture.ts';

/** A runner over a phone whose timers only this script lets ring. */
function runnerOf({ context, session }: Phone, rest: Partial<RunnerDeps> = {}) {
  const timers: { ring: () => void; delayMs: number }[] = [];
  const runner = createRunner({
    context,
    owner: session.owner,
    timer(ring, delayMs) {
      const forget = () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
      const timer = {
        delayMs,
        ring() {
          forget();
          ring();
        },
      };
      timers.push(timer);
      return forget;
    },
    maySteal: () => true,
    afterPass: async () => {},
    ...rest,
  });
  return { ...runner, timers };
}

/** Lets the time pass that the only timer waits for, and all happen that it brings. */
async function ringWhenDue({ timers }: ReturnType<typeof runnerOf>, phone: Phone): Promise<void> {
  expect(timers).toHaveLength(1);
  phone.pass(timers[0]?.delayMs ?? 0);
  timers[0]?.ring();
  await untilQuiet();
}

/** A tab that froze with the lock in its hands, while its first request was under way. */
async function frozenTab() {
  const setup = await setUpKeyed();
  const entry = await setup.phone.save('contact.create', people.anna);
  const late = setup.network.hold(SAVE);
  const frozen = setup.phone.runner.wake('button');
  await late.arrived;
  const tab = await setup.phone.openTab();
  const end = async () => {
    late.release();
    await frozen;
  };
  return { ...setup, entry, tab, end };
}

it('[S21] a wake-up while the last pass is being told is not lost', async () => {
  const { phone } = await setUpKeyed();
  const announcing = deferred();
  const received = deferred();
  let passes = 0;
  const runner = runnerOf(phone, {
    async afterPass() {
      passes += 1;
      if (passes > 1) return;
      announcing.resolve();
      await received.promise;
    },
  });
  const first = runner.wake('saved');
  await announcing.promise;
  const { id } = await phone.save('contact.create', people.anna);
  const second = runner.wake('saved');
  received.resolve();
  await Promise.all([first, second]);
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S22] a wake-up before anybody has signed in blocks none that follows', async () => {
  const { phone } = await setUp();
  let isIn = false;
  const runner = runnerOf(phone, { owner: () => (isIn ? phone.session.owner() : null) });
  await runner.wake('start');
  isIn = true;
  const { id } = await phone.save('contact.create', people.anna);
  await runner.wake('saved');
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S21] a context keeps at most one pass waiting', async () => {
  const setup = await frozenTab();
  let passes = 0;
  const withLock: WithLock = (...request) => {
    passes += 1;
    return setup.tab.context.withLock(...request);
  };
  const runner = runnerOf({ ...setup.tab, context: { ...setup.tab.context, withLock } });
  const waking = [runner.wake('saved'), runner.wake('visible'), runner.wake('saved')];
  await untilQuiet();
  expect(passes).toBe(1);
  await setup.end();
  await Promise.all(waking);
});

it('[S21] the lock of a tab that still shows up is not taken', async () => {
  const setup = await frozenTab();
  setup.tab.pass(LEASE_MS / 2);
  const runner = runnerOf(setup.tab);
  const waking = [runner.wake('button'), runner.watch()];
  await untilQuiet();
  expect(requestsTo(setup, SAVE).length).toBe(1);
  await setup.end();
  await Promise.all(waking);
});

it.each([LEASE_MS + 1, -HOUR_MS])(
  '[S21] the lock of a tab that froze is taken, the clock going %s ms',
  async passed => {
    const setup = await frozenTab();
    setup.tab.pass(passed);
    await runnerOf(setup.tab).watch();
    expect((await setup.tab.entry(setup.entry.id)).state).toBe('done');
    await setup.end();
  },
);

it('[S21] the lock of a tab that froze before it took a lease is taken by one that has waited', async () => {
  const { phone } = await setUp();
  const { id } = await phone.save('contact.create', people.anna);
  const hold = deferred();
  const held = phone.context.withLock(DRAIN_LOCK, () => hold.promise);
  const runner = runnerOf(phone);
  const waking = runner.wake('button');
  await untilQuiet();
  await runner.watch();
  expect((await phone.entry(id)).state).toBe('queued');
  phone.pass(LEASE_MS + 1);
  await runner.watch();
  expect((await phone.entry(id)).state).toBe('done');
  hold.resolve();
  await Promise.all([held, waking]);
});

it('[S21] a lease that was given back shows that somebody had it', async () => {
  const { phone } = await setUp();
  const found = await readLease(phone.db);
  await takeLease(phone.db, found, { holder: 'thief', at: phone.clock.now });
  await releaseLease(phone.db, 'thief');
  expect(await takeLease(phone.db, found, { holder: 'sleeper', at: phone.clock.now })).toBe(false);
  expect((await readLease(phone.db)).holder).toBe('');
});

it('[S21] a hidden tab takes nobody’s lock', async () => {
  const setup = await frozenTab();
  setup.tab.pass(LEASE_MS + 1);
  const runner = runnerOf(setup.tab, { maySteal: () => false });
  const waking = [runner.wake('button'), runner.watch()];
  await untilQuiet();
  expect(requestsTo(setup, SAVE).length).toBe(1);
  await setup.end();
  await Promise.all(waking);
});

it('[S21] a tab whose lock was taken ends its pass quietly', async () => {
  const { phone } = await setUp();
  const withLock: WithLock = () => Promise.reject(new DOMException('stolen', 'AbortError'));
  await runnerOf({ ...phone, context: { ...phone.context, withLock } }).wake('saved');
});

it('[S22] the earliest time to try again rings, and the entry goes', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, '500-before');
  const { id } = await phone.save('contact.create', people.anna);
  const runner = runnerOf(phone);
  await runner.wake('saved');
  const { nextAt } = await phone.entry(id);
  expect(runner.timers.map(({ delayMs }) => delayMs)).toEqual([nextAt - phone.clock.now]);
  phone.pass(nextAt - phone.clock.now);
  runner.timers[0]?.ring();
  await runner.wake('timer');
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S22] a timer that rings too early is set again', async () => {
  const { network, phone } = await setUpKeyed();
  network.off();
  await phone.save('contact.create', people.anna);
  const runner = runnerOf(phone);
  await runner.wake('visible');
  runner.timers[0]?.ring();
  await untilQuiet();
  expect(runner.timers.map(({ delayMs }) => delayMs)).toEqual([2000]);
});

it('[S22] whatever goes wrong in or after a pass, the next attempt has its timer', async () => {
  const { network, phone } = await setUpKeyed();
  network.off();
  await phone.save('contact.create', people.anna);
  const fail = () => Promise.reject(new Error('the disk fails'));
  const failing = [
    runnerOf(phone, { afterPass: fail }),
    runnerOf({ ...phone, context: { ...phone.context, withLock: fail } }),
  ];
  for (const runner of failing) {
    const woken = await runner.wake('visible').catch(() => 'failed');
    expect([woken, runner.timers.length]).toEqual(['failed', 1]);
  }
});

it('[S5] a timer does not wait for a clock that was turned', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, '500-before');
  await phone.save('contact.create', people.anna);
  const runner = runnerOf(phone);
  await runner.wake('visible');
  phone.pass(-5 * 24 * HOUR_MS);
  network.off();
  await runner.wake('visible');
  expect(runner.timers.map(({ delayMs }) => delayMs <= RETRY_CAP_MS)).toEqual([true]);
});

it('[S22] after «online» a random moment passes, at most three seconds', async () => {
  const { phone } = await setUpKeyed();
  const runner = runnerOf(phone);
  const waking = runner.wake('online');
  const [timer] = runner.timers;
  expect(timer?.delayMs).toEqual(ONLINE_JITTER_MS / 2);
  timer?.ring();
  await waking;
});

it('[S23] Retry-After holds every wake-up but the user’s', async () => {
  const setup = await setUpKeyed();
  const { network, phone } = setup;
  network.answer(SAVE, () => refuse(503, 'resting', { 'Retry-After': '60' }));
  const { id } = await phone.save('contact.create', people.anna);
  const runner = runnerOf(phone);
  await runner.wake('saved');
  // What was asked for, and half of the first back-off on top.
  expect(runner.timers.map(({ delayMs }) => delayMs)).toEqual([62_000]);
  phone.pass(61_000);
  await runner.wake('visible');
  expect(requestsTo(setup, PROBE).length).toBe(1);
  await runner.wake('button');
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S23] a server that cannot be reached is asked ever more seldom', async () => {
  const { network, phone } = await setUpKeyed();
  network.off();
  await phone.save('contact.create', people.anna);
  const runner = runnerOf(phone);
  const waits: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await runner.wake('visible');
    const delayMs = runner.timers.at(-1)?.delayMs ?? 0;
    waits.push(delayMs);
    phone.pass(delayMs);
  }
  expect([waits, runner.timers.length]).toEqual([[2000, 4000, 8000], 1]);
});

/** What a network that is back may change. */
const ANSWERS_TO_WAIT_AFTER: readonly (() => Response)[] = [
  () => {
    throw new TypeError('connection lost');
  },
  () => new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } }),
  () => new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
  () => refuse(500, 'down'),
];

it.each(
  (['online', 'button'] as const).flatMap(trigger =>
    ANSWERS_TO_WAIT_AFTER.map(respond => ({ trigger, respond })),
  ),
)('[S23] «$trigger» ends every wait', async ({ trigger, respond }) => {
  const setup = await setUpKeyed();
  setup.network.answer(SAVE, respond);
  await setup.phone.save('contact.create', people.anna);
  const runner = runnerOf(setup.phone);
  await runner.wake('saved');
  const waking = runner.wake(trigger);
  if (trigger === 'online') runner.timers.at(-1)?.ring();
  await waking;
  expect(await statesOf(setup)).toEqual(['done']);
});

it('[S5] a wait that a turned clock has made endless holds nothing', async () => {
  const setup = await setUpKeyed();
  setup.network.off();
  await setup.phone.save('contact.create', people.anna);
  const runner = runnerOf(setup.phone);
  await runner.wake('visible');
  setup.network.on();
  setup.phone.pass(-RETRY_CAP_MS - HOUR_MS);
  await runner.wake('visible');
  expect(await statesOf(setup)).toEqual(['done']);
});

it('[S22] what is saved while a pass is not due yet goes when it is, though nothing waited before', async () => {
  const { network, phone } = await setUp();
  const given = await phone.save('contact.create', people.anna);
  network.off();
  const runner = runnerOf(phone);
  await runner.wake('start');
  await phone.outbox.discard(given.id);
  network.on();
  const { id } = await phone.save('contact.create', people.anna);
  await runner.wake('saved');
  await ringWhenDue(runner, phone);
  expect((await phone.entry(id)).state).toBe('done');
});

it('[S5] a clock that is set back while a pass waits delays it by no more than that', async () => {
  const { network, phone } = await setUp();
  const { id } = await phone.save('contact.create', people.anna);
  network.off();
  const runner = runnerOf(phone);
  await runner.wake('start');
  network.on();
  const waits = runner.timers.map(({ delayMs }) => delayMs);
  phone.pass(-5 * MINUTE_MS);
  await ringWhenDue(runner, phone);
  expect((await phone.entry(id)).state).toBe('queued');
  expect(runner.timers.map(({ delayMs }) => delayMs)).toEqual([5 * MINUTE_MS]);
  expect(waits).toEqual([2000]);
  await ringWhenDue(runner, phone);
  expect((await phone.entry(id)).state).toBe('done');
});
