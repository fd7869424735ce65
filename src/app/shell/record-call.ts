import { rememberRecent } from '#features/contacts/offline/contact-book.ts';
import { deviceClock, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import type { Device } from '#state/device-context.ts';
import { noteCall } from '#state/phone-calls.ts';
import { type Call, ownerKeyOf } from '#storage/outbox-db.ts';
import { readUnasked } from '#sync/phone-calls.ts';
import type { Calling } from '#ui/calling.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';

let stopWaiting = () => {};

/** Records the call, and asks about it when the user comes back from the dialer; only about the newest one. */
export async function recordAndAsk(
  device: Device,
  calling: Calling,
  ask: (call: Call) => void,
): Promise<void> {
  stopWaiting();
  // Watched from now on: the dialer may open before the device has written.
  let isBack = false;
  let noted: Call | null = null;
  const askOnce = () => {
    if (isBack && noted) ask(noted);
  };
  stopWaiting = whenReturned(() => {
    isBack = true;
    askOnce();
  }, device.now);
  const recorded = await noteCall(device, calling);
  if (recorded?.ok) {
    noted = recorded.value;
    const { ownerKey, contact, at } = noted;
    if (contact !== '') void rememberRecent(device.cacheOf(ownerKey), contact, at);
  }
  // The call goes out all the same; only the log lacks it.
  else if (recorded) notify({ type: 'warning', title: texts.call, message: texts.callNotKept });
  askOnce();
}

/** Asks about a call during which the phone has thrown the page away. */
export async function askAfterRestart(
  { db, session, now }: Device,
  ask: (call: Call) => void,
): Promise<void> {
  const owner = session.lastOwner();
  const call = owner && (await readUnasked(db, ownerKeyOf(owner), now() - AWAY_MAX_MS));
  if (call && now() - call.at >= AWAY_MIN_MS) ask(call);
}

/** Nobody calls in less time; after more, what came of the call is no longer in mind. */
const AWAY_MIN_MS = 5 * SECOND_MS;
const AWAY_MAX_MS = 120 * MINUTE_MS;

/**
 * The dialer opens within this time or not at all: on a desktop without one, changing tabs later must not ask
 * about the call.
 */
const OPENS_WITHIN_MS = MINUTE_MS / 2;

/** Calls once when the page comes back after it was left for the dialer. Returns how to stop waiting. */
export function whenReturned(onReturn: () => void, now: () => number = deviceClock): () => void {
  const page = document;
  let leftAt = page.visibilityState === 'hidden' ? now() : null;
  const stop = () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', handleVisibility);
  };
  const timer = setTimeout(() => {
    if (leftAt === null) stop();
  }, OPENS_WITHIN_MS);
  function handleVisibility() {
    if (page.visibilityState === 'hidden') {
      leftAt = now();
      return;
    }
    if (leftAt === null) return;
    stop();
    const away = now() - leftAt;
    if (away >= AWAY_MIN_MS && away <= AWAY_MAX_MS) onReturn();
  }
  page.addEventListener('visibilitychange', handleVisibility);
  return stop;
}
