import type { Page } from 'playwright-core';

/** What a page tells of the time since it was last asked. Times are milliseconds from the key or the press. */
export type Seen = {
  /** Until the next frame was painted, for each key or press. */
  painted: number[];
  /** Until the frame with other totals was painted, where they became others. */
  followed: number[];
  dropped: number;
  longest: number;
  longTasks: number;
  /** How many nodes of the document were touched. */
  changed: number;
};

declare global {
  interface Window {
    takeSeen: () => Seen;
    scrollLinesTo: (share: number) => void;
    focusMiddle: () => number;
    scrollThrough: (ms: number) => Promise<number>;
  }
}

/** Every page of this tab is watched from its first moment. */
export async function watchEdits(page: Page): Promise<void> {
  await page.addInitScript({ path: 'tests/bench/floor/edit-probe.js' });
}

export function takeSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => window.takeSeen());
}
