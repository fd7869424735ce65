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

export const MIB = 1024 * 1024;

export function mib(bytes: number): number {
  return Math.round((bytes / MIB) * 10) / 10;
}
