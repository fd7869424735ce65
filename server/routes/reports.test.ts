import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModerationRequest } from '#contract/moderation.ts';
import { closeReport, deleteReport, openReport } from '#contract/reports.ts';
import { createReportClient, lastAudit, type ReportClient, seedDone } from '#tests/support/reports.ts';
import { serverForAll } from '#tests/support/server.ts';
import { auditLog, reports, requests } from '../db/schema.ts';

const server = serverForAll();
let client: ReportClient;
let promoterId: number;
let colleagueId: number;

beforeAll(async () => {
  client = await createReportClient(server);
  promoterId = server.users.promoter.id;
  colleagueId = server.users.colleague.id;
});
beforeEach(() => server.clock.advance(1000));

describe('forming a report', () => {
  it('takes what is done, unpaid and in no report, and leaves the rest', async () => {
    const { moderator } = server.users;
    const due = await seedDone(server, { promoterId, amounts: [150_050, 99_999] });
    await seedDone(server, { promoterId, amounts: [0], isDone: false });
    await seedDone(server, { promoterId, amounts: [100], paidBy: moderator.id });
    await seedDone(server, { promoterId: colleagueId, amounts: [100] });
    const { status, body } = await client.create();
    expect([status, Object.keys(body)]).toEqual([200, ['id']]);
    expect(await stored(body.id)).toMatchObject({ created_by: moderator.id, closed_at: null, version: 1 });
    const { body: report } = await client.read(body.id);
    expect(report.promo_requests.map(({ id }: { id: number }) => id)).toEqual(due);
    expect(await lastAudit(server)).toMatchObject({
      action: 'create',
      entity: 'report',
      entity_id: body.id,
      actor_id: moderator.id,
      before: null,
      after: { promoter_id: promoterId, requests: due },
    });
    await server.db
      .update(requests)
      .set({ paid_at: new Date() })
      .where(eq(requests.promoter_id, colleagueId));
  });

  it('says so when there is nothing due, shows the reports there are and makes none', async () => {
    const { id } = await client.makeReport();
    const before = await server.db.$count(reports);
    const { status, body } = await client.create();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'warning',
      title: 'Отчет',
      message: 'Нет выполненных заявок для отчета',
      reports: (await client.list(promoterId)).body.list,
    });
    expect(body.reports[0].id).toBe(id);
    expect(await server.db.$count(reports)).toBe(before);
    const { body: none } = await client.create(colleagueId);
    expect(none).toMatchObject({ status: 'warning', reports: [] });
  });

  it('refuses at its field whoever is no promoter', async () => {
    const { moderator, stranger } = server.users;
    for (const nobody of [moderator.id, stranger.id]) {
      const { status, body } = await client.create(nobody);
      expect([status, body.errors]).toEqual([422, { promoter_id: ['Промоутер не найден'] }]);
    }
  });

  it('pays somebody who is blocked too: what was earned is owed', async () => {
    await seedDone(server, { promoterId: server.users.blocked.id, amounts: [100] });
    expect((await client.create(server.users.blocked.id)).body.id).toEqual(expect.any(Number));
  });

  it('asked ten times at once makes one report, which has everything', async () => {
    const due = await seedDone(server, { promoterId, amounts: Array.from({ length: 30 }, () => 100) });
    const before = await server.db.$count(reports);
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.create()));
    expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 200));
    const made = answers.flatMap(({ body }) => (body.id ? [body.id] : []));
    expect(made).toHaveLength(1);
    expect(await server.db.$count(reports)).toBe(before + 1);
    expect((await client.read(made[0])).body.promo_requests).toHaveLength(due.length);
    for (const { body } of answers.filter(answer => !answer.body.id)) {
      expect(body.reports[0].id).toBe(made[0]);
    }
  });
});

