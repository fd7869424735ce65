/** Payments as they are kept, and what the next one would pay. */
import { and, asc, between, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PaymentSort } from '#contract/payments.ts';
import { FOUND_LIMIT } from '#contract/search.ts';
import { toRoubles } from '#kit/money.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { paymentReports, paymentRequests, payments, reports, requests, users } from '../db/schema.ts';
import { readAmount } from './amount.ts';
import { isAmong } from './is-among.ts';
import { holds, isMeant, plain } from './plain-text.ts';

function selectOpen(on: Queryable, promoterId: number) {
  return on
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.promoter_id, promoterId), isNull(reports.closed_at)))
    .orderBy(reports.id);
}

/** The promoter's open reports, oldest first. */
export async function readOpenReports(on: Queryable, promoterId: number): Promise<number[]> {
  return (await selectOpen(on, promoterId)).map(({ id }) => id);
}

/** The same, held until the end of the transaction. */
export async function lockOpenReports(tx: Tx, promoterId: number): Promise<number[]> {
  return (await selectOpen(tx, promoterId).for('update')).map(({ id }) => id);
}

/** What is due, and what is unpaid in these reports. */
function selectOwed(on: Queryable, promoterId: number, openReports: readonly number[]) {
  const { id, fullcode, type, tofirm_kop, percent_kop, report_id } = requests;
  return on
    .select({ id, fullcode, type, tofirmKop: tofirm_kop, percentKop: percent_kop, reportId: report_id })
    .from(requests)
    .where(
      and(
        eq(requests.promoter_id, promoterId),
        isNotNull(requests.done_at),
        isNull(requests.paid_at),
        or(isNull(report_id), inArray(report_id, [...openReports])),
      ),
    )
    .orderBy(id);
}

export type OwedRow = Awaited<ReturnType<typeof selectOwed>>[number];

export async function readOwed(on: Queryable, promoterId: number, openReports: readonly number[]) {
  return selectOwed(on, promoterId, openReports);
}

/** The same, held until the end of the transaction. The reports are locked before. */
export async function lockOwed(tx: Tx, promoterId: number, openReports: readonly number[]) {
  return selectOwed(tx, promoterId, openReports).for('update');
}

/** The promoter's share of these, in kopecks. */
export function sumOfOwed(rows: readonly OwedRow[]): number {
  return rows.reduce((sum, { percentKop }) => sum + (percentKop ?? 0), 0);
}

/** Whether a payment still pays a request: at its moment, by who made it, and in the report that it was paid in. */
export const stillPaid = sql<boolean>`coalesce(${requests.paid_at} = ${payments.created_at}
  and ${requests.paid_by} = ${payments.created_by} and ${requests.report_id} = ${paymentRequests.report_id}, false)`;

const [payer, returner] = [alias(users, 'payer'), alias(users, 'returner')];

function select(on: Queryable) {
  return on
    .select({
      id: payments.id,
      promoter: { id: users.id, name: users.name },
      at: payments.created_at,
      by: payer.name,
      count: payments.count,
      percentKop: payments.percent_kop,
      stillPaid: sql<[count: number, percentKop: number]>`(
        select json_build_array(count(*), coalesce(sum(${paymentRequests.percent_kop}), 0))
        from ${paymentRequests} join ${requests} on ${requests.id} = ${paymentRequests.request_id}
        where ${paymentRequests.payment_id} = ${payments.id} and ${stillPaid})`,
      takenBackAt: payments.taken_back_at,
      takenBackBy: sql<string>`coalesce(${returner.name}, '')`,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.promoter_id))
    .innerJoin(payer, eq(payer.id, payments.created_by))
    .leftJoin(returner, eq(returner.id, payments.taken_back_by));
}

export type PaymentRow = Awaited<ReturnType<typeof select>>[number];

