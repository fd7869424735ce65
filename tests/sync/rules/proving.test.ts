import { expect, it } from 'vitest';
import type { EntryState } from '#storage/outbox-db.ts';
import { isKeyed } from '#sync/control-rows.ts';
import type { Fault } from '#tests/support/network.ts';
import { refuse } from './fake-server.ts';
import {
  knownContact,
  ownerOf,
  PROBE,
  passOf,
  people,
  SAVE,
  setUp,
  setUpKeyed,
  withFastTimers,
} from './fixture.ts';

const DELETE = '/contacts/delete';

/** What each fault proves about the create that meets it, however often it is repeated in one pass. */
const proofs: readonly (readonly [Fault, EntryState])[] = [
  ...(['html', 'truncated', '500-after', '500-before', 'drop-after', 'drop-before'] as const).map(
    fault => [fault, 'unsure'] as const,
  ),
  ...(['401', '425', '429', '503'] as const).map(fault => [fault, 'queued'] as const),
  ...(['403', '404', '409', '412', '413', '422'] as const).map(fault => [fault, 'rejected'] as const),
];

/** What stands between may put its own words under the headers of the answer. */
const ECHO = { 'Idempotency-Status': 'stored' };

const html = (status = 200) =>
  new Response('<html>Wi-Fi</html>', { status, headers: { ...ECHO, 'Content-Type': 'text/html' } });

const stranger = { id: 7, first_name: '', last_name: '', comment: '', created_at: '', contact_phones: [] };

/** An answer by the name of what it proves. */
type Answered = readonly [name: string, respond: () => Response, state: EntryState];

const toCreate: readonly Answered[] = [
  [
    'JSON that is not what we asked for proves nothing',
    () => Response.json({ id: 'guest' }, { headers: ECHO }),
    'unsure',
  ],
  [
    'an answer that is not said to be JSON proves nothing',
    () => new Response(JSON.stringify(stranger), { headers: { ...ECHO, 'Content-Type': 'text/html' } }),
    'unsure',
  ],
  ['408 proves nothing', () => refuse(408, 'slow'), 'unsure'],
  [
    '409 with Retry-After: the same key is still in progress',
    () => refuse(409, 'in progress', { 'Retry-After': '1' }),
    'unsure',
  ],
  ['somebody else’s 403 is no refusal', () => html(403), 'unsure'],
  ['somebody else’s page is no success', () => html(), 'unsure'],
];

const toDelete: readonly Answered[] = [
  ['a portal’s page is no success of a delete', () => html(), 'unsure'],
  ['JSON without its proof deletes nothing', () => Response.json({}, { headers: ECHO }), 'unsure'],
  ['a delete of what is not there is done', () => refuse(404, 'No such contact'), 'done'],
  ['a refused delete is a refusal', () => refuse(403, 'no'), 'rejected'],
];

it('[S11] each fault proves what it proves', async () => {
  const { network, phone } = await setUpKeyed();
  for (const [fault, state] of proofs) {
    // A 401 is met twice: the request is repeated with a fresh token.
    network.fault(SAVE, fault, fault === '401' ? 2 : 1);
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    const entry = await phone.entry(id);
    expect([fault, entry.state]).toEqual([fault, state]);
    if (state === 'rejected') expect(entry.error?.status).toBe(Number(fault));
    await phone.outbox.discard(id);
  }
});

it('[S11] each answer to a create proves what it proves', async () => {
  const { network, phone } = await setUp();
  for (const [name, respond, state] of toCreate) {
    network.answer(SAVE, respond);
    const { id } = await phone.save('contact.create', people.anna);
    await passOf(phone);
    expect([name, (await phone.entry(id)).state]).toEqual([name, state]);
    await phone.outbox.discard(id);
  }
});

it('[S11] a 2xx that says no is a refusal of a server that never echoed a key', async () => {
  const { network, phone } = await setUp();
  network.answer(SAVE, () => Response.json({ status: 'error', message: 'нет' }));
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  await passOf(phone);
  expect(await phone.entry(id)).toMatchObject({ state: 'rejected', error: { status: 200 } });
});

