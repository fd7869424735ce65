import type { Table } from 'dexie';
import type { Contact } from '#contract/contacts.ts';
import type { ReferenceItem } from '#contract/orders.ts';
import type { Request, RequestStatus } from '#contract/requests.ts';
import type { CurrentUser } from '#contract/session.ts';
import { Database, deleteDatabase } from './database.ts';
import { cacheDbName } from './database-names.ts';

/**
 * A contact as the server last sent it. `seenTick` is the tick at which that refresh started; `phones` ten
 * digits each. `thin`: only a list row is known so far, which has less than the contact itself. `wholeTick`: the tick of the refresh
 * that last told all of it, where a later one told a part; 0 if a part was never told.
 */
export type ContactRow = Contact & {
  seenTick: number;
  search: string;
  phones: string[];
  thin?: true;
  wholeTick?: number;
};

/** A reference list as a whole. */
export type ReferenceRow = { name: string; items: ReferenceItem[]; refreshedAt: number };

/** A request as the server last sent it. */
export type RequestRow = Request & { seenTick: number; refreshedAt: number };

/** The loaded part of one filter of the orders list: ids in server order, and the figures beside them. */
export type RequestListRow = {
  status: RequestStatus;
  ids: number[];
  counts: { all: number; paid: number; done: number };
  /** null where the backend does not add it up. */
  percentSum: number | null;
  currentPage: number;
  lastPage: number;
  total: number;
  seenTick: number;
  refreshedAt: number;
};

/** When a whole resource (contacts, requests …) was last refreshed. */
export type MarkRow = { name: string; tick: number; at: number; value?: unknown };

/** The signed-in user as last seen, for an offline start. */
type MeRow = { name: 'me'; user: CurrentUser; at: number };

/** The last address used for a contact or within a district; `key` says of which. Only this device knows it. */
export type AddressRow = { key: string; at: number; value: unknown };

/** What the user last saw of a request: its state and whether it was paid, as one text. */
export type SeenRow = { id: number; seen: string };

/** Errors of a read when a store is missing, or a row that the browser cannot read back from the disk. */
const CORRUPTION_ERROR = /^(NotFound|Unknown|Data|NotReadable)E/;

/** [S1] Disposable: it can be dropped and refilled at any time. One database per user. */
export class CacheDb extends Database {
  declare contacts: Table<ContactRow, number>;
  declare references: Table<ReferenceRow, string>;
  declare requests: Table<RequestRow, number>;
  declare requestLists: Table<RequestListRow, string>;
  declare marks: Table<MarkRow, string>;
  declare me: Table<MeRow, string>;
  declare addresses: Table<AddressRow, string>;
  declare seenRequests: Table<SeenRow, number>;

  /** Deleted or upgraded by another context, or broken: this connection must be replaced by a new one. */
  declare abandoned: boolean;

  private dropping: PromiseLike<void> | undefined;

  constructor(ownerKey: string) {
    super(cacheDbName(ownerKey));
    this.abandoned = false;
    this.version(1).stores({
      contacts: '&id,[created_at+id]',
      references: '&name',
      requests: '&id,code_number,created_at',
      requestLists: '&status',
      marks: '&name',
      me: '&name',
    });
    this.version(2)
      .stores({ contacts: '&id,[created_at+id],*phones', addresses: '&key,at', seenRequests: '&id' })
      .upgrade(async change => {
        // Filled in place: dropping the contacts would leave a promoter offline without them after an update.
        await change
          .table<ContactRow>('contacts')
          .toCollection()
          .modify(row => {
            row.phones = row.contact_phones.map(phone => phone.full_phone);
          });
      });
    this.on('versionchange', () => {
      this.abandoned = true;
      this.close();
      return false; // as in the outbox database
    });
  }

  /**
   * [S1] Whether this database cannot be read any more. One that cannot be opened, or lacks stores or rows,
   * is deleted here; rejects if even that fails. `cause`: the error of the read.
   */
  async dropIfUnreadable(cause: unknown): Promise<boolean> {
    const isCorrupt =
      this.hasFailed() || (CORRUPTION_ERROR.test(String(cause)) && !(await this.isReadable()));
    // Another reader may have deleted it meanwhile.
    if (isCorrupt && !this.abandoned) {
      this.abandoned = true;
      this.dropping = deleteDatabase(this.name);
    }
    await this.dropping;
    return this.abandoned;
  }

  /** Callers read the outbox as well, so the unreadable row may be there. */
  private async isReadable(): Promise<boolean> {
    try {
      for (const table of this.tables) await table.each(() => {});
      return true;
    } catch {
      return false; // every row is read to find this out
    }
  }
}

/** Clears the rows that a refresh fetches again, with their refresh marks, in one transaction. */
export async function clearRefetchable(cache: CacheDb): Promise<void> {
  const tables = [cache.requests, cache.requestLists, cache.contacts, cache.marks];
  await cache.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
}

/** Drops a user's cache; what it held is fetched again at the next sign-in. */
export async function dropCache(ownerKey: string): Promise<void> {
  await deleteDatabase(cacheDbName(ownerKey));
}
