/** Changes that must happen once, whatever dies in between: what is sent, and how one sees that it happened once. */
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { payPromoter, takeBackPayment } from '#contract/payments.ts';
import { createReport, payRequest } from '#contract/reports.ts';
import { getUser } from '#contract/session.ts';
import { newId } from '#kit/ids.ts';
import { hashToken } from '#server/auth/tokens.ts';
import {
  auditLog,
  contactPhones,
  contacts,
  payments,
  refreshTokens,
  reports,
  requests,
  stockDocs,
} from '#server/db/schema.ts';
import { type Called, get, post } from '#tests/support/calls.ts';
import {
  bearer,
  type FirmOnPostgres,
  login,
  refresh,
  type ServerInstance,
} from '#tests/support/firm-on-postgres.ts';
import { CLIENT } from '#tests/support/fixture.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { seedDocument, seedStock } from '#tests/support/stock.ts';

type Headers = Record<string, string>;

/** A request as it is sent; a form goes as it is, everything else as JSON. */
export type Sent = { method?: 'POST' | 'PUT'; path: string; headers: Record<string, string>; body: unknown };

/** One attempt at a change, like no other one before. */
export type Attempt = {
  sent: Sent;
  /** What must be the same in every answer. */
  same: (answer: Called) => string;
  /** Looks into the database whether that answer is the one change. */
  expectOnce: (answer: Called) => Promise<void>;
};

export type Change = {
  name: string;
  /** Whether answers say if they were stored or replayed. */
  isKeyed: boolean;
  /** The statement that makes it last: it is committed, or is one that needs no transaction. */
  isCommitted: RegExp;
  /** Fewer statements than that mean that they are not counted. */
  fewestStatements: number;
  prepare: () => Promise<Attempt>;
};

/** Who asks for the changes, and in which firm. */
export type Callers = {
  firm: FirmOnPostgres;
  instance: ServerInstance;
  promoter: Headers;
  moderator: Headers;
};

export async function signInCallers(firm: FirmOnPostgres, instance: ServerInstance): Promise<Callers> {
  const [promoter, moderator] = await Promise.all([
    login(instance, firm.users.promoter),
    login(instance, firm.users.moderator),
  ]);
  const callers = { firm, instance, promoter: bearer(promoter), moderator: bearer(moderator) };
  // The first use of a token is written down once; the statements of a change are counted without it.
  await post(instance, getUser.path, {}, callers.promoter);
  await post(instance, getUser.path, {}, callers.moderator);
  return callers;
}

export const changesBy = (callers: Callers): Change[] => [
  savingContact(callers),
  sendingOrder(callers),
  makingReport(callers),
  paying(callers),
  payingOut(callers),
  takingBack(callers),
  savingReceipt(callers),
  refreshing(callers),
];

const COMMIT = /^commit$/;
/** See server/commands/making-statement.ts. */
const MADE_AT_ONCE = /^with "named"/;

const keyed = (path: string, session: Headers, key: string, body: unknown): Sent => ({
  path,
  body,
  headers: { ...session, 'idempotency-key': key },
});

const wholeAnswer = ({ status, text }: Called) => `${status} ${text}`;

async function expectAudited({ firm }: Callers, action: string, entity: string, id: number): Promise<void> {
  const of = and(eq(auditLog.action, action), eq(auditLog.entity, entity), eq(auditLog.entity_id, id));
  expect(await firm.db.$count(auditLog, of)).toBe(1);
}

const CONTACT = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };

function savingContact(callers: Callers): Change {
  const { db } = callers.firm;
  const prepare = async (): Promise<Attempt> => {
    const key = newId();
    const expectOnce = async ({ body: { id } }: Called) => {
      const made = await db.select({ id: contacts.id }).from(contacts).where(eq(contacts.client_key, key));
      expect(made).toEqual([{ id }]);
      expect(await db.$count(contactPhones, eq(contactPhones.contact_id, id))).toBe(1);
      await expectAudited(callers, 'create', 'contact', id);
    };
    return { sent: keyed(saveContact.path, callers.promoter, key, CONTACT), same: wholeAnswer, expectOnce };
  };
  return { name: 'a contact', isKeyed: true, isCommitted: MADE_AT_ONCE, fewestStatements: 3, prepare };
}

