import type { WallClock } from '#kit/date.ts';
import type { Call } from '#storage/outbox-db.ts';
import { readCallBacks } from '#sync/calls.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type ContactView, readContact } from './contact-book.ts';

/** Somebody to be called back; `contact` is null when it is gone or never was one. */
export type CallBack = { call: Call; contact: ContactView | null };

/** Who is to be called until tonight, the longest due first. Who was deleted meanwhile keeps name and number. */
export async function readCallBacksDue(
  context: ReadContext,
): Promise<{ callBacks: CallBack[]; now: WallClock }> {
  const now = context.wallClock(context.now());
  const calls = await readCallBacks(context.db, context.ownerKey, now.slice(0, 10));
  const callBacks = await Promise.all(calls.map(call => withContact(context, call)));
  return { callBacks, now };
}

async function withContact(context: ReadContext, call: Call): Promise<CallBack> {
  const contact = call.contact === '' ? null : await readContact(context, call.contact);
  return { call, contact: contact?.isDeleting ? null : contact };
}
