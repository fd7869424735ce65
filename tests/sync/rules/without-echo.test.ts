// The first call loads it, which can take longer than untilQuiet waits.
import 'axios';
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { isKnown, remember } from '#sync/control-rows.ts';
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
  setUp,
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
  // What sends is loaded with the first call.
  await runner.wake('saved');
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
    const sends = requestsTo(setup, path).length;
    expect(entry).toMatchObject({ state: 'unsure', error: { lacksEcho: sends } });
    expect([sends > 5, sends <= SENDS_IN_AN_HOUR]).toEqual([true, true]);
  },
);

it('[S23] a network that comes and goes does not hurry what was answered without the echo', async () => {
  const setup = await setUpWithoutEcho(SAVE, () => Response.json({}));
  await setup.phone.save('contact.create', people.anna);
  await passAnHour(setup, MINUTE_MS - ONLINE_JITTER_MS);
  expect(requestsTo(setup, SAVE).length).toBeLessThanOrEqual(SENDS_IN_AN_HOUR);
});

/** Sends the entry once for each answer, and tells after each whether the missing echo is what holds it. */
async function heldAfter({ phone, server }: Setup, id: string, answers: readonly (() => Response)[]) {
  const isHeld: boolean[] = [];
  for (const respond of answers) {
    server.intercept = request => (request.url.endsWith(SAVE) ? respond() : null);
    await phone.drain();
    isHeld.push(isHeldByMissingEcho(await phone.entry(id)));
    phone.pass(HOUR_MS / 4);
  }
  return isHeld;
}

const without = () => refuse(422, 'no');
const page = () => new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } });
const lost = () => {
  throw new TypeError('connection lost');
};

it.each([
  ['five attempts without an answer', [lost, lost, lost, lost, lost, without], [5, 0]],
  ['a portal’s pages', [page, page, page, without], [3, 0]],
  ['two rows of two', [without, without, page, without, without], [4, 0]],
  ['three in a row', [lost, page, without, Response.json.bind(null, {}), without], [4, 1]],
] as const)('[S11] answers without the echo are counted in a row: %s', async (_, answers, [before, last]) => {
  const setup = await setUpWithoutEcho(SAVE, without);
  const { id } = await setup.phone.save('contact.create', people.anna);
  const isHeld = await heldAfter(setup, id, answers);
  expect(isHeld).toEqual([...Array(before).fill(false), last === 1]);
  expect(requestsTo(setup, SAVE)).toHaveLength(answers.length);
});

it.each([
  ['a portal’s page', page],
  ['a text', () => new Response('1')],
  [
    'what has the echo and cannot be read',
    () => Response.json({ id: { of: 'another shape' } }, { headers: { 'Idempotency-Status': 'stored' } }),
  ],
])('[S11] %s does not lack the echo', async (_, respond) => {
  const setup = await setUp({ keyed: false });
  Object.assign(setup.phone.context, { saysKeyed: true });
  const { id } = await setup.phone.save('contact.create', people.anna);
  await heldAfter(setup, id, [respond]);
  const { state, error } = await setup.phone.entry(id);
  expect([state, error?.lacksEcho]).toEqual(['unsure', undefined]);
  expect(await isKnown(setup.phone.db, 'never-echoes', ownerOf(setup.phone).apiOrigin)).toBe(false);
});

it('[S11] an echo without an id is our server’s own word that nothing was saved', async () => {
  const setup = await setUp({ keyed: false });
  Object.assign(setup.phone.context, { saysKeyed: true });
  const { id } = await setup.phone.save('contact.create', people.anna);
  const stored = { headers: { 'Idempotency-Status': 'stored' } };
  await heldAfter(setup, id, [() => Response.json({}, stored)]);
  expect((await setup.phone.entry(id)).state).toBe('rejected');
});

it('[S13] JSON without proof and echo tells that who should echo does not', async () => {
  const setup = await setUp({ keyed: false });
  Object.assign(setup.phone.context, { saysKeyed: true });
  const { id } = await setup.phone.save('contact.create', people.anna);
  await heldAfter(setup, id, [() => Response.json({})]);
  expect((await setup.phone.entry(id)).error?.lacksEcho).toBe(1);
  expect(await isKnown(setup.phone.db, 'never-echoes', ownerOf(setup.phone).apiOrigin)).toBe(true);
});

it('[S11] the third answer without the echo names what is missing, an answer with it is the last', async () => {
  const setup = await setUpWithoutEcho(SAVE, without);
  const { phone } = setup;
  const { id } = await phone.save('contact.create', people.anna);
  const isHeld = await heldAfter(setup, id, [without, without, without, without]);
  expect(isHeld).toEqual([false, false, true, true]);
  setup.server.intercept = () => null;
  await phone.drain();
  expect([(await phone.entry(id)).state, isHeldByMissingEcho(await phone.entry(id))]).toEqual([
    'done',
    false,
  ]);
});
