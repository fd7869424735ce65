import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { createRunner } from '#sync/runner.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import { anna } from '#tests/support/samples.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

it('[S22] a wake-up before anybody has signed in ends quietly and blocks none that follows', async () => {
  const phone = await backend.freshPhone();
  await phone.runner.wake('start');
  const { email } = await backend.createPromoter();
  await phone.signIn(email, backend.password);
  const entry = await phone.save('contact.create', anna);
  await phone.runner.wake('saved');
  expect((await phone.entry(entry.id)).state).toBe('done');
});

/** A signed-in phone whose timers ring when the test says so. */
async function phoneWithTimers(afterPass: (pass: number) => Promise<void> = async () => {}) {
  const phone = await backend.freshPhone();
  const { email } = await backend.createPromoter();
  await phone.signIn(email, backend.password);
  let rings: { callback: () => void; at: number }[] = [];
  /** Goes on, whatever the device's clock is turned to. */
  let elapsed = 0;
  let armed = 0;
  let passes = 0;
  const runner = createRunner({
    context: { ...phone.context, random: () => 0.4321 },
    owner: phone.session.owner,
    timer(callback, delayMs) {
      // As browsers do: whole milliseconds, cut down.
      const ring = { callback, at: elapsed + Math.trunc(delayMs) };
      armed += 1;
      rings.push(ring);
      return () => {
        rings = rings.filter(each => each !== ring);
      };
    },
    maySteal: () => true,
    async afterPass() {
      passes += 1;
      await afterPass(passes);
    },
  });
  /** Lets so much time pass, and every timer ring that it brings; each leads to a pass, or is set anew. */
  const wait = async (milliseconds: number) => {
    elapsed += milliseconds;
    phone.pass(milliseconds);
    const due = rings.filter(({ at }) => at <= elapsed);
    rings = rings.filter(ring => !due.includes(ring));
    const before = armed + passes;
    for (const { callback } of due) callback();
    if (due.length > 0) await expect.poll(() => armed + passes).toBeGreaterThan(before);
  };
  return { phone, runner, wait, stateOf: async (id: string) => (await phone.entry(id)).state };
}

it('[S22] a timer that rings a moment too early rings again', async () => {
  const { phone, runner, wait, stateOf } = await phoneWithTimers();
  const entry = await phone.save('contact.create', anna);
  phone.network.off();
  await runner.wake('start');
  phone.network.on();
  for (let second = 0; second < 30 && (await stateOf(entry.id)) !== 'done'; second += 1) await wait(500);
  expect(await stateOf(entry.id)).toBe('done');
});

it('[S22] what is saved while a pass is not due yet goes when it is, though nothing waited before', async () => {
  const { phone, runner, wait, stateOf } = await phoneWithTimers();
  const given = await phone.save('contact.create', anna);
  phone.network.off();
  await runner.wake('start');
  await phone.outbox.discard(given.id);
  phone.network.on();
  const entry = await phone.save('contact.create', anna);
  await runner.wake('saved');
  for (let second = 0; second < 30; second += 1) await wait(1_000);
  expect(await stateOf(entry.id)).toBe('done');
});

it('[S5] a clock that is set back while a pass waits delays it by no more than that', async () => {
  const { phone, runner, wait, stateOf } = await phoneWithTimers();
  const entry = await phone.save('contact.create', anna);
  phone.network.off();
  await runner.wake('start');
  phone.network.on();
  phone.pass(-5 * MINUTE_MS);
  for (let minute = 0; minute < 7; minute += 1) await wait(MINUTE_MS);
  expect(await stateOf(entry.id)).toBe('done');
});

it('[S22] what fails after a pass does not keep the next attempt from its timer', async () => {
  const { phone, runner, wait, stateOf } = await phoneWithTimers(async pass => {
    if (pass === 1) throw new Error('the cache is broken');
  });
  const entry = await phone.save('contact.create', anna);
  phone.network.off();
  await expect(runner.wake('start')).rejects.toThrow('the cache is broken');
  phone.network.on();
  for (let second = 0; second < 30; second += 1) await wait(1_000);
  expect(await stateOf(entry.id)).toBe('done');
});
