/** The time in milliseconds since 1970; passed in, so that tests can set it. */
export type Clock = () => number;

/** The device's own clock. */
export const deviceClock: Clock = () => Date.now();

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
