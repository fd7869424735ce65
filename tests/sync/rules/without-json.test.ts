/** [S31] What an error without JSON proves: Laravel up to 5.4 sends such, and so do portals and proxies. */
import { expect, it } from 'vitest';
import { getContact } from '#contract/contacts.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import {
  knownContact,
  ownerOf,
  PROBE,
  passOf,
  people,
  requestsTo,
  SAVE,
  type Setup,
  setUp,
} from './fixture.ts';

const DELETE = '/contacts/delete';

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<!doctype html><title>Sorry</title>', {
    status,
    headers: { 'Content-Type': 'text/html; charset=UTF-8', ...headers },
  });

/** Every request whose path ends so is answered with that page. */
function answerAll({ server }: Setup, paths: readonly string[], status: number) {
  server.intercept = ({ url }) => (paths.some(path => url.endsWith(path)) ? page(status) : null);
}

async function created(setup: Setup) {
  const { id } = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  return setup.phone.entry(id);
}

async function deleted(setup: Setup) {
  const payload = { contact: knownContact(setup), name: 'Анна' };
  const { id } = await setup.phone.save('contact.delete', payload);
  await passOf(setup.phone);
  return setup.phone.entry(id);
}

async function updated(setup: Setup) {
  const payload = { ...people.anna, contact: knownContact(setup), comment: 'Переехала' };
  const { id } = await setup.phone.save('contact.update', payload);
  await passOf(setup.phone);
  return setup.phone.entry(id);
}

it.each([401, 429])('[S31] a create is not done where it says %i', async status => {
  const setup = await setUp({ keyed: false });
  answerAll(setup, [SAVE], status);
  expect((await created(setup)).state).toBe('queued');
});

it.each([400, 403, 404, 405, 409, 410, 412, 413, 419, 422, 425, 500, 502, 503])(
  '[S31] a create may have arrived where it says %i, and is asked once',
  async status => {
    const setup = await setUp({ keyed: false });
    answerAll(setup, [SAVE], status);
    expect(await created(setup)).toMatchObject({ state: 'unsure', error: { status } });
    expect(requestsTo(setup, SAVE)).toHaveLength(1);
  },
);

it('[S31] [S23] the time that a maintenance page asks for is waited', async () => {
  const setup = await setUp({ keyed: false });
  setup.network.answer(PROBE, () => page(503, { 'Retry-After': '60' }));
  await setup.phone.save('contact.create', people.anna);
  expect((await passOf(setup.phone)).problem).toMatchObject({ kind: 'foreign', retryAfterMs: MINUTE_MS });
});

it.each([404, 410])('[S31] a delete is done where %i comes twice between two proofs', async status => {
  const setup = await setUp({ keyed: false });
  answerAll(setup, [DELETE], status);
  expect((await deleted(setup)).state).toBe('done');
  const asked = setup.network.seen.map(({ path }) => path.split('/').at(-1));
  expect(asked).toEqual(['getUser', 'delete', 'getUser', 'delete', 'delete', 'getUser']);
});

it.each([
  ['delete', 403, deleted, DELETE],
  ['update', 403, updated, SAVE],
  ['update', 404, updated, SAVE],
  ['update', 410, updated, SAVE],
] as const)(
  '[S31] a %s is refused where %i comes twice between two proofs',
  async (_kind, status, done, path) => {
    const setup = await setUp({ keyed: false });
    answerAll(setup, [path], status);
    expect(await done(setup)).toMatchObject({ state: 'rejected', error: { status } });
  },
);

it.each([400, 405, 409, 419, 422, 500, 502, 503])(
  '[S31] neither is refused where it says %i',
  async status => {
    const setup = await setUp({ keyed: false });
    answerAll(setup, [DELETE, SAVE], status);
    expect((await deleted(setup)).state).toBe('unsure');
    expect((await updated(setup)).state).toBe('unsure');
    expect(requestsTo(setup, DELETE)).toHaveLength(1);
  },
);

it.each([
  ['the first answer alone is one', [1]],
  ['the second alone is another', [1, 2]],
])('[S31] the truth is taken as it is where %s', async (_what, pages) => {
  const setup = await setUp({ keyed: false });
  let asked = 0;
  setup.server.intercept = ({ url }) => {
    if (!url.endsWith(DELETE)) return null;
    asked += 1;
    return pages.includes(asked) ? page(404) : null;
  };
  expect((await deleted(setup)).state).toBe('done');
  expect(setup.server.contacts).toEqual([]);
});

it('[S31] two different refusals are none', async () => {
  const setup = await setUp({ keyed: false });
  let asked = 0;
  setup.server.intercept = ({ url }) => {
    if (!url.endsWith(DELETE)) return null;
    asked += 1;
    return page(asked % 2 === 0 ? 403 : 404);
  };
  expect((await deleted(setup)).state).toBe('unsure');
});

/** A portal between the pass's own proof and the end: `from` and `to` count the requests that it answers. */
it.each([
  ['from the first on', 2, 99],
  ['until the second proof', 2, 5],
  ['at the last proof alone', 6, 6],
])('[S31] a portal that says 404 to everything %s proves nothing', async (_when, from, to) => {
  const setup = await setUp({ keyed: false });
  let asked = 0;
  setup.server.intercept = ({ url }) => {
    asked += 1;
    const isPortal = asked >= from && asked <= to;
    return isPortal || url.endsWith(DELETE) ? page(404) : null;
  };
  expect((await deleted(setup)).state).toBe('unsure');
});

it('[S31] a portal that knows somebody else is no proof', async () => {
  const setup = await setUp({ keyed: false });
  let asked = 0;
  setup.server.intercept = ({ url }) => {
    if (url.endsWith(DELETE)) return page(404);
    asked += 1;
    return asked === 1 ? null : Response.json({ id: 999, name: '', email: '', role: {}, can: [] });
  };
  expect((await deleted(setup)).state).toBe('unsure');
});

it('[S31] a reading is refused in the same way', async () => {
  const setup = await setUp({ keyed: false });
  answerAll(setup, ['/contacts/edit/5'], 404);
  const answer = await setup.phone.api.call(getContact, { id: 5 }, { as: ownerOf(setup.phone) });
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'refused', status: 404 } });
});
