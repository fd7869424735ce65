import type { Page } from 'playwright-core';

/** Everything that the page keeps, as one text. */
export async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, location.href, history.state];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).getAll();
        await new Promise(resolve => reading.addEventListener('success', resolve));
        kept.push(reading.result);
      }
      db.close();
    }
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      kept.push((await opened.keys()).map(({ url }) => url));
    }
    return JSON.stringify(kept);
  });
}
