import { desc } from 'drizzle-orm';
import { createReport, getReport, listReports, payRequest, unpayRequest } from '#contract/reports.ts';
import { auditLog } from '#server/db/schema.ts';
import * as calls from './calls.ts';
import { plantDone } from './done-requests.ts';
import type { TestServer, TestUser } from './server.ts';

export type ReportClient = Awaited<ReturnType<typeof createReportClient>>;

/** What a moderator does with reports, as short calls. */
export async function createReportClient(server: TestServer, user: TestUser = server.users.moderator) {
  const session = await server.signIn(user);
  const promoterId = server.users.promoter.id;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    calls.post(server, path, body, { ...session, ...headers });
  const get = (path: string) => calls.get(server, path, session);
  const create = (promoter_id: unknown = promoterId, headers: Record<string, string> = {}) =>
    post(createReport.path, { promoter_id }, headers);
  return {
    ...{ session, post, get, create },
    read: (id: unknown) => get(getReport.path.replace(':id', String(id))),
    list: (id: unknown) => get(listReports.path.replace(':promoterId', String(id))),
    pay: (request_id: unknown) => post(payRequest.path, { request_id }),
    unpay: (request_id: unknown) => post(unpayRequest.path, { request_id }),
    /** A new report of the promoter's with orders of these amounts, and of whatever else is due. */
    async makeReport(amounts: readonly number[] = [100_000]) {
      const requestIds = await plantDone(server, { promoterId, amounts });
      const { body } = await create();
      const [first = 0] = requestIds;
      return { id: Number(body.id), first, requestIds };
    },
  };
}

/** The last thing that somebody is known to have done. */
export async function lastAudit({ db }: TestServer) {
  const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
}
