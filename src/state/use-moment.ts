import { formatMoment, toWallClock, type WallClock } from '#kit/date.ts';
import { useDevice } from './device-context.ts';

/** Tells when something was, as it follows a word: «в 14:05», «вчера, 14:05». Takes wall clock, or milliseconds since 1970. */
export function useMoment(): (at: WallClock | number) => string {
  const { now, config } = useDevice();
  const wallClock = (instantMs: number) => toWallClock(instantMs, config.zone);
  return at => formatMoment(typeof at === 'number' ? wallClock(at) : at, wallClock(now()));
}
