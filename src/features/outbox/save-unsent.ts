import { SECOND_MS } from '#kit/clock.ts';
import { toWallClock } from '#kit/date.ts';
import type { Device } from '#state/device.ts';
import { collectFor } from '#state/transfer.ts';
import { texts } from './texts.ts';
import { unsentFile } from './unsent-file.ts';

/** The download has read the file long before. */
const REVOKE_AFTER_MS = 10 * SECOND_MS;

/** Puts everything unsent among the user's downloads, as a file; resolves with what to tell of it. */
export async function saveUnsent(device: Device): Promise<string> {
  const file = await collectFor(device);
  if (!file || file.entries.length === 0) return texts.nothingToSave;
  const { name, text } = unsentFile(file, toWallClock(file.savedAt, device.config.zone));
  download(name, text);
  return texts.fileSaved;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
