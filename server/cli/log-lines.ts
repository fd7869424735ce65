import type { Log } from '../db/deps.ts';

/**
 * The log of a process: one JSON line per event. The lines of a turn of the event loop are written together; one of an error
 * is written at once, with those before it, because a loop that stands still then is killed with what it has not written.
 *
 * @returns the log, and what writes the lines that wait
 */
export function openLog(write: (lines: string) => void): { log: Log; writeLines: () => void } {
  let lines = '';
  const writeLines = () => {
    if (lines !== '') write(lines);
    lines = '';
  };
  const log: Log = entry => {
    if (lines === '') setImmediate(writeLines);
    lines += `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`;
    if (entry.level === 'error') writeLines();
  };
  return { log, writeLines };
}
