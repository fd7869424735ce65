/** Deeds that must be done once, whatever dies in between: what is sent, and how one sees that it was done once. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { createReport, payRequest } from '#contract/reports.ts';
import { getUser } from '#contract/session.ts';
import { newId } from '#kit/ids.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { auditLog, contactPhones, contacts, refreshTokens, reports, requests } from '#server/db/schema.ts';
import { type Called, post } from './calls.ts';
import { plantDone } from './done-requests.ts';
import { bearer, type FirmOnPostgres, login, type Office, refresh } from './firm-on-postgres.ts';
import { CLIENT } from './fixture.ts';
import type { Sent } from './victims.ts';

type Headers = Record<string, string>;

/** One asking of a deed, like no other one before. */
export type Asking = {
  sent: Sent;
  /** What must be the same in every answer. */
  tell: (answer: Called) => string;
  /** Looks into the database whether that answer is the one deed. */
  prove: (answer: Called) => Promise<void>;
};

export type Deed = {
  name: string;
  /** Whether answers say if they were stored or replayed. */
  isKeyed: boolean;
  /** Fewer statements than that mean that they are not counted. */
  fewestStatements: number;
  prepare: () => Promise<Asking>;
};

/** Who asks for the deeds, and in which firm. */
export type Stage = { firm: FirmOnPostgres; office: Office; promoter: Headers; moderator: Headers };

export async function openStage(firm: FirmOnPostgres, office: Office): Promise<Stage> {
  const [promoter, moderator] = await Promise.all([
    login(office, firm.users.promoter),
    login(office, firm.users.moderator),
  ]);
  const stage = { firm, office, promoter: bearer(promoter), moderator: bearer(moderator) };
  // The first use of a token is written down once; the statements of a deed are counted without it.
  await post(office, getUser.path, {}, stage.promoter);
  await post(office, getUser.path, {}, stage.moderator);
  return stage;
}

export const deedsOn = (stage: Stage): Deed[] => [
  savingContact(stage),
  sendingOrder(stage),
  makingReport(stage),
  paying(stage),
  refreshing(stage),
];

const keyed = (path: string, session: Headers, key: string, body: unknown): Sent => ({
  ...{ path, body },
  headers: { ...session, 'idempotency-key': key },
});

const wholeAnswer = ({ status, text }: Called) => `${status} ${text}`;

async function expectAudited({ firm }: Stage, action: string, entity: string, id: number): Promise<void> {
  const of = and(eq(auditLog.action, action), eq(auditLog.entity, entity), eq(auditLog.entity_id, id));
  expect(await firm.db.$count(auditLog, of)).toBe(1);
}

const CONTACT = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };

function savingContact(stage: Stage): Deed {
  const { db } = stage.firm;
  const prepare = async (): Promise<Asking> => {
    const key = newId();
    const prove = async ({ body: { id } }: Called) => {
      const made = await db.select({ id: contacts.id }).from(contacts).where(eq(contacts.client_key, key));
      expect(made).toEqual([{ id }]);
      expect(await db.$count(contactPhones, eq(contactPhones.contact_id, id))).toBe(1);
      await expectAudited(stage, 'create', 'contact', id);
    };
    return { sent: keyed(saveContact.path, stage.promoter, key, CONTACT), tell: wholeAnswer, prove };
  };
  return { name: 'a contact', isKeyed: true, fewestStatements: 9, prepare };
}

function sendingOrder(stage: Stage): Deed {
  const { db, references } = stage.firm;
  const contact = post(stage.office, saveContact.path, CONTACT, stage.promoter);
  const prepare = async (): Promise<Asking> => {
    const key = newId();
    const order = {
      ...{ type: 'basa', street: 'Садовая', contact_id: (await contact).body.id },
      ...{ district_id: references.basaDistrict, work_id: references.basaWork },
    };
    const prove = async ({ body: { id } }: Called) => {
      const made = await db.select({ id: requests.id }).from(requests).where(eq(requests.client_key, key));
      expect(made).toEqual([{ id }]);
      await expectAudited(stage, 'create', 'request', id);
    };
    return { sent: keyed(sendOrder.path, stage.promoter, key, order), tell: wholeAnswer, prove };
  };
  return { name: 'an order', isKeyed: true, fewestStatements: 8, prepare };
}

function makingReport(stage: Stage): Deed {
  const { db, users } = stage.firm;
  const promoter_id = users.colleague.id;
  const prepare = async (): Promise<Asking> => {
    const due = await plantDone(stage.firm, { promoterId: promoter_id, amounts: [1000, 2000] });
    const before = await db.$count(reports);
    const prove = async ({ body: { id } }: Called) => {
      expect(await db.$count(reports)).toBe(before + 1);
      const stood = await db.select({ id: requests.id }).from(requests).where(eq(requests.report_id, id));
      expect(stood.map(row => row.id).sort()).toEqual(due.sort());
      await expectAudited(stage, 'create', 'report', id);
    };
    const sent = keyed(createReport.path, stage.moderator, newId(), { promoter_id });
    return { sent, tell: wholeAnswer, prove };
  };
  return { name: 'a report', isKeyed: true, fewestStatements: 11, prepare };
}

function paying(stage: Stage): Deed {
  const { db, users } = stage.firm;
  const prepare = async (): Promise<Asking> => {
    const times = { created_at: new Date(), updated_at: new Date() };
    const [report] = await db
      .insert(reports)
      .values({ promoter_id: users.promoter.id, number: 1, created_by: users.moderator.id, ...times })
      .returning({ id: reports.id });
    if (!report) throw new Error('no report was planted');
    const done = { promoterId: users.promoter.id, amounts: [1000], reportId: report.id };
    const [request_id = 0] = await plantDone(stage.firm, done);
    const prove = async () => {
      const [after] = await db.select().from(reports).where(eq(reports.id, report.id));
      expect(after?.version).toBe(2);
      await expectAudited(stage, 'pay', 'request', request_id);
    };
    const sent = keyed(payRequest.path, stage.moderator, newId(), { request_id });
    return { sent, tell: wholeAnswer, prove };
  };
  return { name: 'a payment', isKeyed: true, fewestStatements: 11, prepare };
}

function refreshing(stage: Stage): Deed {
  const { firm, office } = stage;
  const prepare = async (): Promise<Asking> => {
    const { refresh_token } = await login(office, firm.users.stranger);
    const form = { grant_type: 'refresh_token', ...CLIENT, scope: '', refresh_token };
    const prove = async ({ body }: Called) => {
      expect(await livingSuccessors(stage, refresh_token)).toEqual([hashToken(body.refresh_token)]);
      expect((await post(office, getUser.path, {}, bearer(body))).status).toBe(200);
      expect((await refresh(office, body.refresh_token)).status).toBe(200);
    };
    return {
      sent: { path: '/oauth/token', headers: {}, body: new URLSearchParams(form) },
      // `expires_in` is told in whole seconds from now.
      tell: ({ status, body }) => `${status} ${body.access_token} ${body.refresh_token}`,
      prove,
    };
  };
  return { name: 'a refresh', isKeyed: false, fewestStatements: 7, prepare };
}

/** The refresh tokens with which that login could go on, whichever generation they are. */
async function livingSuccessors({ firm: { db } }: Stage, token: string): Promise<string[]> {
  const family = sql`(select family from ${refreshTokens} where token_hash = ${hashToken(token)})`;
  const rows = await db
    .select({ hash: refreshTokens.token_hash })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.family, family),
        isNull(refreshTokens.rotated_at),
        isNull(refreshTokens.revoked_at),
      ),
    );
  return rows.map(({ hash }) => hash);
}
