import { dayAfter, type WallClock } from '#kit/date.ts';

/** How long before its end one is warned. */
const SOON_DAYS = 7;

/** Whether what is good until then has ended, or ends soon. `now` and `until` are wall clock; unreadable is neither. */
export function expiryOf(until: WallClock | undefined, now: WallClock): 'expired' | 'soon' | null {
  if (until === undefined || !/^\d{4}-\d\d-\d\d/.test(until)) return null;
  if (until <= now) return 'expired';
  return until < dayAfter(now.slice(0, 10), SOON_DAYS) + now.slice(10) ? 'soon' : null;
}
