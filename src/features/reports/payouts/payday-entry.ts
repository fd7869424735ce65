import type { Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PayoutRow } from '#contract/moderation.ts';
import type { PaymentRequest, payPromoter } from '#contract/payments.ts';
import { toKopecks, toRoubles } from '#kit/money.ts';

/** How many requests, and the promoter's share of them in roubles. */
export type Sum = { count: number; share: number };

type Listed = Pick<PaymentRequest, 'fullcode' | 'share'> & { request: number };

/** A payment: which, of how many requests, and the sum. */
export type Paid = Sum & { id: number };

/** What is owed in place of what was agreed to. */
type Found = NonNullable<ReplyOf<typeof payPromoter>['found']>;

/** Whom to pay, and what was agreed to. */
export type Payee = {
  id: number;
  name: string;
  agreed: Sum;
  /** When they were paid last, as far as it was known then. */
  lastPaidAt: string | null;
  /** The requests that the moderator has seen. */
  listed?: readonly Listed[] | undefined;
  /** It was sent under this key. Null: the next attempt is another intent. */
  key?: string | null;
};

/** Somebody who is paid on this screen. */
export type PaydayEntry = Payee & {
  key: string | null;
  /** By which they were paid last. */
  payment: Paid | null;
  /** By which they were paid here before. */
  earlier: readonly Paid[];
  state: EntryState;
  /** Those that were asked for while none was under way begin another run. */
  run: number;
};

export type EntryState =
  | { step: 'waiting' | 'paying' | 'checking' | 'stopped' | 'takingBack' | 'takenBack' }
  /** `nothing`: nothing is owed any more, and no payment was found that has paid it. */
  | { step: 'differs' | 'nothing'; found: Found }
  /** At that moment: the way back is offered for a while. */
  | { step: 'paid'; at: number }
  /** By a payment that was found: who has made it, another one or this page, is not known. */
  | { step: 'paidAlready' }
  | { step: 'failed'; problem: Problem }
  /** Null: it was stopped before it was sent. */
  | { step: 'notTakenBack'; problem: Problem | null }
  /** It was sent, and may arrive yet. Null: no answer came, and a reading has not found it. */
  | { step: 'unknown'; problem: Problem | null };

export type Change = Pick<PaydayEntry, 'state'> & Partial<Pick<PaydayEntry, 'name' | 'payment' | 'key'>>;

export const LOST: Change = { state: { step: 'unknown', problem: null } };

type Row = Pick<PayoutRow, 'id' | 'name' | 'open' | 'due' | 'last_paid_at'>;

/**
 * Whom to pay, from a row of the list, and what: the requests, where they are listed. What was left in closed reports is not meant:
 * they are opened first.
 */
export function payeeOf(row: Row, requests?: readonly PaymentRequest[]): Payee {
  const { id, name, open, due, last_paid_at: lastPaidAt } = row;
  const listed = requests?.map(({ id: request, fullcode, share }) => ({ request, fullcode, share }));
  const agreed = sumOfSums(listed?.map(({ share }) => ({ count: 1, share })) ?? [open, due]);
  return { id, name, agreed, lastPaidAt, listed };
}

/** Whether it is not known yet what becomes of it. */
export function isOnItsWay({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return ['waiting', 'paying', 'checking', 'takingBack'].includes(step);
}

/** Whether there is nothing left to pay of what was agreed to. */
export function isSettled({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return step === 'paid' || step === 'paidAlready';
}

/** The payments to one promoter that were made here, without those that may be taken back. */
export function paymentsOf({ payment, earlier, state: { step } }: PaydayEntry): readonly Paid[] {
  return payment && (step === 'paid' || step === 'notTakenBack') ? [...earlier, payment] : earlier;
}

/** Who was paid here, and how much. */
export function paidHere(entries: readonly PaydayEntry[]) {
  return entries
    .map(entry => ({ id: entry.id, name: entry.name, ...sumOfSums(paymentsOf(entry)) }))
    .filter(({ count }) => count > 0);
}

/** All of them together, exact to the kopeck. */
export function sumOfSums(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((count, each) => count + each.count, 0),
    share: toRoubles(sums.reduce((kopecks, each) => kopecks + toKopecks(each.share), 0)),
  };
}

/** Whether they agree to the kopeck. */
export function isSame(one: Sum, other: Sum): boolean {
  return one.count === other.count && toKopecks(one.share) === toKopecks(other.share);
}
