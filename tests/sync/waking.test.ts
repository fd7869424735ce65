import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('[S22] the timer that wakes for the next attempt is never early, though it knows whole milliseconds only', async () => {
  const phone = await backend.freshPhone();
  const { email } = await backend.createPromoter();
  await phone.signIn(email, backend.password);
  const entry = await phone.save('contact.create', anna);
  const rings: { callback: () => void; delayMs: number }[] = [];
  const runner = createRunner({
    context: { ...phone.context, random: () => 0.4321 },
    owner: phone.session.owner,
    timer(callback, delayMs) {
      rings.push({ callback, delayMs: Math.trunc(delayMs) });
      return () => {};
    },
    maySteal: () => true,
    afterPass: async () => {},
  });
  phone.network.off();
  await runner.wake('start');
  phone.network.on();

  const [ring] = rings;
  expect(ring).toBeDefined();
  phone.pass(ring?.delayMs ?? 0);
  ring?.callback();
  await expect.poll(async () => (await phone.entry(entry.id)).state, { timeout: 10_000 }).toBe('done');
});
