import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeReport, deleteReport, openReport } from '#contract/reports.ts';
import { createReportClient, lastAudit, type ReportClient, seedDone } from '#tests/support/reports.ts';
import { serverForAll } from '#tests/support/server.ts';
import { auditLog, reports, requests } from '../db/schema.ts';

const server = serverForAll();
let client: ReportClient;
let admins: ReportClient;

beforeAll(async () => {
  client = await createReportClient(server);
  admins = await createReportClient(server, server.users.admin);
});
beforeEach(() => server.clock.advance(1000));

const requestOf = async (id: number) => {
  const [row] = await server.db.select().from(requests).where(eq(requests.id, id));
  return row;
};
const versionOf = async (id: number) => {
  const [row] = await server.db.select().from(reports).where(eq(reports.id, id));
  return row?.version;
};

describe('paying', () => {
  it('says who has paid and when, and says the same to the next one with `changed` false', async () => {
    const { first, id: reportId } = await client.makeReport();
    const before = await requestOf(first);
    server.clock.advance(1000);
    const at = new Date(server.clock());
    const { status, body } = await client.pay(first);
    expect(status).toBe(200);
    const paid = { status: 'success', id: first, paid: 1, by: { name: 'Test moderator' }, version: 2 };
    expect(body).toEqual({ ...paid, changed: true, at: expect.stringMatching(/^2026-11-20T12:1/) });
    expect(await lastAudit(server)).toMatchObject({
      action: 'pay',
      entity: 'request',
      entity_id: first,
      actor_id: server.users.moderator.id,
      before: { paid_at: null, paid_by: null },
      after: { paid_by: server.users.moderator.id, report_id: reportId },
    });
    server.clock.advance(60_000);
    expect((await admins.pay(first)).body).toEqual({ ...paid, changed: false, at: body.at });
    const paidBy = { paid_at: at, paid_by: server.users.moderator.id, updated_at: at };
    expect(await requestOf(first)).toEqual({ ...before, ...paidBy });
    expect(await versionOf(reportId)).toBe(2);
  });

  it('of one request by twelve at once is one payment', async () => {
    const { first, id: reportId } = await client.makeReport();
    const before = await server.db.$count(auditLog);
    const asked = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? client : admins).pay(first));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.changed)).toHaveLength(1);
    const [winner] = answers.filter(({ body }) => body.changed);
    for (const { body } of answers) expect(body).toEqual({ ...winner?.body, changed: body.changed });
    expect(await server.db.$count(auditLog)).toBe(before + 1);
    expect(await versionOf(reportId)).toBe(2);
  });

  it('of many requests of one report at once loses none and counts each', async () => {
    const { requestIds: ids, id: reportId } = await client.makeReport(Array.from({ length: 20 }, () => 100));
    const answers = await Promise.all(ids.map(id => client.pay(id)));
    expect(answers.every(({ body }) => body.changed)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.version)).size).toBe(20);
    expect(await versionOf(reportId)).toBe(21);
  });

  it('and taking back by two people at once ends as the last of them said', async () => {
    const { first } = await client.makeReport();
    const answers = await Promise.all([
      client.pay(first),
      admins.unpay(first),
      client.pay(first),
      admins.unpay(first),
    ]);
    const last = answers.map(({ body }) => body).sort((a, b) => b.version - a.version)[0];
    const isPaid = (await requestOf(first))?.paid_at !== null;
    expect(isPaid).toBe(last.paid === 1);
  });

  it('is refused in a closed report, whichever way; what is so already is answered as done', async () => {
    const { requestIds, id: reportId } = await client.makeReport([100_000, 200_000]);
    const [paid = 0, unpaid = 0] = requestIds;
    await client.pay(paid);
    const { body: closed } = await client.post(closeReport.path, { report_id: reportId });
    for (const refused of [await client.unpay(paid), await client.pay(unpaid)]) {
      expect([refused.status, refused.body]).toEqual([
        409,
        { status: 'error', title: 'Отчет', message: 'Отчет закрыт, сначала откройте его' },
      ]);
    }
    expect((await client.pay(paid)).body).toMatchObject({ paid: 1, changed: false });
    expect((await client.unpay(unpaid)).body).toMatchObject({ paid: 0, changed: false });
    expect(await versionOf(reportId)).toBe(closed.version);
    await client.post(openReport.path, { report_id: reportId });
    expect((await client.pay(unpaid)).body).toMatchObject({ paid: 1, changed: true });
  });

  it('while the report is being closed: before it, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const { first, id: reportId } = await client.makeReport();
      const [paid, closed] = await Promise.all([
        client.pay(first),
        client.post(closeReport.path, { report_id: reportId }),
      ]);
      expect(closed.body.closed_at).toEqual(expect.any(String));
      expect([paid.status, await versionOf(reportId)]).toEqual(paid.status === 200 ? [200, 3] : [409, 2]);
      expect((await requestOf(first))?.paid_at === null).toBe(paid.status === 409);
    }
  });

  it('while the report is being deleted: never a payment outside of a report', async () => {
    for (let round = 0; round < 5; round++) {
      const { first, id: reportId } = await client.makeReport();
      const [paid, removed] = await Promise.all([
        client.pay(first),
        client.post(deleteReport.path, { report_id: reportId }),
      ]);
      expect([paid.status, removed.body.status]).toEqual(
        paid.status === 200 ? [200, 'error'] : [404, 'success'],
      );
      const request = await requestOf(first);
      expect([request?.paid_at === null, request?.report_id === null]).toEqual(
        paid.status === 200 ? [false, false] : [true, true],
      );
    }
  });

  it('needs a report, and a request that is there', async () => {
    const [free] = await seedDone(server, { promoterId: server.users.colleague.id, amounts: [100] });
    for (const change of [client.pay, client.unpay]) {
      const { status, body } = await change(free);
      expect([status, body]).toEqual([
        404,
        { status: 'error', title: 'Отчет', message: 'Заявка не входит ни в один отчет' },
      ]);
      expect((await change(999_999)).status).toBe(404);
      expect((await change('x')).status).toBe(422);
      expect((await change(0)).status).toBe(422);
    }
    expect((await requestOf(free ?? 0))?.paid_at).toBeNull();
  });
});

it('taking a payment back forgets who paid, once', async () => {
  const { first, id: reportId } = await client.makeReport();
  await client.pay(first);
  const { body } = await admins.unpay(first);
  const unpaid = { status: 'success', id: first, paid: 0, by: null, at: null, version: 3 };
  expect(body).toEqual({ ...unpaid, changed: true });
  expect(await lastAudit(server)).toMatchObject({
    action: 'unpay',
    actor_id: server.users.admin.id,
    before: { paid_at: expect.any(String), paid_by: server.users.moderator.id },
    after: { paid_at: null, paid_by: null, report_id: reportId },
  });
  expect((await client.unpay(first)).body).toEqual({ ...unpaid, changed: false });
  expect(await versionOf(reportId)).toBe(3);
});

it('audits without names and phones', async () => {
  const { first, id: reportId } = await client.makeReport();
  await client.pay(first);
  await client.unpay(first);
  await client.post(deleteReport.path, { report_id: reportId });
  const written = JSON.stringify(await server.db.select().from(auditLog));
  expect(written).not.toMatch(/Ольга|Test|7000\d{7}/);
});
