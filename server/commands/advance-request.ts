import { eq, sql } from 'drizzle-orm';
import { PROMOTER_PERCENT } from '#domain/promoter-share.ts';
import type { Queryable, Tx } from '../db/database.ts';
import { notFound, Refusal } from '../db/refusal.ts';
import { requestStates, requests } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { noteChange } from './kept-sums.ts';
import { type LockedReport, lockReport, raiseVersion } from './report-rows.ts';
import { type RequestCode, showRequestCode } from './request-code.ts';

/** What the firm says of a request. Left out stays as it is. */
export type Advance = { code: RequestCode; state?: string; tofirmKop?: number };

export type Advanced = Awaited<ReturnType<typeof advanceRequest>>;

const CANCELLED = 'cancelled';

/**
 * Moves a request on: its state, its amount, or both. What somebody has counted on does not change: a paid request
 * stays as it is, one of a report stays done, one of a closed report keeps its amount. `changed` false: it was so already.
 */
export async function advanceRequest(tx: Tx, act: Act, { code, state, tofirmKop }: Advance) {
  const { request, report } = await lockByCode(tx, code);
  const target = await findState(tx, state ?? request.state);
  if (!target) throw conflict(`Нет такого состояния заявки: ${state}`);
  const tofirm = amountAfter(request, target.code, tofirmKop);
  const hasState = request.state === target.code;
  const hasAmount = request.tofirmKop === tofirm;
  if (hasState && hasAmount) return { ...request, stateName: target.name, changed: false };
  refuseWhatIsCounted(request, report, { staysDone: target.isDone, keepsAmount: hasAmount });
  const done_at = target.isDone ? (request.doneAt ?? act.now) : null;
  const [after] = await tx
    .update(requests)
    .set({
      state_code: target.code,
      done_at,
      updated_at: act.now,
      tofirm_kop: tofirm,
      percent_kop: percentOf(tofirm),
    })
    .where(eq(requests.id, request.id))
    .returning(columns);
  if (!after) throw new Error('a request vanished under its lock');
  await noteChange(tx, {
    promoterId: request.promoterId,
    at: request.createdAt,
    done: countOf(after) - countOf(request),
    sumKop: broughtBy(after) - broughtBy(request),
  });
  // Who is about to close or to pay the report has seen another amount.
  if (report && !hasAmount) await raiseVersion(tx, act, report.id);
  const entry = { action: 'advance', entity: 'request', entityId: request.id };
  await audit(tx, act, { ...entry, before: recorded(request), after: recorded(after) });
  return { ...after, stateName: target.name, changed: true };
}

const countOf = ({ doneAt }: Pick<Locked, 'doneAt'>) => (doneAt ? 1 : 0);

const broughtBy = ({ doneAt, tofirmKop }: Pick<Locked, 'doneAt' | 'tofirmKop'>) =>
  doneAt ? (tofirmKop ?? 0) : 0;

const columns = {
  id: requests.id,
  promoterId: requests.promoter_id,
  createdAt: requests.created_at,
  type: requests.type,
  fullcode: requests.fullcode,
  state: requests.state_code,
  tofirmKop: requests.tofirm_kop,
  percentKop: requests.percent_kop,
  doneAt: requests.done_at,
  paidAt: requests.paid_at,
  reportId: requests.report_id,
  updatedAt: requests.updated_at,
};

type Locked = Awaited<ReturnType<typeof lockRequest>>;

/** The report's lock first, then the request's, as everything that changes a report does. */
async function lockByCode(tx: Tx, code: RequestCode) {
  const [seen] = await tx.select(columns).from(requests).where(eq(requests.code_number, code.number));
  if (!seen) throw notFound();
  if (code.type && code.type !== seen.type) {
    throw conflict(`Заявки ${showRequestCode(code)} нет: этот номер у заявки ${seen.fullcode}`);
  }
  const report = seen.reportId === null ? undefined : await lockReport(tx, seen.reportId);
  const request = await lockRequest(tx, seen.id);
  if (request.reportId !== seen.reportId) {
    throw conflict(`Заявка ${seen.fullcode} только что изменилась, повторите`);
  }
  return { request, report };
}

async function lockRequest(tx: Tx, id: number) {
  const [row] = await tx.select(columns).from(requests).where(eq(requests.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

export async function findState(on: Queryable, code: string) {
  const [state] = await on
    .select({ code: requestStates.code, name: requestStates.name, isDone: requestStates.is_done })
    .from(requestStates)
    .where(eq(requestStates.code, code));
  return state;
}

/** A cancelled request brings nobody anything, and its amount would be counted in the promoter's sums. */
function amountAfter(request: Locked, state: string, tofirmKop: number | undefined) {
  if (state !== CANCELLED) return tofirmKop ?? request.tofirmKop;
  if (tofirmKop !== undefined) throw conflict(`У отмененной заявки ${request.fullcode} не может быть суммы`);
  return null;
}

function refuseWhatIsCounted(
  { fullcode, paidAt }: Locked,
  report: LockedReport | undefined,
  { staysDone, keepsAmount }: { staysDone: boolean; keepsAmount: boolean },
) {
  if (paidAt) throw conflict(`Заявка ${fullcode} уже оплачена: сначала снимите отметку об оплате`);
  if (!report) return;
  if (!staysDone) {
    throw conflict(`Заявка ${fullcode} стоит в отчете №${report.id}: сначала удалите отчет`);
  }
  if (!keepsAmount && report.closed_at) {
    throw conflict(`Заявка ${fullcode} стоит в закрытом отчете №${report.id}: сначала откройте его`);
  }
}

/** Counted by the database in the statement that writes the amount, as its own check counts it. */
function percentOf(tofirmKop: number | null) {
  return tofirmKop === null ? null : sql`(${tofirmKop}::bigint * ${PROMOTER_PERCENT}::bigint + 50) / 100`;
}

function recorded({ state, tofirmKop, doneAt }: Pick<Locked, 'state' | 'tofirmKop' | 'doneAt'>) {
  return { state, tofirm_kop: tofirmKop, done_at: doneAt };
}

function conflict(message: string): Refusal {
  return new Refusal(409, { message });
}
