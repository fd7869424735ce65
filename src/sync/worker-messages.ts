/** Name of the one Background Sync registration. */
export const OUTBOX_SYNC_TAG = 'outbox';

/** What a page says to a waiting worker: the user agreed to the new version, take over now. */
export const takeOver = { type: 'take-over' };

/** What a page says to a worker whose scope has taken the place of another one: serve the open pages. */
export const claim = { type: 'claim' };

/** What the worker says to its pages: there seems to be a connection, look into the outbox. */
export const wake = { type: 'wake' };

/** Whether this is that message of ours; extensions and older versions post things too. */
export function isMessage(data: unknown, { type }: typeof wake): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
