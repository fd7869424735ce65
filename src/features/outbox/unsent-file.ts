import { formatDate, type WallClock } from '#kit/date.ts';
import { type EntriesFile, writeEntries } from '#sync/entries-file.ts';
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

/** The same for people, and at the end for the app, which can read it back. */
export function unsentFile(file: EntriesFile, savedAt: WallClock): { name: string; text: string } {
  return {
    name: texts.fileName(savedAt.slice(0, 16).replace(/\D+/g, '-')),
    text: `${unsentText(file, savedAt)}\n\n${texts.fileNote}\n${writeEntries(file)}\n`,
  };
}
