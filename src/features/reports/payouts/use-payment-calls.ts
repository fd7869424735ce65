import type { Problem } from '#api/problem.ts';
import { getPayout } from '#contract/moderation.ts';
import { findPayments, getPayment, type Payment, payPromoter, takeBackPayment } from '#contract/payments.ts';
import { type Result, success } from '#kit/result.ts';
import type { Outcome } from '#state/remote/until-answered.ts';
import { useAction } from '#state/remote/use-action.ts';
import { UNPROVEN } from '#state/remote/use-versioned-save.ts';
import { notifyError } from '#ui/notify-error.ts';
import { texts as reportTexts } from '../texts.ts';
import { type Change, isSame, LOST, type Paid, type PaydayEntry, type Payee } from './payday-entry.ts';

/** Sends a call until it is answered, or the moderator stops it. */
export type Send = <Value>(call: () => Promise<Result<Value, Problem>>) => Promise<Outcome<Value>>;

/** Pays, takes back or checks one payment; resolves with its new state. */
export type Act = (entry: PaydayEntry, send: Send) => Promise<Change>;

/** The calls that pay a promoter, take the payment back, and read the result of either. */
export function usePaymentCalls(): Record<'pay' | 'takeBack' | 'check', Act> {
  const pay = useAction(payPromoter);
  const takeBack = useAction(takeBackPayment);
  const getRow = useAction(getPayout);
  const find = useAction(findPayments);
  const get = useAction(getPayment);
  /** Paid, where the newest payment pays all that was agreed to, by whichever moderator; else `none`. */
  async function findPaid(payee: Payee, none: Change): Promise<Result<Change, Problem>> {
    const found = await find({ page: 1, promoterId: payee.id, sortBy: 'id', sortOrder: 'desc' });
    if (!found.ok) return found;
    const newest = found.value.list.find(({ taken_back }) => !taken_back);
    if (!newest) return success(none);
    const whole = await get({ id: newest.id });
    if (!whole.ok) return whole;
    const isPaid = isPaidBy(payee, whole.value);
    return success(isPaid ? { ...paid(newest), state: { step: 'paidAlready' } } : none);
  }
  async function readTakenBack(id: number): Promise<Result<Change, Problem>> {
    const answer = await get({ id });
    return answer.ok ? success(answer.value.taken_back ? TAKEN_BACK : LOST) : answer;
  }
  /** A repeated answer is as old as the first attempt: the payment may have been taken back since. */
  async function readPaid(id: number, send: Send): Promise<Change> {
    const read = await send(() => get({ id }));
    if (read.is !== 'done') return notRead(read);
    const { count, share } = read.value.still_paid;
    return count > 0 ? paid({ id, count, share }) : { ...TAKEN_BACK, payment: read.value, key: null };
  }
  return {
    async pay(entry, send) {
      const { id, agreed, listed, key } = entry;
      const seen = listed?.map(({ request, share }) => ({ request, share }));
      const outcome = await send(() => pay({ promoter_id: id, ...agreed, listed: seen }, { key }));
      if (outcome.is !== 'done') return notDone(outcome, 'failed');
      const { payment, found } = outcome.value;
      if (payment && outcome.isRepeated) return readPaid(payment.id, send);
      if (payment) return paid(payment);
      if (!found) return unknown(UNPROVEN);
      if (found.count > 0) return { state: { step: 'differs', found }, key: null };
      const nothing: Change = { state: { step: 'nothing', found }, key: null };
      const read = await send(() => findPaid(entry, nothing));
      return read.is === 'done' ? read.value : nothing;
    },
    async takeBack({ payment }, send) {
      if (!payment) return LOST;
      const outcome = await send(() => takeBack({ payment_id: payment.id }));
      return outcome.is === 'done' ? TAKEN_BACK : notDone(outcome, 'notTakenBack');
    },
    async check(entry, send) {
      const { payment } = entry;
      const row = await send(() => getRow({ promoterId: entry.id }));
      // After a reload the entry has no name yet.
      const name = row.is === 'done' ? row.value.name : entry.name;
      const outcome = await send(() => (payment ? readTakenBack(payment.id) : findPaid(entry, LOST)));
      return { ...(outcome.is === 'done' ? outcome.value : notRead(outcome)), name };
    },
  };
}

const TAKEN_BACK: Change = { state: { step: 'takenBack' } };

function paid({ id, count, share }: Paid): Change {
  return { payment: { id, count, share }, state: { step: 'paid', at: Date.now() }, key: null };
}

function unknown(problem: Problem): Change {
  notifyError(reportTexts.payFailed);
  return { state: { step: 'unknown', problem } };
}

type NotDone = Exclude<Outcome<unknown>, { is: 'done' }>;

function notRead(outcome: NotDone): Change {
  return outcome.is === 'stopped' ? LOST : unknown(outcome.problem);
}

function notDone(outcome: NotDone, step: 'failed' | 'notTakenBack'): Change {
  if (outcome.is === 'unknown') return unknown(outcome.problem);
  if (outcome.is === 'stopped')
    return step === 'failed' ? { state: { step: 'stopped' }, key: null } : { state: { step, problem: null } };
  notifyError(reportTexts.payFailed);
  return { state: { step, problem: outcome.problem }, key: null };
}

/** Without listed requests, number and sum must be equal and the payment newer than the one before. */
function isPaidBy({ agreed, listed, lastPaidAt }: Payee, { at, still_paid, requests }: Payment): boolean {
  if (!listed) return isSame(still_paid, agreed) && (lastPaidAt === null || at > lastPaidAt);
  const paidIds = new Set(requests.filter(each => each.still_paid).map(({ id }) => id));
  return listed.every(({ request }) => paidIds.has(request));
}
