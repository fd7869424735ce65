/** What other backends may answer to the calls of moderators, and what the client makes of it (CONTRACT.md). */
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { addPromoter, getModerationRequest, listPromoters, readStats } from '#contract/moderation.ts';
import {
  closeReport,
  createReport,
  deleteReport,
  getReport,
  listReports,
  openReport,
  payRequest,
  unpayRequest,
} from '#contract/reports.ts';
import { receiving } from './recording.ts';

const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html; charset=UTF-8';

const receive = async (endpoint: Endpoint, body: unknown, type = JSON_TYPE, status = 200) => {
  const text = typeof body === 'string' && type !== JSON_TYPE ? body : JSON.stringify(body);
  return receiving({ status, headers: { 'content-type': type }, body: text })(endpoint, { id: 1 });
};
const read = async (endpoint: Endpoint, body: unknown): Promise<unknown> => {
  const answer = await receive(endpoint, body);
  return answer.ok ? answer.value.value : answer.problem;
};

const changes = [
  ...[payRequest, unpayRequest, closeReport, openReport, deleteReport].map(
    endpoint => [endpoint.path, endpoint] as const,
  ),
];

describe.each(changes)('%s', (_, endpoint) => {
  it.each([
    ['nothing', '', HTML_TYPE],
    ['1', '1', HTML_TYPE],
    ['a word', 'success', HTML_TYPE],
    ['null', null, JSON_TYPE],
    ['true', true, JSON_TYPE],
    ['an empty list', [], JSON_TYPE],
    ['an empty object', {}, JSON_TYPE],
    ['the status', { status: 'success' }, JSON_TYPE],
    ['the flag', { success: true }, JSON_TYPE],
    ['a created one', { status: 'success' }, JSON_TYPE, 201],
  ])('has happened when the answer is %s', async (_name, body, type, status = 200) => {
    expect(await receive(endpoint, body, type, status)).toMatchObject({ ok: true });
  });

  it.each([
    ['false', { success: false }, JSON_TYPE],
    ['the status', { status: 'error', message: 'Нельзя' }, JSON_TYPE],
    ['an error', { error: 'Нельзя' }, JSON_TYPE],
  ])('was refused when %s says so', async (_name, body, type) => {
    const problem = { kind: 'refused', status: 200 };
    expect(await receive(endpoint, body, type)).toMatchObject({ ok: false, problem });
  });

  it('has not happened when the answer is a page of somebody else', async () => {
    const page = '<!doctype html><title>Вход</title>';
    expect(await receive(endpoint, page, HTML_TYPE)).toMatchObject({ ok: false });
    expect(await receive(endpoint, 'false', HTML_TYPE)).toMatchObject({ ok: false });
  });
});

it('tells the refusal in the words of the server', async () => {
  const refused = { status: 'error', title: 'Отчет №5', message: 'Закрытый отчет нельзя удалить' };
  expect(await read(deleteReport, refused)).toMatchObject({ kind: 'refused', message: refused.message });
});

it('reads of a payment what there is of it', async () => {
  const by = { name: 'Вера' };
  const mysql = { paid: '1', changed: '0', by, at: '2026-11-20 15:12:39', version: '7' };
  expect(await read(payRequest, mysql)).toMatchObject({
    ...{ paid: 1, changed: false, by, at: '2026-11-20 15:12:39', version: 7 },
  });
  expect(await read(payRequest, { paid: true, by: [], at: null })).toEqual({ paid: 1, by: null });
});

it.each<[string, unknown]>([
  ['a naive date', '2026-11-20 15:12:39'],
  ['an instant', '2026-11-20T12:12:39.000000Z'],
  ['an object', { date: '2026-11-20 15:12:39.000000', timezone_type: 3, timezone: 'Europe/Moscow' }],
])('reads when a report was closed from %s', async (_, closed_at) => {
  expect(await read(closeReport, { status: 'success', closed_at })).toMatchObject({
    closed_at: '2026-11-20 15:12:39',
  });
});

const summary = {
  ...{ id: '5', user: { name: 'Семен', email: 's@example.com' }, closed_at: null },
  created_at: '2026-11-20 15:12:39',
};
const readSummary = { ...summary, id: 5, user: { name: 'Семен' } };

it.each<[string, unknown]>([
  ['a bare list', [summary]],
  ['`reports`', { reports: [summary] }],
  ['`list`', { list: [summary] }],
  ['`data`', { data: [summary] }],
  ['a filtered PHP array', { 0: summary }],
  ['`reports` filtered', { reports: { 3: summary } }],
])('reads reports from %s', async (_, body) => {
  expect(await read(listReports, body)).toEqual({ list: [readSummary] });
});

