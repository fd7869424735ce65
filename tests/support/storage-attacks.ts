/** What becomes of stores of a database: all of them, or one. */
export type StorageAttack = {
  database: string;
  stores: string[];
  /** `torn`: the stores are missing. `storeless`: all of them are. `newer`: a later version of the app was here. */
  how: 'deleted' | 'emptied' | 'torn' | 'storeless' | 'newer';
};

/** Runs in a page as well as here, so it uses nothing but its arguments and IndexedDB. Nothing may hold the database open. */
export async function attackStorage({ database, stores, how }: StorageAttack): Promise<void> {
  const ended = (request: IDBRequest | IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      request.addEventListener('complete', () => resolve());
      request.addEventListener('success', () => resolve());
      request.addEventListener('error', () => reject(request.error));
    });
  if (how === 'deleted' || how === 'storeless') await ended(indexedDB.deleteDatabase(database));
  if (how === 'deleted') return;
  const first = indexedDB.open(database);
  await ended(first);
  const { version } = first.result;
  if (how === 'emptied') {
    const emptying = first.result.transaction(stores, 'readwrite');
    for (const store of stores) emptying.objectStore(store).clear();
    await ended(emptying);
  }
  first.result.close();
  if (how === 'emptied' || how === 'storeless') return;
  const second = indexedDB.open(database, version + (how === 'newer' ? 10_000 : 1));
  second.addEventListener('upgradeneeded', () => {
    if (how === 'torn') for (const store of stores) second.result.deleteObjectStore(store);
  });
  await ended(second);
  second.result.close();
}

/** From here on nothing more fits into these stores; what it returns makes room again. */
export function fillStores(database: string, stores: readonly string[]): () => void {
  const { add, put } = IDBObjectStore.prototype;
  const refuse = (store: IDBObjectStore) => {
    if (store.transaction.db.name !== database || !stores.includes(store.name)) return;
    throw new DOMException('no space left', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.add = function (...given) {
    refuse(this);
    return add.apply(this, given);
  };
  IDBObjectStore.prototype.put = function (...given) {
    refuse(this);
    return put.apply(this, given);
  };
  return () => void Object.assign(IDBObjectStore.prototype, { add, put });
}

/** From here on the browser cannot open the database, until it is deleted; what it returns ends that. */
export function spoilDatabase(database: string): () => void {
  const { open, deleteDatabase } = indexedDB;
  const heal = () => void Object.assign(indexedDB, { open, deleteDatabase });
  indexedDB.deleteDatabase = name => {
    if (name === database) heal();
    return deleteDatabase.call(indexedDB, name);
  };
  indexedDB.open = (name, version) => {
    if (name !== database) return open.call(indexedDB, name, version);
    const error = new DOMException('Internal error opening backing store', 'UnknownError');
    const request = { error, onerror: (_: unknown) => {} };
    setTimeout(() => request.onerror({ target: request, preventDefault() {}, stopPropagation() {} }));
    return request as unknown as IDBOpenDBRequest; // as much of one as whoever opens a database looks at
  };
  return heal;
}
