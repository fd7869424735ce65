import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';

const RETRY_FLOOR_MS = 2 * SECOND_MS;
export const RETRY_CAP_MS = 15 * MINUTE_MS;
/** [S13] A lost create is sent again to a legacy backend only this long after its last attempt. */
export const LATE_ARRIVAL_MS = 2 * MINUTE_MS;

/** A number in [0, 1); a port, so that tests can fix it. */
export type Random = () => number;

/**
 * [S23] Full jitter: a random time up to 2 s · 2ⁿ, on top of what the server asked for: it asks many at once, and they
 * must not come back at once. At most 15 minutes.
 */
export function backoffMs(failures: number, random: Random, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(RETRY_CAP_MS, RETRY_FLOOR_MS * 2 ** Math.min(failures, 20));
  return Math.min(RETRY_CAP_MS, (retryAfterMs ?? 0) + random() * ceiling);
}

/** [S5] Due when its time has come, or when that time lies beyond any back-off: the clock was turned then. */
export function isDue(nextAt: number, now: number): boolean {
  return nextAt <= now || nextAt - now > RETRY_CAP_MS;
}
