import { noteCall } from '#state/calls.ts';
import type { Device } from '#state/device.ts';
import type { Call } from '#storage/outbox-db.ts';
import type { Calling } from '#ui/calling.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';
import { whenBack } from './when-back.ts';

let forget = () => {};

/** Records the call, and asks about it when the user comes back from the dialer; only about the newest one. */
export async function recordAndAsk(
  device: Device,
  calling: Calling,
  ask: (call: Call) => void,
): Promise<void> {
  forget();
  // Watched from now on: the dialer may open before the device has written.
  let isBack = false;
  let noted: Call | null = null;
  const askOnce = () => {
    if (isBack && noted) ask(noted);
  };
  forget = whenBack(() => {
    isBack = true;
    askOnce();
  });
  const recorded = await noteCall(device, calling);
  if (recorded?.ok) noted = recorded.value;
  // The call goes out all the same; only the log lacks it.
  else if (recorded) notify({ type: 'warning', title: texts.call, message: texts.callNotKept });
  askOnce();
}
