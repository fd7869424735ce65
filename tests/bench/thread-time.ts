import type { CDPSession } from 'playwright-core';

const MS = 1_000;

/** From here on the page's own thread can be timed by its processor, not by the clock: others' work is not in it. */
export async function watchThread(cdp: CDPSession): Promise<void> {
  await cdp.send('Performance.enable');
}

/** What the page's thread has worked so far, in milliseconds of processor time. */
export async function threadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * MS;
}
