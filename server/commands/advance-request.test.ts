import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { serverForEach } from '#tests/support/server.ts';
import type { Refusal } from '../db/refusal.ts';
import { auditLog, reports, requests } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { type Act, COMMAND_LINE } from './act.ts';
import { type Advance, advanceRequest } from './advance-request.ts';
import { setPaid } from './pay-request.ts';

const server = serverForEach();
let act: Act;
/** A request of the open report, and one that was only just sent. */
let held: typeof requests.$inferSelect;
let fresh: typeof requests.$inferSelect;

beforeEach(async () => {
  act = {
    actorId: COMMAND_LINE,
    impersonatorId: null,
    ip: 'command line',
    clientKey: null,
    now: new Date(server.clock()),
    requestId: crypto.randomUUID(),
  };
  const promoterId = server.users.promoter.id;
  const reportId = await seedReport(server);
  const [heldId = missing()] = await seedDone(server, { promoterId, amounts: [50_000], reportId });
  const [freshId = missing()] = await seedDone(server, { promoterId, amounts: [0], isDone: false });
  [held, fresh] = [await stored({ id: heldId }), await stored({ id: freshId })];
});

function missing(): never {
  throw new Error('the plan seeded no such request');
}

const codeOf = ({ code_number }: { code_number: number }) => ({ number: code_number, type: undefined });

const advance = (row: { code_number: number }, change: Omit<Advance, 'code'>) =>
  transact(server.db, tx => advanceRequest(tx, act, { code: codeOf(row), ...change }));

async function stored({ id }: { id: number }) {
  const [row = missing()] = await server.db.select().from(requests).where(eq(requests.id, id));
  return row;
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(missing, ({ status, body }: Refusal) => `${status} ${body.message}`);

const versionOf = async (id: number | null) =>
  (
    await server.db
      .select()
      .from(reports)
      .where(eq(reports.id, id ?? 0))
  )[0]?.version;

describe('a request that moves on', () => {
  it('gets its amount, the share of it to the kopeck, and the moment at which it was done', async () => {
    const received = await advance(fresh, { state: 'done', tofirmKop: 150_055 });
    expect(received).toMatchObject({
      state: 'done',
      stateName: 'Выполнена',
      percentKop: 45_017,
      changed: true,
    });
    expect(await stored(fresh)).toMatchObject({
      state_code: 'done',
      tofirm_kop: 150_055,
      percent_kop: 45_017,
      done_at: act.now,
      updated_at: act.now,
      report_id: null,
      paid_at: null,
    });
  });

  it('is written down with both sides and without a user', async () => {
    await advance(fresh, { state: 'done', tofirmKop: 100 });
    const [entry] = await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      actor_id: 0,
      action: 'advance',
      entity: 'request',
      entity_id: fresh.id,
      ip: 'command line',
      before: { state: 'new', tofirm_kop: null, done_at: null },
      after: { state: 'done', tofirm_kop: 100, done_at: act.now.toISOString() },
    });
  });

  it('is not changed, not even its date, by what it is already', async () => {
    await advance(fresh, { state: 'done', tofirmKop: 100 });
    const before = await stored(fresh);
    act.now = new Date(act.now.getTime() + 60_000);
    expect(await advance(fresh, { state: 'done', tofirmKop: 100 })).toMatchObject({ changed: false });
    expect(await stored(fresh)).toEqual(before);
    expect(await server.db.$count(auditLog, eq(auditLog.action, 'advance'))).toBe(1);
  });

  it('stays done since the first time while its amount changes, and is not done any more when it goes back', async () => {
    await advance(fresh, { state: 'done' });
    const doneAt = act.now;
    act.now = new Date(act.now.getTime() + 60_000);
    await advance(fresh, { tofirmKop: 900 });
    expect(await stored(fresh)).toMatchObject({ done_at: doneAt, tofirm_kop: 900, percent_kop: 270 });
    await advance(fresh, { state: 'in_work' });
    expect(await stored(fresh)).toMatchObject({ done_at: null, tofirm_kop: 900 });
  });

  it('brings nobody anything once it is cancelled', async () => {
    await advance(fresh, { state: 'done', tofirmKop: 900 });
    expect(await refusalOf(advance(fresh, { state: 'cancelled', tofirmKop: 5 }))).toMatch(
      /^409 .*отмененной.*не может быть суммы/,
    );
    await advance(fresh, { state: 'cancelled' });
    expect(await stored(fresh)).toMatchObject({ tofirm_kop: null, percent_kop: null, done_at: null });
    expect(await refusalOf(advance(fresh, { tofirmKop: 5 }))).toContain('не может быть суммы');
  });

  it('is found by its number; a letter that is not its own is a mistake', async () => {
    const other = held.type === 'basa' ? 'point' : 'basa';
    const call = (code: Advance['code']) =>
      transact(server.db, tx => advanceRequest(tx, act, { code, state: 'in_work' }));
    const refused = await refusalOf(call({ number: held.code_number, type: other }));
    expect(refused).toMatch(new RegExp(`^409 .*${held.fullcode}`));
    expect(await refusalOf(call({ number: 999_999, type: undefined }))).toBe('404 Not found.');
  });
});

describe('a request that is counted on', () => {
  it('keeps its state in a report; its amount may change there, and the moderator is told', async () => {
    expect(await refusalOf(advance(held, { state: 'cancelled' }))).toBe(
      `409 Заявка ${held.fullcode} стоит в отчете №${held.report_id}: сначала удалите отчет`,
    );
    const version = (await versionOf(held.report_id)) ?? 0;
    await advance(held, { tofirmKop: 700 });
    expect(await stored(held)).toMatchObject({
      tofirm_kop: 700,
      report_id: held.report_id,
      done_at: held.done_at,
    });
    expect(await versionOf(held.report_id)).toBe(version + 1);
  });

  it('keeps its amount in a closed report', async () => {
    await server.db
      .update(reports)
      .set({ closed_at: act.now })
      .where(eq(reports.id, held.report_id ?? 0));
    expect(await refusalOf(advance(held, { tofirmKop: 700 }))).toContain('стоит в закрытом отчете');
    expect(await stored(held)).toEqual(held);
  });

  it('does not change at all once it is paid', async () => {
    await transact(server.db, tx =>
      setPaid(tx, { ...act, actorId: server.users.moderator.id }, held.id, true),
    );
    const paid = await stored(held);
    expect(await refusalOf(advance(held, { tofirmKop: 700 }))).toMatch(/^409 .*уже оплачена/);
    expect(await refusalOf(advance(held, { state: 'new' }))).toContain('уже оплачена');
    expect(await advance(held, { state: 'done' })).toMatchObject({ changed: false });
    expect(await stored(held)).toEqual(paid);
  });

  it('is either paid with the old amount or changed, whoever comes first', async () => {
    const payer = { ...act, actorId: server.users.moderator.id };
    const results = await Promise.allSettled([
      transact(server.db, tx => setPaid(tx, payer, held.id, true)),
      advance(held, { tofirmKop: 700 }),
    ]);
    expect(results[0].status).toBe('fulfilled');
    const { tofirm_kop } = await stored(held);
    expect(tofirm_kop).toBe(results[1].status === 'fulfilled' ? 700 : held.tofirm_kop);
  });
});
