import type { Page } from 'playwright-core';

/** What a page is watched for: something that matches the selector, with that number in its text if one is given. */
export type Awaited = { selector: string; number?: number };

declare global {
  interface Window {
    /** When what is watched for had been painted, in milliseconds of `performance.now()`. */
    painted: Promise<number>;
    watchFor: (awaited: Awaited) => void;
  }
}

/** Every page of this context can be watched from its first moment. */
export async function watchable(page: Page): Promise<void> {
  await page.addInitScript({ path: 'tests/bench/floor/probe.js' });
}

/** Watches from the page's first moment. */
export async function watchFromStart(page: Page, awaited: Awaited): Promise<void> {
  await watchable(page);
  await page.addInitScript(what => window.watchFor(what), awaited);
}

/** When it had been painted, counted from the start of the page. */
export async function whenPainted(page: Page): Promise<number> {
  return page.evaluate(() => window.painted);
}

/** How long it takes from what the user does until the answer has been painted. */
export async function timeInput(page: Page, type: string, awaited: Awaited, act: () => Promise<void>) {
  await page.evaluate(
    ({ type, awaited }) => {
      addEventListener(
        type,
        ({ timeStamp }) => {
          window.watchFor(awaited);
          window.painted = window.painted.then(at => at - timeStamp);
        },
        { capture: true, once: true },
      );
    },
    { type, awaited },
  );
  await act();
  return whenPainted(page);
}
