import { and, eq, isNotNull, isNull, like, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/engine.ts';
import type { OpenDatabase } from '../database.ts';
import { contacts, reports, requests, users } from '../schema.ts';
import { seedDemo } from './demo.ts';

let opened: OpenDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
  await seedDemo(opened.db, 'hash', 'demo', new Date('2026-11-20T12:12:39Z'));
});
afterEach(() => opened.close());

const idOf = async (email: string) => {
  const [row] = await opened.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id ?? expect.fail(`no ${email}`);
};

describe('the demo firm', () => {
  it('has thirty promoters of different names beside those to sign in as, and leaves these what they were', async () => {
    const { db } = opened;
    const team = await db.select().from(users).where(like(users.email, 'promoter__@example.com'));
    expect([team.length, new Set(team.map(({ name }) => name)).size]).toEqual([30, 30]);
    const own = await idOf('promoter@example.com');
    expect(await db.$count(contacts, eq(contacts.promoter_id, own))).toBe(300);
    expect(await db.$count(requests, eq(requests.promoter_id, own))).toBe(200);
    expect(await db.$count(reports, eq(reports.promoter_id, own))).toBe(2);
  });

  it('has a promoter with a whole payday due, and others with reports to form, to pay and long paid', async () => {
    const { db } = opened;
    const due = and(isNotNull(requests.done_at), isNull(requests.paid_at), isNull(requests.report_id));
    const payday = await idOf('promoter01@example.com');
    expect(await db.$count(requests, and(due, eq(requests.promoter_id, payday)))).toBe(60);
    const owed = await db.selectDistinct({ id: requests.promoter_id }).from(requests).where(due);
    expect(owed.length).toBeGreaterThan(20);
    expect(await db.$count(reports, isNull(reports.closed_at))).toBe(21);
    expect(await db.$count(reports, isNotNull(reports.closed_at))).toBe(31);
  });

  it('is of one piece: amounts are of done orders, payments of closed reports, and reports of one promoter', async () => {
    const { db } = opened;
    const rows = await db
      .select({
        state: requests.state_code,
        hasAmount: isNotNull(requests.tofirm_kop).mapWith(Boolean),
        isPaid: isNotNull(requests.paid_at).mapWith(Boolean),
        isClosed: isNotNull(reports.closed_at).mapWith(Boolean),
        owners: sql<string>`concat(${requests.promoter_id}, ' ', ${reports.promoter_id})`,
      })
      .from(requests)
      .leftJoin(reports, eq(reports.id, requests.report_id));
    expect(rows.length).toBeGreaterThan(450);
    for (const { state, hasAmount, isPaid, isClosed, owners } of rows) {
      expect([hasAmount, isPaid]).toEqual([state === 'done', isClosed]);
      const [promoter, owner] = owners.trim().split(' ');
      expect(owner ?? promoter).toBe(promoter);
    }
    const codes = await db.select({ code: requests.code_number }).from(requests);
    const next = await db.execute(sql`select nextval('request_code_number') as next`);
    const [{ next: code } = { next: 0 }] = (next as unknown as { rows: { next: unknown }[] }).rows;
    expect(Number(code)).toBe(codes.length + 1);
  });
});
