import type { CDPSession } from 'playwright-core';

const MS = 1_000;

/** From here on the page's own thread is timed by its processor, not by the clock: others' work is not in it. */
export async function watchThread(cdp: CDPSession): Promise<void> {
  await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await cdp.send('Performance.enable');
}

/** What the page's thread has worked so far, in milliseconds of processor time, without what the debugger asked of it. */
export async function threadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return (metric('TaskDuration') - metric('DevToolsCommandDuration')) * MS;
}
