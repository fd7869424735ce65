import { toWallClock, type WallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';

/** What the firm's clock shows when this is drawn, to the minute: it is the same while nothing else would change. */
export function useNow(): WallClock {
  const { now, config } = useDevice();
  return `${toWallClock(now(), config.zone).slice(0, 16)}:00`;
}