describe('reading reports', () => {
  it('lists them newest first, under the name of their promoter', async () => {
    const first = await client.makeReport();
    const second = await client.makeReport();
    await client.post(closeReport.path, { report_id: first.id });
    const { body } = await client.list(promoterId);
    expect(body.list.slice(0, 2)).toEqual([
      {
        id: second.id,
        user: { id: promoterId, name: 'Test promoter' },
        closed_at: null,
        returned_at: null,
        created_at: expect.any(String),
      },
      expect.objectContaining({ id: first.id, closed_at: expect.any(String) }),
    ]);
  });

  it('lists none of a promoter without any', async () => {
    expect((await client.list(colleagueId)).body).toEqual({ list: [] });
  });

  it('keeps the order of the requests by time, whatever happens to them', async () => {
    const at = (minutes: number) => new Date(server.clock() + minutes * 60_000);
    const seed = (minutes: number) =>
      seedDone(server, { promoterId, amounts: [100, 100], createdAt: at(minutes) });
    const [late, early] = [await seed(-1), await seed(-2)];
    const { body } = await client.create();
    const order = async () =>
      (await client.read(body.id)).body.promo_requests.map(({ id }: { id: number }) => id);
    expect(await order()).toEqual([...early, ...late]);
    await client.pay(early[0]);
    expect(await order()).toEqual([...early, ...late]);
  });

  it('gives a promoter the exact share of every amount, half a kopeck rounded up', async () => {
    const amounts = [1, 2, 5, 15_005, 15_015, 99_999_999_999];
    const { id } = await client.makeReport(amounts);
    const { body } = await client.read(id);
    expect(body.promo_requests.map((row: { tofirm: number }) => row.tofirm)).toEqual(
      amounts.map(kopecks => kopecks / 100),
    );
    expect(body.promo_requests.map((row: { percent: number }) => row.percent)).toEqual([
      ...[0, 0.01, 0.02, 45.02, 45.05, 300_000_000],
    ]);
  });

  it('shows the moderator anybody’s request, with its report or without', async () => {
    const { id, requestIds } = await client.makeReport();
    const address = (request: unknown) => getModerationRequest.path.replace(':id', String(request));
    const { body } = await client.get(address(requestIds[0]));
    expect(body).toMatchObject({ id: requestIds[0], promo_report_id: id, report: { id }, tofirm: 1000 });
    expect(body).toMatchObject({ promoter: { name: 'Test promoter' }, payment: null });
    await client.pay(requestIds[0]);
    const paid = await client.get(address(requestIds[0]));
    expect(paid.body.payment).toEqual({ at: expect.stringMatching(/^2/), by: 'Test moderator' });
    const [free] = await seedDone(server, { promoterId: colleagueId, amounts: [1], isDone: false });
    expect((await client.get(address(free))).body).toMatchObject({ id: free, report: null, tofirm: null });
  });
});

const seen = (version: number | string) => ({ 'if-match': `"${version}"` });
const stored = async (id: number) => {
  const [row] = await server.db.select().from(reports).where(eq(reports.id, id));
  return row;
};

describe('closing and opening', () => {
  it('answers with the state as it is now, and a second time changes nothing', async () => {
    const { id } = await client.makeReport();
    const before = await stored(id);
    server.clock.advance(1000);
    const at = new Date(server.clock());
    const { body: closed } = await client.post(closeReport.path, { report_id: id });
    expect(closed).toEqual({ status: 'success', closed_at: expect.any(String), version: 2 });
    const closedBy = { closed_at: at, closed_by: server.users.moderator.id, updated_at: at, version: 2 };
    expect(await stored(id)).toEqual({ ...before, ...closedBy });
    expect(await lastAudit(server)).toMatchObject({
      action: 'close',
      entity: 'report',
      entity_id: id,
      before: { closed_at: null },
      after: { closed_at: expect.any(String) },
    });
    server.clock.advance(60_000);
    expect((await client.post(closeReport.path, { report_id: id })).body).toEqual(closed);
    const { body: opened } = await client.post(openReport.path, { report_id: id });
    expect(opened).toEqual({ status: 'success', closed_at: null, version: 3 });
    expect((await client.post(openReport.path, { report_id: id })).body).toEqual(opened);
    expect(await stored(id)).toMatchObject({ closed_at: null, closed_by: null, version: 3 });
  });

  it('writes down that an opened report is no longer a returned one', async () => {
    const at = new Date(server.clock());
    const { id } = await client.makeReport();
    await server.db.update(reports).set({ closed_at: at, returned_at: at }).where(eq(reports.id, id));
    await client.post(openReport.path, { report_id: id });
    expect(await lastAudit(server)).toMatchObject({
      action: 'open',
      before: { closed_at: at.toISOString(), returned_at: at.toISOString() },
      after: { closed_at: null, returned_at: null },
    });
  });

  it('writes one line into the audit however often it is asked at once', async () => {
    const { id } = await client.makeReport();
    const before = await server.db.$count(auditLog);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(closeReport.path, { report_id: id })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await server.db.$count(auditLog)).toBe(before + 1);
  });

  it('knows nothing of a report that is not there', async () => {
    for (const { path } of [closeReport, openReport, deleteReport]) {
      expect((await client.post(path, { report_id: 999_999 })).status).toBe(404);
      expect((await client.post(path, {})).status).toBe(422);
    }
  });
});

