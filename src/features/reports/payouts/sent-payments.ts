import * as v from 'valibot';
import type { PaydayEntry } from './payday-entry.ts';

/** [S30] Ids and sums without names; the browser removes them with the tab. */
const PLACE = 'application.payments-sent';

const Sum = v.object({ count: v.number(), share: v.number() });
const SentPayment = v.object({
  owner: v.number(),
  id: v.number(),
  agreed: Sum,
  lastPaidAt: v.nullable(v.string()),
  listed: v.optional(v.array(v.object({ request: v.number(), fullcode: v.string(), share: v.number() }))),
  payment: v.nullable(v.object({ id: v.number(), ...Sum.entries })),
  key: v.nullable(v.string()),
});

type SentPayment = v.InferOutput<typeof SentPayment>;

/** The list where the browser refuses to store it; lost with the page. */
let notKept: readonly SentPayment[] | null = null;

function read(): readonly SentPayment[] {
  if (notKept) return notKept;
  try {
    return v.parse(v.array(SentPayment), JSON.parse(sessionStorage.getItem(PLACE) ?? '[]'));
  } catch {
    return [];
  }
}

function keep(sent: readonly SentPayment[]): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(sent));
    notKept = null;
  } catch {
    notKept = sent;
  }
}

/** The payments that this moderator has sent and that have no answer yet. */
export function readSent(owner: number): SentPayment[] {
  return read().filter(sent => sent.owner === owner);
}

/** Called before the command is sent, so that a reload of the page keeps its key. */
export function noteSent(owner: number, entry: PaydayEntry): void {
  noteAnswered(owner, entry.id);
  keep([...read(), v.parse(SentPayment, { ...entry, owner })]);
}

export function noteAnswered(owner: number, promoterId: number): void {
  keep(read().filter(sent => sent.owner !== owner || sent.id !== promoterId));
}
