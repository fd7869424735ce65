import { formatDate, toWallClock, type WallClock } from '#kit/date.ts';
import type { Device } from '#state/device-context.ts';
import { collectUnsentOf } from '#state/transfer.ts';
import { type EntriesFile, writeEntries } from '#sync/entries-file.ts';
import { download } from '#ui/download.ts';
import { entryText, errorLine } from './describe-entry.ts';
import { texts } from './texts.ts';

/** Unsent entries for people: numbered, with what the server said against them. */
export function unsentText({ entries }: EntriesFile, savedAt: WallClock): string {
  const sections = entries.map((entry, index) => {
    const lines = [entryText(entry), errorLine(entry)].filter(Boolean);
    return `${index + 1}. ${lines.join('\n')}`;
  });
  return [texts.fileHead(entries.length, formatDate(savedAt, true)), ...sections].join('\n\n');
}

/**
 * Puts everything unsent among the user's downloads: a file for people, and at the end for the app, which can read it
 * back. Resolves with what to tell of it.
 */
export async function saveUnsent(device: Device): Promise<string> {
  const file = await collectUnsentOf(device);
  if (!file || file.entries.length === 0) return texts.nothingToSave;
  const savedAt = toWallClock(file.savedAt, device.config.zone);
  download({
    name: texts.fileName(savedAt.slice(0, 16).replace(/\D+/g, '-')),
    text: `${unsentText(file, savedAt)}\n\n${texts.fileNote}\n${writeEntries(file)}\n`,
    type: 'text/plain;charset=utf-8',
  });
  return texts.fileSaved;
}
