/** [S23] A backend without keys that answers 60 requests a minute, as Laravel's throttle does. */
import { expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { createRunner, type Trigger } from '#sync/runner.ts';
import type { FakeServer } from './rules/fake-server.ts';
import {
  namesOn,
  orderTo,
  PROBE,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUp,
  statesOf,
} from './rules/fixture.ts';

const PER_MINUTE = 60;

/** From the first request of a minute on; who comes too often is told to wait, as text. */
function throttle({ server, phone }: Setup, perMinute = PER_MINUTE): void {
  let opened = Number.NEGATIVE_INFINITY;
  let count = 0;
  server.intercept = () => {
    const now = phone.clock.now;
    if (now - opened >= MINUTE_MS) [opened, count] = [now, 0];
    count += 1;
    if (count <= perMinute) return null;
    const retryAfter = String(Math.ceil((opened + MINUTE_MS - now) / SECOND_MS));
    return new Response('Too Many Attempts.', { status: 429, headers: { 'Retry-After': retryAfter } });
  };
}

/** Every list in pages of fifteen, the newest first. */
function inPages(server: FakeServer): void {
  const whole = server.handle;
  server.handle = async request => {
    const answer = await whole(request);
    const page = Number(new URL(request.url).searchParams.get('page') ?? 0);
    if (page === 0 || !answer.ok) return answer;
    const { list, ...rest } = await answer.json();
    const paging = { current_page: page, last_page: Math.max(1, Math.ceil(list.length / 15)), per_page: 15 };
    return Response.json({ ...rest, ...paging, list: list.slice(15 * (page - 1), 15 * page) });
  };
}

/** Wakes the runner whenever its timer asks, until it has none; how long that took. */
async function drainAll({ phone }: Setup): Promise<number> {
  const begun = phone.clock.now;
  let dueAt: number | null = begun;
  const runner = createRunner({
    context: phone.context,
    owner: phone.session.owner,
    timer(_, delayMs) {
      dueAt = phone.clock.now + delayMs;
      return () => {
        dueAt = null;
      };
    },
    maySteal: () => true,
    afterPass: async () => {},
  });
  for (let trigger: Trigger = 'button'; dueAt !== null; trigger = 'timer') {
    phone.clock.now = Math.max(phone.clock.now, dueAt);
    dueAt = null;
    await runner.wake(trigger);
  }
  return phone.clock.now - begun;
}

it('takes 200 entries within six minutes, each once', async () => {
  const setup = await setUp({ keyed: false });
  inPages(setup.server);
  const names = Array.from({ length: 120 }, (_, at) => `Анна ${at}`);
  const saved = [];
  for (const first_name of names)
    saved.push(await setup.phone.save('contact.create', { ...people.anna, first_name }));
  for (const [at, { id }] of saved.slice(0, 80).entries())
    await setup.phone.save('order.create', { ...orderTo(id), broken: `Экран ${at}` });
  throttle(setup);
  expect(await drainAll(setup)).toBeLessThanOrEqual(6 * MINUTE_MS);
  expect(new Set(await statesOf(setup))).toEqual(new Set(['done']));
  expect(namesOn(setup)).toEqual(names);
  expect(setup.server.orders).toHaveLength(80);
});

it('goes on where a minute takes fewer requests than entries wait', async () => {
  const setup = await setUp({ keyed: false });
  inPages(setup.server);
  for (let at = 0; at < 30; at += 1)
    await setup.phone.save('contact.create', { ...people.anna, first_name: `Анна ${at}` });
  throttle(setup, 10);
  await drainAll(setup);
  expect(new Set(await statesOf(setup))).toEqual(new Set(['done']));
  expect(setup.server.contacts).toHaveLength(30);
});

it('[S11] what was sent together is read back together', async () => {
  const setup = await setUp({ keyed: false });
  inPages(setup.server);
  for (let at = 0; at < 20; at += 1)
    await setup.phone.save('contact.create', { ...people.anna, first_name: `Анна ${at}` });
  await drainAll(setup);
  expect(requestsTo(setup, SAVE)).toHaveLength(20);
  const readings = setup.network.seen.filter(({ path }) => /contacts\/(list|edit)/.test(path));
  expect(readings).toHaveLength(2);
  expect(requestsTo(setup, PROBE)).toHaveLength(1);
});
