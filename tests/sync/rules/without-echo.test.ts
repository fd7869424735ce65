import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { remember } from '#sync/control-rows.ts';
import { isHeldByMissingEcho } from '#sync/entry.ts';
import { createRunner, ONLINE_JITTER_MS } from '#sync/runner.ts';
import { attacked } from '#tests/support/attacks.ts';
import { refuse } from './fake-server.ts';
import {
  knownContact,
  orderTo,
  ownerOf,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUpKeyed,
  untilQuiet,
} from './fixture.ts';

/** What a server with keys says when something on the way takes its Idempotency-Status out. */
const ANSWERS: readonly (readonly [string, () => Response])[] = [
  ['422', () => refuse(422, 'no')],
  ['200 without an id', () => Response.json({})],
];

type Save = (setup: Setup) => Promise<unknown>;

/** Everything that can be saved, and where it goes. */
const SAVES: Readonly<Record<string, readonly [path: string, save: Save]>> = {
  'contact.create': [SAVE, ({ phone }) => phone.save('contact.create', people.anna)],
  'contact.update': [
    SAVE,
    setup => setup.phone.save('contact.update', { ...people.anna, contact: knownContact(setup) }),
  ],
  'contact.delete': [
    '/contacts/delete',
    setup => setup.phone.save('contact.delete', { contact: knownContact(setup), name: 'Анна' }),
  ],
  'order.create': [
    '/orders/sendOrder',
    setup => setup.phone.save('order.create', orderTo(knownContact(setup))),
  ],
};

const CASES = Object.entries(SAVES).flatMap(([kind, [path, save]]) =>
  ANSWERS.map(([said, respond]) => ({ kind, path, save, said, respond })),
);

/** A server that has echoed refusals; from here on nothing that it says to `path` has the echo. */
async function setUpWithoutEcho(path: string, respond: () => Response): Promise<Setup> {
  attacked('header taken out by a proxy');
  const setup = await setUpKeyed();
  await remember(setup.phone.db, 'echoes-refusals', ownerOf(setup.phone).apiOrigin);
  setup.server.intercept = request => (request.url.endsWith(path) ? respond() : null);
  return setup;
}

/** Lets an hour pass over a runner whose timers ring when they are due; its network comes back `every` so often. */
async function passAnHour({ phone }: Setup, every = HOUR_MS): Promise<void> {
  const timers = new Set<{ at: number; ring: () => void }>();
  const after = (ring: () => void, delayMs: number) => {
    const timer = { at: phone.clock.now + delayMs, ring };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const { owner } = phone.session;
  const rest = { owner, maySteal: () => true, afterPass: async () => {} };
  const runner = createRunner({ context: phone.context, timer: after, ...rest });
  const end = phone.clock.now + HOUR_MS;
  for (let delayMs = every; delayMs < HOUR_MS; delayMs += every)
    after(() => void runner.wake('online'), delayMs);
  void runner.wake('saved');
  for (;;) {
    await untilQuiet();
    const [next] = [...timers].sort((a, b) => a.at - b.at);
    if (!next || next.at > end) return;
    phone.clock.now = Math.max(phone.clock.now, next.at);
    timers.delete(next);
    next.ring();
  }
}

/** At half of the jitter: after 1, 2, 4 … 450 s, then every 450 s. */
const SENDS_IN_AN_HOUR = 15;

it.each(CASES)(
  '[S23] $kind answered $said without the echo is sent ever more seldom',
  async ({ path, save, respond }) => {
    const setup = await setUpWithoutEcho(path, respond);
    await save(setup);
    await passAnHour(setup);
    const [entry] = await setup.phone.entries();
    expect(entry).toMatchObject({ state: 'unsure', error: { lacksEcho: true } });
    const sends = requestsTo(setup, path).length;
    expect([sends > 5, sends <= SENDS_IN_AN_HOUR]).toEqual([true, true]);
  },
);

it('[S23] a network that comes and goes does not hurry what was answered', async () => {
  const setup = await setUpWithoutEcho(SAVE, () => Response.json({}));
  await setup.phone.save('contact.create', people.anna);
  await passAnHour(setup, MINUTE_MS - ONLINE_JITTER_MS);
  expect(requestsTo(setup, SAVE).length).toBeLessThanOrEqual(SENDS_IN_AN_HOUR);
});

it('[S11] the third answer without the echo names what is missing, an answer with it is the last', async () => {
  const setup = await setUpWithoutEcho(SAVE, () => refuse(422, 'no'));
  const { phone } = setup;
  const { id } = await phone.save('contact.create', people.anna);
  const isKnown: boolean[] = [];
  for (let look = 0; look < 4; look += 1) {
    await phone.drain();
    isKnown.push(isHeldByMissingEcho(await phone.entry(id)));
    phone.pass(HOUR_MS / 4);
  }
  expect(isKnown).toEqual([false, false, true, true]);
  setup.server.intercept = () => null;
  await phone.drain();
  expect([(await phone.entry(id)).state, isHeldByMissingEcho(await phone.entry(id))]).toEqual([
    'done',
    false,
  ]);
});
