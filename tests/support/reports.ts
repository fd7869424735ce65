/** Orders that the firm has done, and what somebody does with their reports, as short calls. */
import { desc } from 'drizzle-orm';
import {
  createReport,
  getReport,
  listReports,
  payRequest,
  type Report,
  unpayRequest,
} from '#contract/reports.ts';
import type { Request } from '#contract/requests.ts';
import { PROMOTER_PERCENT } from '#domain/promoter-share.ts';
import { percentOf } from '#kit/money.ts';
import { auditLog, contactPhones, contacts, reports, requests } from '#server/db/schema.ts';
import * as calls from './calls.ts';
import type { TestFirm } from './fixture.ts';
import type { TestServer, TestUser } from './server.ts';

type Done = {
  promoterId: number;
  /** Amounts in kopecks, one for each order. */
  amounts: readonly number[];
  createdAt?: Date;
  /** Those that are not done yet have no amount. */
  isDone?: boolean;
  reportId?: number;
  /** Who has paid them. */
  paidBy?: number;
};

let code = 900_000;

/** Plants orders straight into the database; returns their ids in the order of the amounts. */
export async function seedDone(server: TestFirm, done: Done): Promise<number[]> {
  const createdAt = done.createdAt ?? new Date(server.clock());
  const times = { created_at: createdAt, updated_at: createdAt };
  const [contact] = await server.db
    .insert(contacts)
    .values({ promoter_id: done.promoterId, first_name: 'Ольга', ...times })
    .returning({ id: contacts.id });
  if (!contact) throw new Error('no contact was seeded');
  const phone = { contact_id: contact.id, pos: 0, full_phone: '70001112233', ...times };
  await server.db.insert(contactPhones).values(phone);
  const rows = done.amounts.map(amount => ({
    ...orderOf(server, done.promoterId, contact.id),
    ...(done.isDone === false ? {} : doneWith(amount, createdAt)),
    report_id: done.reportId ?? null,
    ...(done.paidBy === undefined ? {} : { paid_by: done.paidBy, paid_at: createdAt }),
    ...times,
  }));
  const made = await server.db.insert(requests).values(rows).returning({ id: requests.id });
  return made.map(row => row.id);
}

/** A report of the promoter's in which there is nothing yet; returns its id. */
export async function seedReport(
  { db, clock, users: { promoter, moderator } }: TestFirm,
  more: Partial<typeof reports.$inferInsert> = {},
): Promise<number> {
  const at = new Date(clock());
  const row = {
    promoter_id: promoter.id,
    number: 1,
    created_by: moderator.id,
    created_at: at,
    updated_at: at,
  };
  const [report] = await db
    .insert(reports)
    .values({ ...row, ...more })
    .returning({ id: reports.id });
  if (!report) throw new Error('no report was seeded');
  return report.id;
}

function orderOf({ references }: TestFirm, promoter_id: number, contact_id: number) {
  code += 1;
  return {
    promoter_id,
    contact_id,
    type: 'point' as const,
    code_number: code,
    fullcode: `М-${code}`,
    client_fio: 'Ольга',
    phones: ['70001112233'],
    street: 'Садовая',
    state_code: 'new',
    district_id: references.pointDistrict,
    work_id: references.pointWork,
  };
}

function doneWith(tofirm_kop: number, done_at: Date) {
  const percent_kop = percentOf(tofirm_kop, PROMOTER_PERCENT);
  return { state_code: 'done', tofirm_kop, percent_kop, done_at };
}

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
    session,
    post,
    get,
    create,
    read: (id: unknown) => get(getReport.path.replace(':id', String(id))),
    list: (id: unknown) => get(listReports.path.replace(':promoterId', String(id))),
    pay: (request_id: unknown) => post(payRequest.path, { request_id }),
    unpay: (request_id: unknown) => post(unpayRequest.path, { request_id }),
    /** A new report of the promoter's with orders of these amounts, and of whatever else is due. */
    async makeReport(amounts: readonly number[] = [100_000]) {
      const requestIds = await seedDone(server, { promoterId, amounts });
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

/** A request as it stands in a report. */
export function reportRequest(over: Partial<Request> = {}): Request {
  const { id = 1 } = over;
  return {
    id,
    code_number: id,
    fullcode: `М-${String(id).padStart(6, '0')}`,
    type: 'point',
    client_fio: 'Ольга',
    phones: [],
    work_name: 'Ноутбук',
    state: 'done',
    state_name: 'Выполнена',
    date_add: '2026-11-19 10:00:00',
    created_at: '2026-11-19 10:00:00',
    tofirm: 1000,
    percent: 300,
    paid: 0,
    promo_report_id: 5,
    ...over,
  };
}

/** An open report of Test promoter with these requests. */
export function sampleReport(over: Partial<Report> = {}): Report {
  return {
    id: 5,
    user: { id: 7, name: 'Test promoter' },
    created_at: '2026-11-20 10:00:00',
    closed_at: null,
    promo_requests: [reportRequest({ id: 1 }), reportRequest({ id: 2 })],
    version: 3,
    ...over,
  };
}
