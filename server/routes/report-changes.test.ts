import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeReport, deleteReport, openReport } from '#contract/reports.ts';
import { type Desk, lastAudit, openDesk } from '#tests/support/moderator-desk.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { auditLog, reports, requests } from '../db/schema.ts';

let server: TestServer;
let desk: Desk;

beforeAll(async () => {
  server = await createTestServer();
  desk = await openDesk(server);
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(1000));

const seen = (version: number | string) => ({ 'if-match': `"${version}"` });
const stored = async (id: number) => {
  const [row] = await server.db.select().from(reports).where(eq(reports.id, id));
  return row;
};

describe('closing and opening', () => {
  it('answers with the state as it is now, and a second time changes nothing', async () => {
    const { id } = await desk.makeReport();
    const { body: closed } = await desk.post(closeReport.path, { report_id: id });
    expect(closed).toEqual({ status: 'success', closed_at: expect.any(String), version: 2 });
    expect(await lastAudit(server)).toMatchObject({
      ...{ action: 'close', entity: 'report', entity_id: id, before: { closed_at: null } },
      after: { closed_at: expect.any(String) },
    });
    server.clock.advance(60_000);
    expect((await desk.post(closeReport.path, { report_id: id })).body).toEqual(closed);
    const { body: opened } = await desk.post(openReport.path, { report_id: id });
    expect(opened).toEqual({ status: 'success', closed_at: null, version: 3 });
    expect((await desk.post(openReport.path, { report_id: id })).body).toEqual(opened);
    expect(await stored(id)).toMatchObject({ closed_at: null, closed_by: null, version: 3 });
  });

  it('writes one line into the audit however often it is asked at once', async () => {
    const { id } = await desk.makeReport();
    const before = await server.db.$count(auditLog);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => desk.post(closeReport.path, { report_id: id })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await server.db.$count(auditLog)).toBe(before + 1);
  });

  it('knows nothing of a report that is not there', async () => {
    for (const { path } of [closeReport, openReport, deleteReport]) {
      expect((await desk.post(path, { report_id: 999_999 })).status).toBe(404);
      expect((await desk.post(path, {})).status).toBe(422);
    }
  });
});

describe('deleting', () => {
  it('sets the requests free, so that the next report takes them', async () => {
    const { id, requestIds } = await desk.makeReport([100, 200]);
    const { status, body } = await desk.post(deleteReport.path, { report_id: id });
    expect([status, body]).toEqual([200, { status: 'success' }]);
    expect(await lastAudit(server)).toMatchObject({
      ...{ action: 'delete', entity: 'report', entity_id: id, after: null },
      before: { promoter_id: server.users.promoter.id, requests: requestIds },
    });
    expect((await desk.read(id)).status).toBe(404);
    const { body: next } = await desk.create();
    expect(await server.db.$count(requests, eq(requests.report_id, next.id))).toBe(requestIds.length);
  });

  it('is refused in words for a closed report and for one with a payment, and keeps both whole', async () => {
    const { id, requestIds } = await desk.makeReport([100, 200]);
    const remove = () => desk.post(deleteReport.path, { report_id: id });
    await desk.post(closeReport.path, { report_id: id });
    const refusal = { status: 'error', title: `Отчет №${id}` };
    expect(await remove()).toMatchObject({
      status: 200,
      body: { ...refusal, message: 'Закрытый отчет нельзя удалить' },
    });
    await desk.post(openReport.path, { report_id: id });
    await desk.pay(requestIds[1]);
    expect(await remove()).toMatchObject({
      status: 200,
      body: { ...refusal, message: 'В отчете есть оплаченные заявки, удалить его нельзя' },
    });
    expect((await desk.read(id)).body.promo_requests).toHaveLength(2);
  });

  it('and closing at the same moment: one of the two, never a closed report that is gone', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, requestIds } = await desk.makeReport();
      const [removed, closed] = await Promise.all([
        desk.post(deleteReport.path, { report_id: id }),
        desk.post(closeReport.path, { report_id: id }),
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
    const { id, requestIds } = await desk.makeReport();
    const { body: report } = await desk.read(id);
    expect(report.version).toBe(1);
    await desk.pay(requestIds[0]);
    for (const { path } of [closeReport, openReport, deleteReport]) {
      const { status, body } = await desk.post(path, { report_id: id }, seen(report.version));
      expect([status, body]).toEqual([412, { message: expect.any(String) }]);
    }
    expect(await stored(id)).toMatchObject({ closed_at: null, version: 2 });
    expect((await desk.post(closeReport.path, { report_id: id }, seen(2))).body.version).toBe(3);
  });

  it('lets one of two moderators through who decide at once', async () => {
    const { id } = await desk.makeReport();
    const answers = await Promise.all([
      desk.post(closeReport.path, { report_id: id }, seen(1)),
      desk.post(deleteReport.path, { report_id: id }, seen(1)),
    ]);
    const statuses = answers.map(answer => answer.status).sort();
    // Who deletes leaves nothing to be closed; who closes leaves another version.
    expect([
      [200, 412],
      [200, 404],
    ]).toContainEqual(statuses);
  });

  it('asks for nothing when it is absent or `*`, and is refused when it is no version', async () => {
    const { id } = await desk.makeReport();
    expect((await desk.post(closeReport.path, { report_id: id }, { 'if-match': '*' })).status).toBe(200);
    for (const header of ['1', 'W/"2"', '"x"', '""', '"1", "2"', `"${'9'.repeat(16)}"`]) {
      const { status, body } = await desk.post(openReport.path, { report_id: id }, { 'if-match': header });
      expect([header, status, Object.keys(body)]).toEqual([header, 400, ['message']]);
    }
    expect((await stored(id))?.closed_at).not.toBeNull();
    expect((await desk.post(openReport.path, { report_id: id })).status).toBe(200);
  });

  it('is described where it is taken', async () => {
    const { body } = await desk.get('/openapi.json');
    for (const { path } of [closeReport, openReport, deleteReport]) {
      const { parameters, responses } = body.paths[path].post;
      expect(parameters.map(({ name }: { name: string }) => name)).toContain('If-Match');
      expect(Object.keys(responses)).toContain('412');
    }
  });
});
