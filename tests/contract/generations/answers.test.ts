/** How other backends tell that a change was done, and how they refuse: the same for every call. */
import { expect, it } from 'vitest';
import { listContacts, saveContact } from '#contract/contacts.ts';
import { changeClient, createPersonalToken } from '#contract/credentials.ts';
import type { Endpoint, Proof } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { addPromoter } from '#contract/moderation.ts';
import { updatePolicy } from '#contract/policies.ts';
import { openReport, payRequest } from '#contract/reports.ts';
import { saveReceipt } from '#contract/warehouse.ts';
import { type Given, HTML, receive } from './recording.ts';

const PAGE = '<!doctype html><title>Вход</title>';
const all = Object.entries(endpoints);
const commands = all.filter(([, { succeedsBy }]) => succeedsBy);
const byStatus = commands.filter(([, { succeedsBy }]) => succeedsBy?.includes('status'));
async function expectEach(
  called: readonly (readonly [string, Endpoint])[],
  [text, given]: [string, Given],
  expected: object,
) {
  expect(called.length).toBeGreaterThan(4);
  for (const [name, endpoint] of called) {
    expect([name, await receive(endpoint, text, given)]).toMatchObject([name, expected]);
  }
}

const JSON_TYPE: Given = {};

/** What proves a success without JSON, or by a word in it; the rest of the commands has nothing from it. */
it.each<[string, Proof, string, Given]>([
  ['an empty page', 'empty', '', { type: HTML }],
  ['an empty answer in JSON', 'empty', '', {}],
  ['1', 'word', '1', { type: HTML }],
  ['a word', 'word', 'success', { type: HTML }],
  ['a word with an end of line', 'word', 'success\n', { type: 'text/plain' }],
  ['1 in JSON', 'word', '1', {}],
  ['the status', 'status', '{"status":"success"}', {}],
  ['the status of what was made', 'status', '{"status":"success"}', { status: 201 }],
  ['the flag', 'success', '{"success":true}', {}],
  ['a date', 'closed_at', '{"closed_at":"2026-11-20 12:12:39"}', {}],
])('%s proves what has it for a proof, and nothing else', async (_what, proof, text, given) => {
  const [proven, others] = [true, false].map(isProven =>
    commands.filter(([, { succeedsBy }]) => succeedsBy?.includes(proof) === isProven),
  );
  for (const [name, endpoint] of proven ?? [])
    expect([name, await receive(endpoint, text, given)]).toMatchObject([name, { ok: true }]);
  expect(proven?.length).toBeGreaterThan(0);
  for (const [name, endpoint] of (others ?? []).filter(([, { succeedsBy }]) => !succeedsBy?.includes('json')))
    expect([name, await receive(endpoint, text, given)]).toMatchObject([
      name,
      { ok: false, problem: { kind: expect.stringMatching(/^(foreign|unreadable)$/) } },
    ]);
});

it('204 proves what has it in the contract', async () => {
  for (const [name, endpoint] of commands) {
    const { ok } = await receive(endpoint, '', { status: 204, type: null });
    expect([name, ok]).toEqual([name, endpoint.status === 204]);
  }
});

it.each<[string, object]>([
  ['paid, and not', { status: 'success', paid: 0 }],
  ['opened, and closed', { status: 'success', closed_at: '2026-11-20 12:12:39' }],
])('a success that contradicts itself proves nothing: %s', async (_what, said) => {
  const endpoint = 'paid' in said ? payRequest : openReport;
  expect(await receive(endpoint, JSON.stringify(said))).toMatchObject({
    ok: false,
    problem: { kind: 'unreadable' },
  });
});

it.each([
  ['the flag', '{"success":false,"id":5,"fullcode":"Л-5"}', ''],
  ['the status', '{"status":"error","title":"Отчет","message":"Нельзя"}', 'Нельзя'],
  ['an error', '{"error":"Нельзя"}', 'Нельзя'],
])('a 200 is a refusal where %s says so, in the words of the server', async (_what, text, message) => {
  const refused = { ok: false, problem: { kind: 'refused', status: 200, message } };
  // Such words of a report that was not made are shown as they are.
  const others = commands.filter(([, { succeedsBy }]) => !succeedsBy?.includes('notice'));
  await expectEach(others, [text, {}], refused);
});

