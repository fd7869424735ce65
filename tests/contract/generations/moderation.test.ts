/** What other backends may answer to the calls of moderators, and what the client makes of it (CONTRACT.md). */
import { describe, expect, it } from 'vitest';
import { addPromoter, getModerationRequest, listPromoters, readStats } from '#contract/moderation.ts';
import { closeReport, createReport, getReport, listReports, payRequest } from '#contract/reports.ts';
import { read } from './recording.ts';

it('reads what there is of a payment, and when a report was closed', async () => {
  const by = { name: 'Вера' };
  const mysql = { status: 'success', paid: '1', changed: '0', by, at: '2026-11-20 15:12:39', version: '7' };
  expect(await read(payRequest, mysql)).toMatchObject({
    paid: 1,
    changed: false,
    by,
    at: '2026-11-20 15:12:39',
    version: 7,
  });
  const model = { status: 'success', paid: true, by: [], at: null };
  expect(await read(payRequest, model)).toEqual({ status: 'success', paid: 1, by: null });
  const closed = await read(closeReport, { status: 'success', closed_at: '2026-11-20T12:12:39.000000Z' });
  expect(closed).toMatchObject({ closed_at: '2026-11-20 15:12:39' });
});

const summary = {
  id: '5',
  user: { name: 'Семен', email: 's@example.com' },
  closed_at: null,
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
  id: '9',
  fullcode: 'М-000009',
  code_number: '9',
  client_fio: 'Анна',
  phones: '79991234567',
  work_name: 'Ремонт',
  type: 'point',
  state_name: 'Выполнена',
  date_add: '2026-11-20 15:12:39',
  tofirm: '1500.50',
  promo_report_id: '5',
  paid: '1',
  percent: null,
  created_at: '2026-11-20 15:12:39',
};
const readRequest = {
  id: 9,
  code_number: 9,
  tofirm: 1500.5,
  promo_report_id: 5,
  paid: 1,
  percent: null,
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

it.each<[string, unknown]>([
  ['a created model', { name: 'Семен', email: 's@example.com', created_at: '', id: '31' }],
  ['`user`', { user: { id: 31, name: 'Семен', email: 's@example.com' } }],
  ['`data`', { data: { id: 31, name: 'Семен', email: 's@example.com' } }],
])('reads a new promoter from %s', async (_, body) => {
  expect(await read(addPromoter, body)).toEqual({ id: 31, name: 'Семен', email: 's@example.com' });
});
