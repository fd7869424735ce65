import { SECOND_MS } from '#kit/clock.ts';
import { toWallClock } from '#kit/date.ts';
import type { Device } from '#state/device.ts';
import { collectFor } from '#state/transfer.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';
import { unsentFile } from './unsent-file.ts';

/** The download has read the file long before. */
const REVOKE_AFTER_MS = 10 * SECOND_MS;

/** Everything unsent as a file among the user's downloads. */
export async function saveUnsent(device: Device): Promise<void> {
  const file = await collectFor(device);
  if (!file || file.entries.length === 0) {
    notify({ title: texts.exportTitle, message: texts.nothingToSave });
    return;
  }
  const { name, text } = unsentFile(file, toWallClock(file.savedAt, device.config.zone));
  download(name, text);
  notify({ type: 'success', title: texts.exportTitle, message: texts.fileSaved });
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
