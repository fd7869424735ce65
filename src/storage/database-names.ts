/** The names of the device's databases, in a module that does not load Dexie. */
export const OUTBOX_DB_NAME = 'promo-outbox';

export const CACHE_DB_PREFIX = 'promo-cache|';

/** The name of a user's cache database. */
export function cacheDbName(ownerKey: string): string {
  return `${CACHE_DB_PREFIX}${ownerKey}`;
}

/** Prefix of an owner's key: the row of the outbox database that says who the user is. */
export const USER_ROW_PREFIX = 'user:';

/** The same of the row with the last problems of that user's calls. */
export const PROBLEMS_ROW_PREFIX = 'problems:';
