import type { Problem } from '#api/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PayoutRow } from '#contract/moderation.ts';
import type { PaymentRequest, payPromoter } from '#contract/payments.ts';
import { toKopecks, toRoubles } from '#kit/money.ts';

/** How many requests, and the promoter's share of them in roubles. */
export type Sum = { count: number; share: number };

type Listed = Pick<PaymentRequest, 'fullcode' | 'share'> & { request: number };

/** A payment: its number, how many requests it pays and their sum. */
export type Paid = Sum & { id: number };

/** What is owed in place of what was agreed to. */
type Found = NonNullable<ReplyOf<typeof payPromoter>['found']>;

/** A promoter to be paid, and the number and sum that the moderator has agreed to. */
export type Payee = {
  id: number;
  name: string;
  agreed: Sum;
  /** When the promoter was last paid, as the list said when the moderator agreed. */
  lastPaidAt: string | null;
  /** The requests that the panel listed; undefined where it listed none. */
  listed?: readonly Listed[] | undefined;
  /** The idempotency key of the last attempt. Null: the next attempt gets a new one. */
  key?: string | null;
};

/** A promoter who was sent a payment on this screen, and its state. */
export type PaydayEntry = Payee & {
  key: string | null;
  /** The last payment. */
  payment: Paid | null;
  /** The payments that this screen made before the last one. */
  earlier: readonly Paid[];
  state: EntryState;
  /** One more for each payment that starts while no other is under way. */
  run: number;
};

export type EntryState =
  | { step: 'waiting' | 'paying' | 'checking' | 'stopped' | 'takingBack' | 'takenBack' }
  /** `nothing`: the promoter is owed nothing any more, and no payment was found that has paid it. */
  | { step: 'differs' | 'nothing'; found: Found }
  /** `at`: the time in milliseconds; «Вернуть» is offered for UNDO_MS after it. */
  | { step: 'paid'; at: number }
  /** A payment was found by reading: this page or another moderator may have made it. */
  | { step: 'paidAlready' }
  | { step: 'failed'; problem: Problem }
  /** `problem` is null where the moderator stopped it before it was sent. */
  | { step: 'notTakenBack'; problem: Problem | null }
  /** The command may still arrive. `problem` is null where no answer came and a reading did not find the payment. */
  | { step: 'unknown'; problem: Problem | null };

export type Change = Pick<PaydayEntry, 'state'> & Partial<Pick<PaydayEntry, 'name' | 'payment' | 'key'>>;

export const LOST: Change = { state: { step: 'unknown', problem: null } };

type Row = Pick<PayoutRow, 'id' | 'name' | 'open' | 'due' | 'last_paid_at'>;

/**
 * The promoter of a row, with the sum of the listed requests or, without them, of the open reports and of what is due. Requests in
 * closed reports are left out: their report has to be opened first.
 */
export function payeeOf(row: Row, requests?: readonly PaymentRequest[]): Payee {
  const { id, name, open, due, last_paid_at: lastPaidAt } = row;
  const listed = requests?.map(({ id: request, fullcode, share }) => ({ request, fullcode, share }));
  const agreed = sumOfSums(listed?.map(({ share }) => ({ count: 1, share })) ?? [open, due]);
  return { id, name, agreed, lastPaidAt, listed };
}

/** Whether a call about it is waiting or running. */
export function isOnItsWay({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return ['waiting', 'paying', 'checking', 'takingBack'].includes(step);
}

/** Whether all that was agreed to is paid. */
export function isSettled({ state: { step } }: Pick<PaydayEntry, 'state'>): boolean {
  return step === 'paid' || step === 'paidAlready';
}

/** The payments to one promoter that this screen made, without one that was or may be taken back. */
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
