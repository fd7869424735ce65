import { DAY_MS } from '#kit/clock.ts';

/** So long nobody is asked again. */
const PAUSE_MS = 14 * DAY_MS;

/** [S30] A moment, nothing about a person; it may outlive logout, because it is about this device. */
const ASKED_AT = 'application.install-asked-at';

/** Whether the user has put the installation off less than 14 days ago; a clock that was turned asks again. */
export function wasAskedRecently(now: number, memory: Pick<Storage, 'getItem'> = localStorage): boolean {
  const askedAt = Number(memory.getItem(ASKED_AT) ?? 0);
  return Math.abs(now - askedAt) < PAUSE_MS;
}

/** Remembers that the user was asked. */
export function rememberAsked(now: number, memory: Pick<Storage, 'setItem'> = localStorage): void {
  memory.setItem(ASKED_AT, String(now));
}
