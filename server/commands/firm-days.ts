import { DAY_MS } from '#kit/clock.ts';
import { dayAfter, daysInMonth, toWallClock } from '#kit/date.ts';

/** No order is older, and none will be younger: days beyond are read as these, since dates of other years write differently. */
const [OLDEST, YOUNGEST] = ['1970-01-02', '9998-12-30'];

/**
 * When a day 'YYYY-MM-DD' begins by the clocks of an IANA zone. Reckoned here and not by the database: its list of
 * zones is another one, and reads «+03:00» the other way round.
 */
export function startOfDay(day: string, zone: string): Date {
  const known = withinReach(day);
  const midnight = Date.parse(`${known}T00:00:00Z`);
  const offsets = [offsetAt(midnight - DAY_MS, zone), offsetAt(midnight + DAY_MS, zone)];
  // Where the clocks change about midnight, both offsets are possible: the first moment that shows the day is it.
  const starts = offsets.map(offset => midnight - offset).sort((a, b) => a - b);
  const start = starts.find(moment => toWallClock(moment, zone).slice(0, 10) >= known);
  if (start === undefined) throw new Error(`no beginning of ${day} in ${zone}`);
  return new Date(start);
}

function withinReach(day: string): string {
  if (day < OLDEST) return OLDEST;
  return day > YOUNGEST ? YOUNGEST : day;
}

/** When it ends, which is when the next one begins. */
export function endOfDay(day: string, zone: string): Date {
  return startOfDay(day > YOUNGEST ? day : dayAfter(day), zone);
}

/** The first and the last day of the month that is under way by the firm's clocks. */
export function monthOf(moment: number, zone: string): { from: string; to: string } {
  const today = toWallClock(moment, zone).slice(0, 10);
  const [year, month] = today.split('-').map(Number) as [number, number];
  const days = daysInMonth(year, month);
  return { from: `${today.slice(0, 8)}01`, to: `${today.slice(0, 8)}${days}` };
}

/** How far the zone's clocks are ahead of UTC at a moment. */
function offsetAt(moment: number, zone: string): number {
  return Date.parse(`${toWallClock(moment, zone).replace(' ', 'T')}Z`) - moment;
}
