import { afterAll, beforeAll, expect, it } from 'vitest';
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
