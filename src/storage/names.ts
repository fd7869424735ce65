/** The names of the device's databases, also for who reads them before Dexie is loaded. */
export const OUTBOX_DB_NAME = 'promo-outbox';

export const CACHE_DB_PREFIX = 'promo-cache|';

/** The name of a user's cache database. */
export function cacheDbName(ownerKey: string): string {
  return `${CACHE_DB_PREFIX}${ownerKey}`;
}

/** Before an owner's key: the name of the row that says who the user is, in the outbox database. */
export const USER_PREFIX = 'user:';
