import { and, asc, eq, isNotNull, isNull, like, max, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getReceipt, getWriteOff, STOCK_MODULES } from '#contract/warehouse.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { readStockDoc, readStockPage, searchNomenclature } from '../../commands/warehouse/stock-docs.ts';
import { presentReceipt, presentWriteOff } from '../../routes/warehouse.ts';
import type { OpenDatabase } from '../database.ts';
import { searchTitleOf } from '../schema/warehouse.ts';
import {
  contacts,
  nomenclature,
  policies,
  reports,
  requests,
  stockDocs,
  users,
  warehouses,
} from '../schema.ts';
import { seedDemo } from './demo.ts';
import { DEMO_POLICIES } from './policies.ts';

const NOW = new Date('2026-11-20T12:12:39Z');

/** Of the warehouse: more documents than there are. */
const ALL = { limit: 1000, offset: 0 };

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await seedDemo(opened.db, 'hash', 'demo', NOW);
});
afterAll(() => opened.close());

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

it('the demo firm has its policies, each as it was written', async () => {
  const stored = await opened.db.select().from(policies).orderBy(asc(policies.id));
  const written = DEMO_POLICIES.map(({ ruleCombine, ...policy }) => ({
    ...policy,
    rule_combine: ruleCombine,
  }));
  expect(stored).toMatchObject(written);
});

describe('the warehouse of the demo firm', () => {
  it('has three pages of receipts and two of write-offs, lately changed first', async () => {
    const { db } = opened;
    const [receipts, writeOffs] = [
      await readStockPage(db, 'enter', ALL),
      await readStockPage(db, 'loss', ALL),
    ];
    expect([receipts.total, writeOffs.total, await db.$count(warehouses)]).toEqual([40, 20, 3]);
    for (const { rows } of [receipts, writeOffs]) {
      expect(rows.every(({ warehouse }) => warehouse)).toBe(true);
      expect(rows[0]?.transfer_code).toMatch(/^(ОП-000040|СП-000020)$/);
      expect(rows.map(({ carried }) => carried).slice(0, 3)).toEqual([false, false, false]);
      expect(rows.filter(({ carried }) => carried).length).toBeGreaterThan(rows.length / 2);
    }
    const [newest] = await db.select({ at: max(stockDocs.updated_at) }).from(stockDocs);
    expect(newest?.at?.getTime()).toBeLessThanOrEqual(NOW.getTime());
  });

  it('has documents that the contract knows, of one to twelve lines, and one with everything there is', async () => {
    const { db } = opened;
    const docs = await db
      .select({ id: stockDocs.id, kind: stockDocs.kind })
      .from(stockDocs)
      .orderBy(asc(stockDocs.id));
    const lengths: number[] = [];
    for (const kind of STOCK_MODULES) {
      for (const { id } of docs.filter(doc => doc.kind === kind)) {
        const row = (await readStockDoc(db, kind, id)) ?? expect.fail();
        const [schema, received] =
          kind === 'enter' ? [getReceipt, presentReceipt(row)] : [getWriteOff, presentWriteOff(row)];
        expect([id, v.is(schema.reply, received)]).toEqual([id, true]);
        lengths.push(row.lines.length);
      }
    }
    const longest = Math.max(...lengths);
    expect([longest, lengths.filter(length => length > 12)]).toEqual([
      ...[await db.$count(nomenclature), [longest]],
    ]);
    expect(longest).toBeGreaterThan(110);
    expect(Math.min(...lengths)).toBe(1);
  });

  it('has receipts with VAT within the prices, on top of them and without, of somebody and of nobody', async () => {
    const kinds = await opened.db
      .selectDistinct({ vat: stockDocs.vat, included: stockDocs.vat_included })
      .from(stockDocs)
      .where(eq(stockDocs.kind, 'enter'));
    expect(kinds).toEqual(
      expect.arrayContaining([
        ...[
          { vat: '20.00', included: true },
          { vat: '20.00', included: false },
        ],
        { vat: null, included: false },
      ]),
    );
    const ofNobody = and(eq(stockDocs.kind, 'enter'), isNull(stockDocs.contract_user_id));
    const count = await opened.db.$count(stockDocs, ofNobody);
    expect(count > 0 && count < 20).toBe(true);
  });

  it('has things that are found by every sign in their titles', async () => {
    const { db } = opened;
    for (const sign of ['%', '_', '\\', '/', '?', '"', "'", '«', '#', '&', '<', ';', '...', '👍', 'ерш']) {
      const found = await searchNomenclature(db, sign);
      expect([sign, found.length > 0]).toEqual([sign, true]);
      for (const { title } of found) expect(searchTitleOf(title)).toContain(sign);
    }
    const titles = await db.select({ title: nomenclature.title }).from(nomenclature);
    expect(new Set(titles.map(({ title }) => searchTitleOf(title))).size).toBe(titles.length);
  });
});
