import { MINUTE_MS } from '#kit/clock.ts';
import type { Device } from '#state/device-context.ts';
import { noteCall } from '#state/phone-calls.ts';
import type { Call } from '#storage/outbox-db.ts';
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
  });
  const recorded = await noteCall(device, calling);
  if (recorded?.ok) noted = recorded.value;
  // The call goes out all the same; only the log lacks it.
  else if (recorded) notify({ type: 'warning', title: texts.call, message: texts.callNotKept });
  askOnce();
}

/**
 * The dialer opens within this time or not at all: on a desktop without one, changing tabs later must not ask
 * about the call.
 */
const OPENS_WITHIN_MS = MINUTE_MS / 2;

/** Calls once when the page comes back after it was left for the dialer. Returns how to stop waiting. */
export function whenReturned(onReturn: () => void, page: Document = document): () => void {
  let hasLeft = page.visibilityState === 'hidden';
  const stop = () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', handleVisibility);
  };
  const timer = setTimeout(() => {
    if (!hasLeft) stop();
  }, OPENS_WITHIN_MS);
  function handleVisibility() {
    if (page.visibilityState === 'hidden') {
      hasLeft = true;
      return;
    }
    if (!hasLeft) return;
    stop();
    onReturn();
  }
  page.addEventListener('visibilitychange', handleVisibility);
  return stop;
}