describe('deleting', () => {
  it('sets the requests free, so that the next report takes them', async () => {
    const { id, requestIds } = await client.makeReport([100, 200]);
    const { status, body } = await client.post(deleteReport.path, { report_id: id });
    expect([status, body]).toEqual([200, { status: 'success' }]);
    expect(await lastAudit(server)).toMatchObject({
      action: 'delete',
      entity: 'report',
      entity_id: id,
      after: null,
      before: { promoter_id: server.users.promoter.id, requests: requestIds },
    });
    expect((await client.read(id)).status).toBe(404);
    const { body: next } = await client.create();
    expect(await server.db.$count(requests, eq(requests.report_id, next.id))).toBe(requestIds.length);
  });

  it('is refused in words for a closed report and for one with a payment, and keeps both whole', async () => {
    const { id, requestIds } = await client.makeReport([100, 200]);
    const remove = () => client.post(deleteReport.path, { report_id: id });
    await client.post(closeReport.path, { report_id: id });
    const refusal = { status: 'error', title: `Отчет №${id}` };
    expect(await remove()).toMatchObject({
      status: 200,
      body: { ...refusal, message: 'Закрытый отчет нельзя удалить' },
    });
    await client.post(openReport.path, { report_id: id });
    await client.pay(requestIds[1]);
    expect(await remove()).toMatchObject({
      status: 200,
      body: { ...refusal, message: 'В отчете есть выплаченные заявки, удалить его нельзя' },
    });
    expect((await client.read(id)).body.promo_requests).toHaveLength(2);
  });

  it('and closing at the same moment: one of the two, never a closed report that is gone', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, requestIds } = await client.makeReport();
      const [removed, closed] = await Promise.all([
        client.post(deleteReport.path, { report_id: id }),
        client.post(closeReport.path, { report_id: id }),
      ]);
      const isGone = removed.body.status === 'success';
      expect(closed.status).toBe(isGone ? 404 : 200);
      const [request] = await server.db
        .select()
        .from(requests)
        .where(eq(requests.id, requestIds[0] ?? 0));
      expect(request?.report_id).toBe(isGone ? null : id);
    }
  });
});

describe('If-Match', () => {
  it('lets a change through only while nobody else has made one', async () => {
    const { id, requestIds } = await client.makeReport();
    const { body: report } = await client.read(id);
    expect(report.version).toBe(1);
    await client.pay(requestIds[0]);
    for (const { path } of [closeReport, openReport, deleteReport]) {
      const { status, body } = await client.post(path, { report_id: id }, seen(report.version));
      expect([status, body]).toEqual([412, { message: expect.any(String) }]);
    }
    expect(await stored(id)).toMatchObject({ closed_at: null, version: 2 });
    expect((await client.post(closeReport.path, { report_id: id }, seen(2))).body.version).toBe(3);
  });

  it('lets one of two moderators through who decide at once', async () => {
    const { id } = await client.makeReport();
    const answers = await Promise.all([
      client.post(closeReport.path, { report_id: id }, seen(1)),
      client.post(deleteReport.path, { report_id: id }, seen(1)),
    ]);
    const statuses = answers.map(answer => answer.status).sort();
    // Who deletes leaves nothing to be closed; who closes leaves another version.
    expect([
      [200, 412],
      [200, 404],
    ]).toContainEqual(statuses);
  });
});
