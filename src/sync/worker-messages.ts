/** Name of the one Background Sync registration. */
export const OUTBOX_SYNC_TAG = 'outbox';

/** What a page says to the worker: the user agreed to the new version, take over now. */
type PageMessage = { type: 'take-over' };

/** What the worker says to its pages: there seems to be a connection, look into the outbox. */
type WorkerMessage = { type: 'wake' };

/** The message that lets a waiting worker take over. */
export const takeOver: PageMessage = { type: 'take-over' };

/** The message that wakes pages. */
export const wake: WorkerMessage = { type: 'wake' };

/** Whether this came from a page of ours; extensions and older versions post things too. */
export function isPageMessage(data: unknown): data is PageMessage {
  return typeOf(data) === takeOver.type;
}

/** Whether this came from our worker. */
export function isWorkerMessage(data: unknown): data is WorkerMessage {
  return typeOf(data) === wake.type;
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
}
