import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Names the file that attacks are written to, one line of JSON each; set by `npm run soak`. */
export const ATTACKS_FILE = 'ATTACKS_FILE';

/**
 * Counts what a test has attacked, for tests/faults/FIGURES.md: call it beside the assertion that says what came of it.
 * Only `npm run soak -- --only tests` keeps the counts, and it runs every test that imports this file.
 */
export function attacked(name: string, times = 1): void {
  const file = process.env[ATTACKS_FILE];
  if (file) appendFileSync(file, `${JSON.stringify([name, times])}\n`);
}

/** The sum of each name in such a file; nothing where no test wrote one. */
export function attacksIn(file: string): Record<string, number> {
  const sums: Record<string, number> = {};
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) {
    const [name, times]: [string, number] = JSON.parse(line);
    sums[name] = (sums[name] ?? 0) + times;
  }
  return sums;
}
