/** Orders that the firm has done: what reports are made of. */
import { PROMOTER_PERCENT } from '#domain/share.ts';
import { percentOf } from '#kit/money.ts';
import { contacts, reports, requests } from '#server/db/schema.ts';
import type { TestFirm } from './fixture.ts';

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
export async function plantDone(server: TestFirm, done: Done): Promise<number[]> {
  const createdAt = done.createdAt ?? new Date(server.clock());
  const times = { created_at: createdAt, updated_at: createdAt };
  const [contact] = await server.db
    .insert(contacts)
    .values({ promoter_id: done.promoterId, first_name: 'Ольга', ...times })
    .returning({ id: contacts.id });
  if (!contact) throw new Error('no contact was planted');
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
export async function plantReport(
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
  if (!report) throw new Error('no report was planted');
  return report.id;
}

function orderOf({ references }: TestFirm, promoter_id: number, contact_id: number) {
  code += 1;
  return {
    ...{ promoter_id, contact_id, type: 'point' as const, code_number: code, fullcode: `М-${code}` },
    ...{ client_fio: 'Ольга', phones: ['70001112233'], street: 'Садовая', state_code: 'new' },
    ...{ district_id: references.pointDistrict, work_id: references.pointWork },
  };
}

function doneWith(tofirm_kop: number, done_at: Date) {
  const percent_kop = percentOf(tofirm_kop, PROMOTER_PERCENT);
  return { state_code: 'done', tofirm_kop, percent_kop, done_at };
}
