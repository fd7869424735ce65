import { toWallClock } from '#kit/date.ts';
import type { Device } from '#state/device.ts';
import { collectFor } from '#state/transfer.ts';
import { download } from '#ui/download.ts';
import { texts } from './texts.ts';
import { unsentFile } from './unsent-file.ts';

/** Puts everything unsent among the user's downloads, as a file; resolves with what to tell of it. */
export async function saveUnsent(device: Device): Promise<string> {
  const file = await collectFor(device);
  if (!file || file.entries.length === 0) return texts.nothingToSave;
  const { name, text } = unsentFile(file, toWallClock(file.savedAt, device.config.zone));
  download({ name, text, type: 'text/plain;charset=utf-8' });
  return texts.fileSaved;
}