it.each<[string, string, Given]>([
  ['a page of somebody else', PAGE, { type: HTML }],
  ...['false', 'error', '"error"', 'Error: no such contact', 'null', 'true', 'Success!', '11'].map(
    (text): [string, string, Given] => [text, text, { type: HTML }],
  ),
])('nothing is done when the answer is %s', (_what, text, given) =>
  expectEach(commands, [text, given], { ok: false, problem: { kind: 'foreign' } }),
);

it.each(['{"first_name":"z","upd', '{"status":"er', '{"status":"success","id":5', '[{"id":'])(
  'nothing is proven by %s in JSON, cut on the way',
  text => expectEach(commands, [text, JSON_TYPE], { ok: false, problem: { kind: 'unreadable' } }),
);

it.each(['false', '"error"', '"success"', 'null', 'true', '[]'])('nothing is proven by %s in JSON', text =>
  expectEach(commands, [text, {}], { ok: false, problem: { kind: 'unreadable' } }),
);

const refusable: [string, Endpoint][] = Object.entries({
  addPromoter,
  changeClient,
  createPersonalToken,
  listContacts,
  saveContact,
  saveReceipt,
  updatePolicy,
});
const WORDS = ['The name field is required.'];

it.each([
  ['flat, as up to Laravel 5.4', { name: WORDS }],
  ['in errors', { message: 'The given data was invalid.', errors: { name: WORDS } }],
  ['in errors, with the first as its message', { message: WORDS[0], errors: { name: WORDS } }],
  ['in errors as a text', { message: '…', errors: { name: WORDS[0] } }],
])('a refusal is told by its fields, %s', (_how, body) =>
  expectEach(refusable, [JSON.stringify(body), { status: 422 }], {
    ok: false,
    problem: { kind: 'refused', status: 422, fields: { name: WORDS } },
  }),
);

it.each([
  ['401 of 5.4', '{"error":"Unauthenticated."}', 401, 'unauthenticated', 'Unauthenticated.'],
  ['404', '{"message":"Not found."}', 404, 'refused', 'Not found.'],
  ['412', '{"message":"It was changed meanwhile."}', 412, 'refused', 'It was changed meanwhile.'],
  ['419', '{"message":"CSRF token mismatch."}', 419, 'refused', 'CSRF token mismatch.'],
  ['419 of 5.5', '{"message":""}', 419, 'refused', ''],
  ['503', '{"message":"Service Unavailable"}', 503, 'unavailable', 'Service Unavailable'],
])('a refusal is told by its message, %s', (_what, body, status, kind, message) =>
  expectEach(refusable, [body, { status }], { ok: false, problem: { kind, status, message, fields: {} } }),
);

it.each([
  ['404 without a body', '', 404],
  ['404 in HTML', '<!doctype html><title>Not Found</title>', 404],
  ['419 in HTML', '<!doctype html><title>Page Expired</title>', 419],
  ['500 in HTML', '<!doctype html><title>Whoops</title>', 500],
  ['503 in HTML', '<!doctype html><title>Be right back.</title>', 503],
])('a refusal says nothing in words when it is %s', (_what, text, status) =>
  expectEach([...refusable, ...byStatus], [text, { status, type: HTML }], {
    ok: false,
    problem: { kind: 'foreign', status, message: '', fields: {} },
  }),
);

it.each([
  [401, 'unauthenticated'],
  [429, 'throttled'],
])('[S31] %i is believed without JSON', (status, kind) =>
  expectEach([...refusable, ...byStatus], ['Too Many Attempts.', { status, type: HTML }], {
    ok: false,
    problem: { kind, status, message: '', fields: {} },
  }),
);
