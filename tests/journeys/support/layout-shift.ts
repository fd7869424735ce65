import type { Page } from 'playwright-core';

/** A fifth of what browsers call good: a list that moves under the thumb calls somebody else. */
const MAX_SHIFT = 0.02;

/** Nothing has moved for so long: the screen is as it stays. */
const QUIET_MS = 500;

/** What has moved on its own since the page was loaded, when that is too much; returns once nothing moves any more. */
export async function shiftFaults(page: Page, place: string): Promise<string[]> {
  const { sum, moved } = await page.evaluate(readShifts, QUIET_MS);
  return sum > MAX_SHIFT ? [`${place}: moves by ${sum.toFixed(3)}: ${moved.join('; ')}`] : [];
}

/** Runs in the page, so it holds all that it needs. */
function readShifts(quietMs: number): Promise<{ sum: number; moved: string[] }> {
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const read = { sum: 0, moved: [] as string[] };
  return new Promise(resolve => {
    const finish = () => {
      observer.disconnect();
      resolve(read);
    };
    let timer = setTimeout(finish, quietMs);
    const observer = new PerformanceObserver(list => {
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        read.sum += value;
        for (const { node, previousRect, currentRect } of sources) {
          const text = node?.textContent?.slice(0, 40);
          read.moved.push(`«${text}» from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`);
        }
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}
