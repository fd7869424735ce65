/** Loaded into the server's process before it: tells the bench, over the channel to its parent, how the process is. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NS_PER_MS = 1e6;
const RESOLUTION_MS = 10;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** See Vitals in server-under-load.ts. */
function takeVitals() {
  // Only there when the process was started with --expose-gc.
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  // What the timer of the histogram sleeps by itself is no delay.
  const late = ns => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
  const lag = { p99: late(delay.percentile(99)), max: late(delay.max) };
  delay.reset();
  return {
    rss,
    heapUsed,
    external,
    lag,
    handles: process.getActiveResourcesInfo().length,
    cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  };
}

process.on('message', () => process.send?.(takeVitals()));
// Whoever started it is gone: a server that nobody measures must not stay.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// To listen must not keep a server alive that is told to stop.
process.channel?.unref();