function sendingOrder(callers: Callers): Change {
  const { db, references } = callers.firm;
  const contact = post(callers.instance, saveContact.path, CONTACT, callers.promoter);
  const prepare = async (): Promise<Attempt> => {
    const key = newId();
    const order = {
      type: 'basa',
      street: 'Садовая',
      contact_id: (await contact).body.id,
      district_id: references.basaDistrict,
      work_id: references.basaWork,
    };
    const expectOnce = async ({ body: { id } }: Called) => {
      const made = await db.select({ id: requests.id }).from(requests).where(eq(requests.client_key, key));
      expect(made).toEqual([{ id }]);
      await expectAudited(callers, 'create', 'request', id);
    };
    return { sent: keyed(sendOrder.path, callers.promoter, key, order), same: wholeAnswer, expectOnce };
  };
  return { name: 'an order', isKeyed: true, isCommitted: MADE_AT_ONCE, fewestStatements: 3, prepare };
}

function makingReport(callers: Callers): Change {
  const { db, users } = callers.firm;
  const promoter_id = users.colleague.id;
  const prepare = async (): Promise<Attempt> => {
    const due = await seedDone(callers.firm, { promoterId: promoter_id, amounts: [1000, 2000] });
    const before = await db.$count(reports);
    const expectOnce = async ({ body: { id } }: Called) => {
      expect(await db.$count(reports)).toBe(before + 1);
      const stood = await db.select({ id: requests.id }).from(requests).where(eq(requests.report_id, id));
      expect(stood.map(row => row.id).sort()).toEqual(due.sort());
      await expectAudited(callers, 'create', 'report', id);
    };
    const sent = keyed(createReport.path, callers.moderator, newId(), { promoter_id });
    return { sent, same: wholeAnswer, expectOnce };
  };
  return { name: 'a report', isKeyed: true, isCommitted: COMMIT, fewestStatements: 11, prepare };
}

function paying(callers: Callers): Change {
  const { db, users } = callers.firm;
  const prepare = async (): Promise<Attempt> => {
    const reportId = await seedReport(callers.firm);
    const done = { promoterId: users.promoter.id, amounts: [1000], reportId };
    const [request_id = 0] = await seedDone(callers.firm, done);
    const expectOnce = async () => {
      const [after] = await db.select().from(reports).where(eq(reports.id, reportId));
      expect(after?.version).toBe(2);
      await expectAudited(callers, 'pay', 'request', request_id);
    };
    const sent = keyed(payRequest.path, callers.moderator, newId(), { request_id });
    return { sent, same: wholeAnswer, expectOnce };
  };
  return { name: 'a payment', isKeyed: true, isCommitted: COMMIT, fewestStatements: 11, prepare };
}

/** Somebody new is owed two requests of a report and one that stands in none. */
async function owing({ firm }: Callers) {
  const { id: promoter_id } = await createUserWithRole(firm, 'promoter');
  const reportId = await seedReport(firm, { promoter_id });
  await seedDone(firm, { promoterId: promoter_id, amounts: [1000, 2000], reportId });
  await seedDone(firm, { promoterId: promoter_id, amounts: [3000] });
  return { promoter_id, count: 3, share: 18 };
}

const requestsOf = ({ firm: { db } }: Callers, promoterId: number) =>
  db.select().from(requests).where(eq(requests.promoter_id, promoterId)).orderBy(requests.id);

function payingOut(callers: Callers): Change {
  const { db } = callers.firm;
  const prepare = async (): Promise<Attempt> => {
    const body = await owing(callers);
    const expectOnce = async ({ body: { id } }: Called) => {
      const made = await db.select().from(payments).where(eq(payments.promoter_id, body.promoter_id));
      expect(made).toMatchObject([{ id, count: 3, percent_kop: 1800, taken_back_at: null }]);
      const paid = await requestsOf(callers, body.promoter_id);
      expect(paid.map(({ paid_at }) => paid_at !== null)).toEqual([true, true, true]);
      for (const each of paid) await expectAudited(callers, 'pay', 'request', each.id);
      await expectAudited(callers, 'create', 'payment', id);
    };
    return { sent: keyed(payPromoter.path, callers.moderator, newId(), body), same: wholeAnswer, expectOnce };
  };
  return { name: 'a payday', isKeyed: true, isCommitted: COMMIT, fewestStatements: 18, prepare };
}

