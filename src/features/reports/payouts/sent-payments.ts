import * as v from 'valibot';
import type { PaydayEntry } from './payday-entry.ts';

/** [S30] Numbers, nobody's name; gone with the tab. */
const PLACE = 'application.payments-sent';

const SentPayment = v.object({
  owner: v.number(),
  id: v.number(),
  agreed: v.object({ count: v.number(), share: v.number() }),
  lastPaidAt: v.nullable(v.string()),
  listed: v.optional(v.array(v.object({ request: v.number(), fullcode: v.string(), share: v.number() }))),
  payment: v.nullable(v.object({ id: v.number(), count: v.number(), share: v.number() })),
  key: v.nullable(v.string()),
});

type SentPayment = v.InferOutput<typeof SentPayment>;

const SentPayments = v.fallback(v.array(SentPayment), []);

function read(): SentPayment[] {
  return v.parse(SentPayments, JSON.parse(sessionStorage.getItem(PLACE) ?? '[]'));
}

function keep(sent: readonly SentPayment[]): void {
  sessionStorage.setItem(PLACE, JSON.stringify(sent));
}

/** What this moderator has sent before the page was left, and was not answered. */
export function readSent(owner: number): SentPayment[] {
  return read().filter(sent => sent.owner === owner);
}

/** Before it is sent: a reload of the page must not forget it. */
export function noteSent(owner: number, entry: PaydayEntry): void {
  noteAnswered(owner, entry.id);
  keep([...read(), v.parse(SentPayment, { ...entry, owner })]);
}

export function noteAnswered(owner: number, promoterId: number): void {
  keep(read().filter(sent => sent.owner !== owner || sent.id !== promoterId));
}