describe('a new report', () => {
  it.each<[string, unknown]>([
    ['alone', { id: 5 }],
    ['as text', { id: '5', updated_at: '2026-11-20 15:12:39' }],
    ['inside `report`', { report: { id: 5 } }],
    ['inside `data`', { data: { id: 5 } }],
  ])('is known by its id, %s', async (_, body) => {
    expect(await read(createReport, body)).toMatchObject({ id: 5 });
  });

  it.each<[string, unknown]>([
    ['a list', [summary]],
    ['a filtered PHP array', { 2: summary }],
  ])('that was not made comes with words and the reports there are, as %s', async (_, reports) => {
    const said = { status: 'warning', title: 'Отчет', message: 'Нет выполненных заявок для отчета' };
    expect(await read(createReport, { ...said, reports })).toEqual({ ...said, reports: [readSummary] });
    expect(await read(createReport, { ...said, id: null, reports: null })).toEqual(said);
  });
});

const request = {
  ...{ id: '9', fullcode: 'М-000009', code_number: '9', client_fio: 'Анна', phones: '79991234567' },
  ...{ work_name: 'Ремонт', type: 'point', state_name: 'Выполнена', date_add: '2026-11-20 15:12:39' },
  ...{ tofirm: '1500.50', promo_report_id: '5', paid: '1', percent: null, created_at: '2026-11-20 15:12:39' },
};
const readRequest = {
  ...{ id: 9, code_number: 9, tofirm: 1500.5, promo_report_id: 5, paid: 1, percent: null },
  phones: [{ full_phone: '9991234567' }],
};

it.each<[string, (report: object) => unknown, unknown]>([
  ['a list', report => report, [request]],
  ['a filtered PHP array', report => report, { 4: request }],
  ['a resource', report => report, { data: [request] }],
  ['a list inside `report`', report => ({ report }), [request]],
  ['a list inside `data`', report => ({ data: report }), [request]],
])('reads a report whose requests are %s', async (_, wrap, promo_requests) => {
  expect(await read(getReport, wrap({ ...summary, promo_requests }))).toMatchObject({
    ...readSummary,
    promo_requests: [readRequest],
  });
});

it('reads the request of a moderator with its report, without one, and inside a wrapper', async () => {
  const report = { id: '5', created_at: '2026-11-20 15:12:39' };
  const standing = { ...readRequest, report: { id: 5 } };
  expect(await read(getModerationRequest, { ...request, report })).toMatchObject(standing);
  expect(await read(getModerationRequest, { request: { ...request, report } })).toMatchObject(standing);
  for (const free of [request, { ...request, report: null }]) {
    expect(await read(getModerationRequest, free)).not.toHaveProperty('report');
  }
});

it.each<[string, (row: object) => unknown]>([
  ['a list', row => [row]],
  ['`list`', row => ({ list: [row] })],
  ['a filtered PHP array', row => ({ 7: row })],
])('reads statistics with sums as MySQL sends them, from %s', async (_, wrap) => {
  const row = { name: 'Семен', count: '12', done: '7', avg: '1500.5000', sum: '10503.50' };
  const figures = { count: 12, done: 7, avg: 1500.5, sum: 10503.5 };
  expect(await read(readStats, wrap(row))).toEqual({ list: [{ name: 'Семен', ...figures }] });
});

it('reads promoters with ids as text', async () => {
  expect(await read(listPromoters, [{ id: '3', name: 'Семен', role: 'promoter' }])).toEqual({
    list: [{ id: 3, name: 'Семен' }],
  });
});

describe('a new promoter', () => {
  it.each<[string, unknown]>([
    ['a created model', { name: 'Семен', email: 's@example.com', created_at: '', id: '31' }],
    ['inside `user`', { user: { id: 31, name: 'Семен', email: 's@example.com' } }],
    ['inside `data`', { data: { id: 31, name: 'Семен', email: 's@example.com' } }],
  ])('is read from %s', async (_, body) => {
    expect(await read(addPromoter, body)).toEqual({ id: 31, name: 'Семен', email: 's@example.com' });
  });

  it.each<[string, unknown]>([
    ['flat', { email: ['Такой Email уже занят.'] }],
    ['nested', { message: 'The given data was invalid.', errors: { email: ['Такой Email уже занят.'] } }],
    ['nested as a text', { message: '…', errors: { email: 'Такой Email уже занят.' } }],
  ])('whose address is taken is refused at that field, %s', async (_, body) => {
    const answer = await receive(addPromoter, body, JSON_TYPE, 422);
    expect(answer).toMatchObject({
      ok: false,
      problem: { kind: 'refused', status: 422, fields: { email: ['Такой Email уже занят.'] } },
    });
  });

  it('without an id has not been made', async () => {
    expect(await receive(addPromoter, { name: 'Семен' })).toMatchObject({ ok: false });
  });
});