/** One payment whole, in three statements however many requests it has. */
export async function readPayment(on: Queryable, id: number) {
  const [row] = await select(on).where(eq(payments.id, id));
  if (!row) return undefined;
  const of = await readReportsOf(on, id);
  const paid = await on
    .select({
      id: requests.id,
      fullcode: requests.fullcode,
      type: requests.type,
      tofirmKop: paymentRequests.tofirm_kop,
      percentKop: paymentRequests.percent_kop,
      reportId: paymentRequests.report_id,
      stillPaid,
    })
    .from(paymentRequests)
    .innerJoin(requests, eq(requests.id, paymentRequests.request_id))
    .innerJoin(payments, eq(payments.id, paymentRequests.payment_id))
    .where(eq(paymentRequests.payment_id, id))
    .orderBy(asc(requests.code_number));
  return { ...row, reports: of, requests: paid };
}

/** The reports that a payment closed. */
export async function readReportsOf(on: Queryable, paymentId: number) {
  return on
    .select({ id: paymentReports.report_id, made: paymentReports.is_made })
    .from(paymentReports)
    .where(eq(paymentReports.payment_id, paymentId))
    .orderBy(paymentReports.report_id);
}

export type WholePayment = NonNullable<Awaited<ReturnType<typeof readPayment>>>;

/** The payments that closed a report, newest first. */
export async function readPaymentsOf(on: Queryable, reportId: number) {
  return on
    .select({ id: payments.id, taken_back: sql<boolean>`${payments.taken_back_at} is not null` })
    .from(paymentReports)
    .innerJoin(payments, eq(payments.id, paymentReports.payment_id))
    .where(eq(paymentReports.report_id, reportId))
    .orderBy(desc(payments.id));
}

type PaymentsQuestion = {
  promoterId?: number | null | undefined;
  search: string;
  sortBy: PaymentSort;
  sortOrder: 'asc' | 'desc';
  slice: { limit: number; offset: number };
};

const SORTED_BY = { id: payments.id, share: payments.percent_kop };

/** One page of payments, and how many are found. */
export async function findPayments(on: Queryable, { promoterId, search, ...question }: PaymentsQuestion) {
  const { sortBy, sortOrder, slice } = question;
  const inOrder = sortOrder === 'asc' ? asc : desc;
  const found = and(promoterId ? eq(payments.promoter_id, promoterId) : undefined, foundBy(search));
  const list = await select(on)
    .where(found)
    .orderBy(inOrder(SORTED_BY[sortBy]), inOrder(payments.id))
    .limit(slice.limit)
    .offset(slice.offset);
  return { list, total: await on.$count(payments, found) };
}

const NUMBER = /^[1-9]\d{0,14}$/;
const plainName = plain(sql`name`);

/** The payments of the number or the sum that the whole search is, that of the number first. */
export async function findNumbered(on: Queryable, search: string) {
  const { isOfNumber, isOfSum } = readFigures(search);
  if (!isOfSum) return [];
  const found = await on
    .select({ id: payments.id, name: users.name, percentKop: payments.percent_kop })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.promoter_id))
    .where(or(isOfNumber, isOfSum))
    .orderBy(...(isOfNumber ? [desc(isOfNumber)] : []), desc(payments.id))
    .limit(FOUND_LIMIT);
  return found.map(({ percentKop, ...payment }) => ({ ...payment, share: toRoubles(percentKop) }));
}

function readFigures(search: string): { isOfNumber?: SQL; isOfSum?: SQL } {
  const figures = search.replace(/[№\s]|руб\.?$/g, '');
  const kopecks = readAmount(figures);
  if (kopecks === undefined) return {};
  // «1500» also finds 1500.50.
  const last = /^\d+$/.test(figures) ? kopecks + 99 : kopecks;
  const isOfSum = between(payments.percent_kop, kopecks, last);
  return NUMBER.test(figures) ? { isOfSum, isOfNumber: eq(payments.id, Number(figures)) } : { isOfSum };
}

/** A number or a sum that the whole search is; else each word stands in the promoter's name, or is the number. */
function foundBy(search: string): SQL | undefined {
  const { isOfNumber, isOfSum } = readFigures(search);
  if (isOfSum) return or(isOfSum, isOfNumber);
  return isMeant(search, word => {
    const isNamed = isAmong(
      sql`${payments.promoter_id}`,
      sql`select id from users where ${holds(plainName, word)}`,
    );
    return NUMBER.test(word) ? sql`(${isNamed} or ${payments.id} = ${Number(word)})` : isNamed;
  });
}
