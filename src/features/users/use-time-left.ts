import { useCallback, useEffect, useState } from 'react';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { useDevice } from '#state/device.ts';

/** A backend that names no end counts as one of a year: of that nothing is told. */
const TELLABLE_MS = 2 * HOUR_MS;

const LOOK_EVERY_MS = 10 * SECOND_MS;

/** How many whole minutes are left of working as another; null where nobody knows, e.g. after the clock was set back. */
export type TimeLeft = number | 'over' | null;

/** The time that is left by this device's clock, never told too long. */
export function useTimeLeft(): TimeLeft {
  const { auth, now } = useDevice();
  const read = useCallback((): TimeLeft => {
    const { own, expiresIn, isLoggedIn } = auth.read();
    if (!own || !isLoggedIn || now() < own.since) return null;
    const leftMs = own.since + expiresIn * SECOND_MS - now();
    if (leftMs > TELLABLE_MS) return null;
    return leftMs > 0 ? Math.floor(leftMs / MINUTE_MS) : 'over';
  }, [auth, now]);
  const [left, setLeft] = useState(read);
  useEffect(() => {
    const look = () => setLeft(read());
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    // A phone that slept shows no old number.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [read]);
  return left;
}