function takingBack(callers: Callers): Change {
  const { db } = callers.firm;
  const prepare = async (): Promise<Attempt> => {
    const owed = await owing(callers);
    const { body } = await post(callers.instance, payPromoter.path, owed, callers.moderator);
    const payment_id: number = body.id;
    const expectOnce = async () => {
      const [after] = await db.select().from(payments).where(eq(payments.id, payment_id));
      expect(after?.taken_back_at).not.toBeNull();
      const unpaid = await requestsOf(callers, owed.promoter_id);
      expect(unpaid.map(({ paid_at }) => paid_at)).toEqual([null, null, null]);
      await expectAudited(callers, 'take_back', 'payment', payment_id);
    };
    const sent = keyed(takeBackPayment.path, callers.moderator, newId(), { payment_id });
    return { sent, same: wholeAnswer, expectOnce };
  };
  return { name: 'a payday taken back', isKeyed: true, isCommitted: COMMIT, fewestStatements: 15, prepare };
}

function savingReceipt(callers: Callers): Change {
  const { firm, instance, moderator } = callers;
  const stock = seedStock(firm);
  const prepare = async (): Promise<Attempt> => {
    const { warehouseId: warehouse_to_id, pumpId } = await stock;
    const lines = [{ nomenclature_id: pumpId }];
    const { id } = await seedDocument(firm, 'enter', { warehouse_to_id, lines });
    const path = `/api/enter/${id}`;
    const { body: receipt } = await get(instance, path, moderator);
    const headers = { ...moderator, 'idempotency-key': newId(), 'if-match': `"${receipt.version}"` };
    const expectOnce = async () => {
      const [after] = await firm.db.select().from(stockDocs).where(eq(stockDocs.id, id));
      expect(after?.version).toBe(2);
      await expectAudited(callers, 'update', 'stock_doc', id);
    };
    const body = { ...receipt, description: `Принято ${id}` };
    return { sent: { method: 'PUT', path, headers, body }, same: wholeAnswer, expectOnce };
  };
  return { name: 'a receipt', isKeyed: true, isCommitted: COMMIT, fewestStatements: 8, prepare };
}

function refreshing(callers: Callers): Change {
  const { firm, instance } = callers;
  const prepare = async (): Promise<Attempt> => {
    const { refresh_token } = await login(instance, firm.users.stranger);
    const form = { grant_type: 'refresh_token', ...CLIENT, scope: '', refresh_token };
    const expectOnce = async ({ body }: Called) => {
      expect(await livingSuccessors(callers, refresh_token)).toEqual([hashToken(body.refresh_token)]);
      expect((await post(instance, getUser.path, {}, bearer(body))).status).toBe(200);
      expect((await refresh(instance, body.refresh_token)).status).toBe(200);
    };
    return {
      sent: { path: '/oauth/token', headers: {}, body: new URLSearchParams(form) },
      // `expires_in` is told in whole seconds from now.
      same: ({ status, body }) => `${status} ${body.access_token} ${body.refresh_token}`,
      expectOnce,
    };
  };
  return { name: 'a refresh', isKeyed: false, isCommitted: COMMIT, fewestStatements: 7, prepare };
}

/** The refresh tokens with which that login could go on, whichever generation they are. */
async function livingSuccessors({ firm: { db } }: Callers, token: string): Promise<string[]> {
  const family = sql`(select family from ${refreshTokens} where token_hash = ${hashToken(token)})`;
  const rows = await db.select().from(refreshTokens).where(eq(refreshTokens.family, family));
  return rows.flatMap(row => (row.rotated_at || row.revoked_at ? [] : [row.token_hash]));
}
