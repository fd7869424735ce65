import { format } from 'node:util';

/** What the outbox's tests import as `vitest` in a mutant's bundle: it runs nothing by itself, and only collects. */

export { expect } from 'vitest';

/** A test with its whole title. */
export type Collected = { title: string; run: () => Promise<void> | void };

export const collected: Collected[] = [];

let group = '';

export function describe(title: string, declare: () => void): void {
  group = `${title} `;
  declare();
  group = '';
}

function collect(title: string, run: () => Promise<void> | void): void {
  collected.push({ title: group + title, run });
}

type Row = readonly unknown[];

/** As the runner does it: a row that is a list is spread over the arguments. */
const each =
  (rows: readonly unknown[]) =>
  (title: string, run: (...row: Row) => Promise<void> | void): void => {
    for (const row of rows) {
      const given: Row = Array.isArray(row) ? row : [row];
      collect(format(title, ...given), () => run(...given));
    }
  };

export const it = Object.assign(collect, { each });
