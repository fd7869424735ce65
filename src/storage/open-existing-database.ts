import { holdDatabaseLock } from './database-lock.ts';

/**
 * Opens a database at its current version, without Dexie; null for one that does not exist, because it must
 * not be created here.
 */
export function openExistingDatabase(name: string): Promise<IDBDatabase | null> {
  const opened = new Promise<IDBDatabase | null>((resolve, reject) => {
    const request = indexedDB.open(name);
    let isMissing = false;
    request.onupgradeneeded = () => {
      isMissing = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => (isMissing ? resolve(null) : reject(request.error));
  });
  return holdDatabaseLock(name, opened);
}

/** What a request of such a database results in. */
export function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
