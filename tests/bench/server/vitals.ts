/** How the server's process is: bytes after a collection, delays of its event loop in ms since the last question. */
export type Vitals = {
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
  lag: { p50: number; p99: number; max: number };
  /** Sockets, timers, files. */
  handles: number;
  /** Since its start. */
  cpuMs: number;
};

/** Of several processes: sums, and the longest delays. */
export function addVitals(all: readonly Vitals[]): Vitals {
  const sum = (of: (each: Vitals) => number) => all.reduce((whole, each) => whole + of(each), 0);
  const worst = (of: (each: Vitals) => number) => Math.max(...all.map(of));
  return {
    rss: sum(each => each.rss),
    heapUsed: sum(each => each.heapUsed),
    external: sum(each => each.external),
    arrayBuffers: sum(each => each.arrayBuffers),
    lag: {
      p50: worst(each => each.lag.p50),
      p99: worst(each => each.lag.p99),
      max: worst(each => each.lag.max),
    },
    handles: sum(each => each.handles),
    cpuMs: sum(each => each.cpuMs),
  };
}

export const MIB = 1024 * 1024;

export function mib(bytes: number): number {
  return Math.round((bytes / MIB) * 10) / 10;
}
