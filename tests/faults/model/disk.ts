import { IDBFactory, IDBTransaction } from 'fake-indexeddb';
import { type BrowserContext, createContext } from './browser-context.ts';

/** A transaction that has been committed. */
export type Commit = {
  browserContext: BrowserContext;
  database: string;
  stores: string[];
  durability: string;
};

/** What is on the phone's disk, and how it is reached. It outlives every crash. */
export type Disk = {
  /** For who only looks, and for what the outbox opens in passing: no boundaries, never dead. */
  factory: IDBFactory;
  /** The disk as one context reaches it. */
  factoryOf(browserContext: BrowserContext): IDBFactory;
  /** All rows of a store as they are now, read past every transaction. */
  rows<Row>(database: string, store: string): Row[];
  /** The next so many writes fail, because the disk is full. */
  fill(times: number): void;
  /** How many transactions and openings are under way, and how many ever were. */
  busy(): number;
  activity(): number;
};

/** The parts of fake-indexeddb that the model reaches into; they are not in its types. */
type RawStore = { records: { values(): Iterable<{ value: unknown }> } };
type RawDatabase = {
  name: string;
  rawObjectStores: Map<string, RawStore>;
  transactions: unknown[];
  processTransactions(): void;
};
type RawTransaction = IDBTransaction & { _state: string; _requests: { request: IDBRequest }[] };
type RawConnection = IDBDatabase & { _rawDatabase: RawDatabase; _closePending: boolean };
type RawTransactionClass = new (
  stores: string[],
  mode: IDBTransactionMode,
  durability: string,
  connection: IDBDatabase,
) => RawTransaction;

/** A new, empty disk. `committed` hears of each write. */
export function createDisk(committed: (commit: Commit) => void): Disk {
  const factory = new IDBFactory();
  const tally = { busy: 0, activity: 0, full: 0 };
  const open = createContext('disk', () => {});
  return {
    factory: factoryOf(factory, open, tally, committed),
    factoryOf: browserContext => factoryOf(factory, browserContext, tally, committed),
    rows<Row>(database: string, store: string) {
      const { _databases: databases } = factory as unknown as { _databases: Map<string, RawDatabase> };
      const raw = databases.get(database)?.rawObjectStores.get(store);
      return [...(raw?.records.values() ?? [])].map(({ value }) => value as Row);
    },
    fill(times) {
      tally.full = times;
    },
    busy: () => tally.busy,
    activity: () => tally.activity,
  };
}

type Tally = { busy: number; activity: number; full: number };

function factoryOf(
  factory: IDBFactory,
  browserContext: BrowserContext,
  tally: Tally,
  committed: (commit: Commit) => void,
): IDBFactory {
  const awaited = <Request extends IDBOpenDBRequest>(request: Request): Request => {
    tally.busy += 1;
    tally.activity += 1;
    const over = () => {
      tally.busy -= 1;
    };
    request.addEventListener('success', over);
    request.addEventListener('error', over);
    return request;
  };
  return Object.assign(Object.create(factory), {
    open(name: string, version?: number) {
      const request = awaited(factory.open(name, version));
      request.addEventListener('success', () => {
        const connection = request.result as RawConnection;
        browserContext.onDeath(() => connection.close());
        gate(connection, browserContext, tally, committed);
      });
      return request;
    },
    deleteDatabase: (name: string) => awaited(factory.deleteDatabase(name)),
    cmp: (one: unknown, other: unknown) => factory.cmp(one, other),
  }) as IDBFactory;
}

/** Puts the boundaries around each transaction of a connection. */
function gate(
  connection: RawConnection,
  browserContext: BrowserContext,
  tally: Tally,
  committed: (commit: Commit) => void,
) {
  const begin = connection.transaction.bind(connection);
  connection.transaction = (names, mode = 'readonly', options = {}) => {
    const stores = typeof names === 'string' ? [names] : [...names];
    const durability = options.durability ?? 'default';
    if (mode === 'readwrite') browserContext.reachBoundary('before-write');
    tally.activity += 1;
    if (!browserContext.isDead() && !browserContext.isFrozen()) {
      const transaction = begin(stores, mode, options) as RawTransaction;
      return watch(
        transaction,
        { browserContext, database: connection.name, stores, durability },
        tally,
        committed,
      );
    }
    // Never begun by a dead context; begun by a frozen one when it thaws.
    const held = new (IDBTransaction as unknown as RawTransactionClass)(stores, mode, durability, connection);
    browserContext.deliver(() => {
      const { _rawDatabase: raw } = connection;
      watch(held, { browserContext, database: connection.name, stores, durability }, tally, committed);
      raw.transactions.push(held);
      raw.processTransactions();
    });
    return held;
  };
}

function watch(
  transaction: RawTransaction,
  commit: Commit,
  tally: Tally,
  committed: (commit: Commit) => void,
): RawTransaction {
  const { browserContext } = commit;
  const isWrite = transaction.mode === 'readwrite';
  tally.busy += 1;
  const survived = browserContext.onDeath(() => abandon(transaction));
  const over = () => {
    survived();
    tally.busy -= 1;
    tally.activity += 1;
  };
  // One that was held has its listener already.
  let heard: ((event: Event) => void) | null = transaction.oncomplete;
  Object.defineProperty(transaction, 'oncomplete', {
    get: () => null,
    set: (listener: typeof heard) => {
      heard = listener;
    },
  });
  transaction.addEventListener('abort', over);
  transaction.addEventListener('complete', event => {
    over();
    if (isWrite) committed(commit);
    if (isWrite) browserContext.reachBoundary('after-write');
    browserContext.deliver(() => heard?.call(transaction, event));
  });
  if (isWrite && tally.full > 0) refuse(transaction, tally);
  return transaction;
}

/** The process is gone: what it had not committed never happened, and nobody hears of it. */
function abandon(transaction: RawTransaction): void {
  if (transaction._state === 'finished' || transaction._state === 'committing') return;
  for (const { request } of transaction._requests) {
    request.onsuccess = null;
    request.onerror = null;
  }
  transaction.onabort = null;
  transaction.onerror = null;
  transaction.abort();
}

/** No space left: the first write of the transaction fails with the browser's own error. */
function refuse(transaction: RawTransaction, tally: Tally): void {
  const open = transaction.objectStore.bind(transaction);
  transaction.objectStore = name => {
    const store = open(name);
    const fail = () => {
      tally.full -= 1;
      throw new DOMException('no space left', 'QuotaExceededError');
    };
    return tally.full > 0 ? Object.assign(Object.create(store), { put: fail, add: fail }) : store;
  };
}