it('[S11] a success that cannot be read leaves the entry unsure, and the entry says what could not be read', async () => {
  const { network, phone } = await setUp();
  network.answer(SAVE, () => Response.json({ id: 'seven' }));
  const { id } = await phone.save('contact.create', people.anna);
  await passOf(phone);
  const place = expect.stringMatching(/^сохранение контакта/);
  expect(await phone.entry(id)).toMatchObject({ state: 'unsure', error: { kind: 'unreadable', place } });
});

it('[S11] a success without the echo proves nothing of a server that has echoed keys', async () => {
  const setup = await setUpKeyed();
  const contact = knownContact(setup);
  setup.network.answer(DELETE, () => Response.json({ portal: 'Wi-Fi' }));
  const { id } = await setup.phone.save('contact.delete', { contact, name: 'Анна' });
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
});

it('[S13] the page of a Wi-Fi says nothing about the server: it stays one with keys', async () => {
  const { network, phone } = await setUpKeyed();
  network.fault(SAVE, 'html');
  await phone.save('contact.create', people.anna);
  await passOf(phone);
  expect(await isKeyed(phone.db, ownerOf(phone).apiOrigin)).toBe(true);
});

it('[S11] each answer to a delete proves what it proves', async () => {
  const setup = await setUp();
  setup.server.addContact(1, people.boris);
  for (const [name, respond, state] of toDelete) {
    const contact = knownContact(setup);
    setup.network.answer(DELETE, respond);
    const { id } = await setup.phone.save('contact.delete', { contact, name: 'Анна' });
    await passOf(setup.phone);
    expect([name, (await setup.phone.entry(id)).state]).toEqual([name, state]);
    await setup.phone.outbox.discard(id);
  }
});

it('[S11] a redirected answer is none', async () => {
  const setup = await setUp();
  const { id } = await setup.phone.save('contact.create', people.anna);
  setup.server.intercept = request => {
    if (!request.url.endsWith(SAVE)) return null;
    // What fetch itself does: an error, or the answer of wherever it was led to.
    if (request.redirect === 'error') throw new TypeError('redirected');
    return Response.json(stranger, { headers: ECHO });
  };
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('unsure');
});

it('[S11] a signed-out moment deletes nothing', async () => {
  const setup = await setUpKeyed();
  const { id } = await setup.phone.save('contact.create', people.anna);
  setup.network.fault(SAVE, '401', 2);
  await passOf(setup.phone);
  await passOf(setup.phone);
  expect((await setup.phone.entry(id)).state).toBe('done');
});

it('[S21] a request that hangs comes to an end, and is not known to have failed', async () => {
  const { server, phone } = await setUp();
  const { id } = await phone.save('contact.create', people.anna);
  server.intercept = request => (request.url.endsWith(SAVE) ? silence(request) : null);
  await withFastTimers(async () => {
    await passOf(phone);
  });
  expect((await phone.entry(id)).state).toBe('unsure');
});

it('[S30] no answer may be kept by the browser', async () => {
  const { server, phone } = await setUp();
  const kept: string[] = [];
  server.intercept = request => {
    if (request.cache !== 'no-store') kept.push(request.url);
    return null;
  };
  await phone.save('contact.create', people.anna);
  await phone.drain();
  expect(kept).toEqual([]);
});

/** A server that takes the request and says nothing, until it is told that nobody waits any more. */
function silence({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

it('[S22] who knows somebody else is not the backend of these entries', async () => {
  const { network, phone } = await setUp();
  network.answer(PROBE, () => Response.json({ id: 999, name: '', email: '', role: {}, can: [] }));
  const { id } = await phone.save('contact.create', people.anna);
  expect((await passOf(phone)).problem).toMatchObject({ kind: 'foreign' });
  expect(await phone.entry(id)).toMatchObject({ state: 'queued', attempts: 0 });
});
