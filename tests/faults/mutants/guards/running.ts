import type { Exclusively } from '#kit/locks.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { releaseLease, takeLease } from '#sync/control.ts';
import { DRAIN_LOCK, LEASE_MS, readLease } from '#sync/lease.ts';
import { createRunner, ONLINE_JITTER_MS, type RunnerDeps } from '#sync/runner.ts';
import { deferred } from '#tests/support/deferred.ts';
import type { Phone } from '#tests/support/phone.ts';
import { refuse } from '../tiny-backend.ts';
import {
  type Guard,
  guard,
  openKeyedWorld,
  openWorld,
  people,
  requestsTo,
  same,
  statesOf,
  untilQuiet,
} from '../world.ts';

const SAVE = '/contacts/save';
const PROBE = '/contacts/getStates';
const HOUR_MS = 3_600_000;

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

/** A tab that froze with the lock in its hands, while its first request was under way. */
async function frozenTab() {
  const world = await openKeyedWorld();
  const entry = await world.phone.save('contact.create', people.anna);
  const late = world.network.hold(SAVE);
  const frozen = world.phone.runner.wake('button');
  await late.arrived;
  const tab = await world.phone.openTab();
  const end = async () => {
    late.release();
    await frozen;
  };
  return { ...world, entry, tab, end };
}

