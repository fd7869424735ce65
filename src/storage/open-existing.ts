/**
 * A database as it is, without a library and without a version: null for one that is not there, because it must not be
 * made here.
 */
export function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    let isMissing = false;
    opening.onupgradeneeded = () => {
      isMissing = true;
      opening.transaction?.abort();
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => (isMissing ? resolve(null) : reject(opening.error));
  });
}
