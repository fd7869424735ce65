/** How other backends tell that a change was done, and how they refuse: the same for every call. */
import { describe, expect, it } from 'vitest';
import { listContacts, saveContact } from '#contract/contacts.ts';
import { changeClient, createPersonalToken } from '#contract/credentials.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { addPromoter } from '#contract/moderation.ts';
import { updatePolicy } from '#contract/policies.ts';
import { saveReceipt } from '#contract/warehouse.ts';
import { type Given, HTML, receive } from './recording.ts';

const PAGE = '<!doctype html><title>Вход</title>';
const all = Object.entries(endpoints);
const byStatus = all.filter(([, { succeedsBy }]) => succeedsBy === 'status');
const byField = all.filter(([, { succeedsBy }]) => succeedsBy && succeedsBy !== 'status');

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

describe('what the status decides', () => {
  it.each<[string, string, Given]>([
    ['an empty page', '', { type: HTML }],
    ['204', '', { status: 204, type: null }],
    ['204 that names a type', '', { status: 204, type: HTML }],
    ['1', '1', { type: HTML }],
    ['a word', 'success', { type: HTML }],
    ['a word in JSON', '"success"', JSON_TYPE],
    ['1 in JSON', '1', JSON_TYPE],
    ['null', 'null', JSON_TYPE],
    ['true', 'true', JSON_TYPE],
    ['an empty list', '[]', JSON_TYPE],
  ])('is done when the answer is %s, and nothing else is', async (_what, text, given) => {
    await expectEach(byStatus, [text, given], { ok: true, value: { value: {} } });
    await expectEach(byField, [text, given], { ok: false });
  });

  it.each<[string, string, Given]>([
    ['an empty object', '{}', JSON_TYPE],
    ['the status', '{"status":"success"}', JSON_TYPE],
    ['the flag', '{"success":true}', JSON_TYPE],
    ['a created one', '{"status":"success"}', { status: 201 }],
    ['a thing', '{"name":"Анна"}', JSON_TYPE],
  ])('is done when the answer is %s, which refuses what is known by a field', async (_what, text, given) => {
    await expectEach(byStatus, [text, given], { ok: true });
    await expectEach(byField, [text, given], { ok: false, problem: { kind: 'refused' } });
  });
});

it.each([
  ['the flag', '{"success":false,"id":5,"fullcode":"Л-5"}', ''],
  ['the status', '{"status":"error","title":"Отчет","message":"Нельзя"}', 'Нельзя'],
  ['an error', '{"error":"Нельзя"}', 'Нельзя'],
])('a 200 is a refusal where %s says so, in the words of the server', async (_what, text, message) => {
  const refused = { ok: false, problem: { kind: 'refused', status: 200, message } };
  await expectEach([...byStatus, ...byField], [text, {}], refused);
});

it.each<[string, string, Given]>([
  ['a page of somebody else', PAGE, { type: HTML }],
  ...['false', 'error', '"error"', 'Error: no such contact'].map((text): [string, string, Given] => [
    text,
    text,
    { type: HTML },
  ]),
  ...['{"first_name":"z","upd', '{"status":"er', '{"status":"success","id":5', '[{"id":'].map(
    (text): [string, string, Given] => [`${text}, cut on the way`, text, JSON_TYPE],
  ),
])('nothing is done when the answer is %s', (_what, text, given) =>
  expectEach([...byStatus, ...byField], [text, given], { ok: false, problem: { kind: 'foreign' } }),
);

it.each(['false', '"error"'])('nothing is done when the answer is %s in JSON, which nobody can read', text =>
  expectEach([...byStatus, ...byField], [text, {}], { ok: false, problem: { kind: 'unreadable' } }),
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