/** When a pass is asked for, and by whom. */
export const runningGuards: Guard[] = [
  guard('S21', 'a wake-up while the last pass is being told is not lost', async () => {
    const { phone } = await openKeyedWorld();
    const telling = deferred();
    const told = deferred();
    let passes = 0;
    const runner = runnerOf(phone, {
      async afterPass() {
        passes += 1;
        if (passes > 1) return;
        telling.resolve();
        await told.promise;
      },
    });
    const first = runner.wake('saved');
    await telling.promise;
    const { id } = await phone.save('contact.create', people.anna);
    const second = runner.wake('saved');
    told.resolve();
    await Promise.all([first, second]);
    same((await phone.entry(id)).state, 'done');
  }),

  guard('S22', 'a wake-up before anybody has signed in blocks none that follows', async () => {
    const { phone } = await openWorld();
    let isIn = false;
    const runner = runnerOf(phone, { owner: () => (isIn ? phone.session.owner() : null) });
    await runner.wake('start');
    isIn = true;
    const { id } = await phone.save('contact.create', people.anna);
    await runner.wake('saved');
    same((await phone.entry(id)).state, 'done');
  }),

  guard('S21', 'a context keeps at most one pass waiting', async () => {
    const world = await frozenTab();
    let passes = 0;
    const exclusively: Exclusively = (...request) => {
      passes += 1;
      return world.tab.context.exclusively(...request);
    };
    const runner = runnerOf({ ...world.tab, context: { ...world.tab.context, exclusively } });
    const waking = [runner.wake('saved'), runner.wake('visible'), runner.wake('saved')];
    await untilQuiet();
    same(passes, 1);
    await world.end();
    await Promise.all(waking);
  }),

  guard('S21', 'the lock of a tab that still shows up is not taken', async () => {
    const world = await frozenTab();
    world.tab.pass(LEASE_MS / 2);
    const runner = runnerOf(world.tab);
    const waking = [runner.wake('button'), runner.watch()];
    await untilQuiet();
    same(requestsTo(world, SAVE).length, 1);
    await world.end();
    await Promise.all(waking);
  }),

  ...[LEASE_MS + 1, -HOUR_MS].map(passed =>
    guard('S21', `the lock of a tab that froze is taken, the clock going ${passed} ms`, async () => {
      const world = await frozenTab();
      world.tab.pass(passed);
      await runnerOf(world.tab).watch();
      same((await world.tab.entry(world.entry.id)).state, 'done');
      await world.end();
    }),
  ),

  guard(
    'S21',
    'the lock of a tab that froze before it took a lease is taken by one that has waited',
    async () => {
      const { phone } = await openWorld();
      const { id } = await phone.save('contact.create', people.anna);
      const hold = deferred();
      const held = phone.context.exclusively(DRAIN_LOCK, () => hold.promise);
      const runner = runnerOf(phone);
      const waking = runner.wake('button');
      await untilQuiet();
      await runner.watch();
      same((await phone.entry(id)).state, 'queued');
      phone.pass(LEASE_MS + 1);
      await runner.watch();
      same((await phone.entry(id)).state, 'done');
      hold.resolve();
      await Promise.all([held, waking]);
    },
  ),

  guard('S21', 'a lease that was given back shows that somebody had it', async () => {
    const { phone } = await openWorld();
    const found = await readLease(phone.db);
    await takeLease(phone.db, found, { holder: 'thief', at: phone.clock.now });
    await releaseLease(phone.db, 'thief');
    same(await takeLease(phone.db, found, { holder: 'sleeper', at: phone.clock.now }), false);
  }),

  guard('S21', 'a hidden tab takes nobody’s lock', async () => {
    const world = await frozenTab();
    world.tab.pass(LEASE_MS + 1);
    const runner = runnerOf(world.tab, { maySteal: () => false });
    const waking = [runner.wake('button'), runner.watch()];
    await untilQuiet();
    same(requestsTo(world, SAVE).length, 1);
    await world.end();
    await Promise.all(waking);
  }),

  guard('S21', 'a tab whose lock was taken ends its pass quietly', async () => {
    const { phone } = await openWorld();
    const exclusively: Exclusively = () => Promise.reject(new DOMException('stolen', 'AbortError'));
    await runnerOf({ ...phone, context: { ...phone.context, exclusively } }).wake('saved');
  }),

  guard('S22', 'the earliest time to try again rings, and the entry goes', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(SAVE, '500-before');
    const { id } = await phone.save('contact.create', people.anna);
    const runner = runnerOf(phone);
    await runner.wake('saved');
    const { nextAt } = await phone.entry(id);
    same(
      runner.timers.map(({ delayMs }) => delayMs),
      [nextAt - phone.clock.now],
    );
    phone.pass(nextAt - phone.clock.now);
    runner.timers[0]?.ring();
    await runner.wake('timer');
    same((await phone.entry(id)).state, 'done');
  }),

  guard('S22', 'a timer that rings too early is set again', async () => {
    const { network, phone } = await openKeyedWorld();
    network.off();
    await phone.save('contact.create', people.anna);
    const runner = runnerOf(phone);
    await runner.wake('visible');
    runner.timers[0]?.ring();
    await untilQuiet();
    same(
      runner.timers.map(({ delayMs }) => delayMs),
      [2000],
    );
  }),

  guard('S22', 'whatever goes wrong in or after a pass, the next attempt has its timer', async () => {
    const { network, phone } = await openKeyedWorld();
    network.off();
    await phone.save('contact.create', people.anna);
    const fail = () => Promise.reject(new Error('the disk fails'));
    const failing = [
      runnerOf(phone, { afterPass: fail }),
      runnerOf({ ...phone, context: { ...phone.context, exclusively: fail } }),
    ];
    for (const runner of failing) {
      const woken = await runner.wake('visible').catch(() => 'failed');
      same([woken, runner.timers.length], ['failed', 1]);
    }
  }),

  guard('S5', 'a timer does not wait for a clock that was turned', async () => {
    const { network, phone } = await openKeyedWorld();
    network.fault(SAVE, '500-before');
    await phone.save('contact.create', people.anna);
    const runner = runnerOf(phone);
    await runner.wake('visible');
    phone.pass(-5 * 24 * HOUR_MS);
    network.off();
    await runner.wake('visible');
    same(
      runner.timers.map(({ delayMs }) => delayMs <= RETRY_CAP_MS),
      [true],
    );
  }),

  guard('S22', 'after «online» a random moment passes, at most three seconds', async () => {
    const { phone } = await openKeyedWorld();
    const runner = runnerOf(phone);
    const waking = runner.wake('online');
    const [timer] = runner.timers;
    same(timer?.delayMs, ONLINE_JITTER_MS / 2);
    timer?.ring();
    await waking;
  }),

  guard('S23', 'Retry-After holds every wake-up but the user’s', async () => {
    const world = await openKeyedWorld();
    const { network, phone } = world;
    network.answer(SAVE, () => refuse(503, 'resting', { 'Retry-After': '60' }));
    const { id } = await phone.save('contact.create', people.anna);
    const runner = runnerOf(phone);
    await runner.wake('saved');
    same(
      // What was asked for, and half of the first back-off on top.
      runner.timers.map(({ delayMs }) => delayMs),
      [62_000],
    );
    phone.pass(61_000);
    await runner.wake('visible');
    same(requestsTo(world, PROBE).length, 1);
    await runner.wake('button');
    same((await phone.entry(id)).state, 'done');
  }),

  guard('S23', 'a backend that cannot be reached is asked ever more seldom', async () => {
    const { network, phone } = await openKeyedWorld();
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
    same([waits, runner.timers.length], [[2000, 4000, 8000], 1]);
  }),

  ...(['online', 'button'] as const).map(trigger =>
    guard('S23', `«${trigger}» ends every wait`, async () => {
      const world = await openKeyedWorld();
      world.network.fault(SAVE, '500-before');
      await world.phone.save('contact.create', people.anna);
      const runner = runnerOf(world.phone);
      await runner.wake('saved');
      const waking = runner.wake(trigger);
      if (trigger === 'online') runner.timers.at(-1)?.ring();
      await waking;
      same(await statesOf(world), ['done']);
    }),
  ),

  guard('S5', 'a wait that a turned clock has made endless holds nothing', async () => {
    const world = await openKeyedWorld();
    world.network.off();
    await world.phone.save('contact.create', people.anna);
    const runner = runnerOf(world.phone);
    await runner.wake('visible');
    world.network.on();
    world.phone.pass(-RETRY_CAP_MS - HOUR_MS);
    await runner.wake('visible');
    same(await statesOf(world), ['done']);
  }),
];
