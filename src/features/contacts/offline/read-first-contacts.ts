import { type ContactTexts, fullName } from '#contract/contact-fields.ts';
import { isLocalId } from '#kit/ids.ts';
import type { ContactRow } from '#storage/cache-db.ts';
import { cacheDbName, OUTBOX_DB_NAME } from '#storage/database-names.ts';
import { openExistingDatabase, settled } from '#storage/open-existing-database.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { ContactValues } from './contact-kinds.ts';

/** As much of a contact as is needed to call; phones are ten digits each. */
export type FirstContact = { name: string; comment: string; phones: readonly string[] };

/**
 * The top of the book, read without any library, so that somebody can be called before the app itself has been
 * loaded. Empty whenever only the app can tell what is true, e.g. between an answer of the server and the next refresh.
 */
export async function readFirstContacts(
  ownerKey: string,
  limit: number,
  outboxName = OUTBOX_DB_NAME,
): Promise<FirstContact[]> {
  const [rows, entries] = await Promise.all([
    readFrom(cacheDbName(ownerKey), 'contacts', database => newestRows(database, limit)),
    readFrom(outboxName, 'entries', database => queuedOf(database, ownerKey)),
  ]);
  const queued = (entries ?? []).filter(
    ({ kind, payload }) => kind.startsWith('contact.') && payload !== null,
  );
  return rows ? applyQueued(rows, queued).slice(0, limit) : [];
}

function applyQueued(rows: readonly ContactRow[], queued: readonly Entry[]): FirstContact[] {
  const newest = new Map(queued.map(entry => [entry.aggregate, entry]));
  const creates = queued.filter(({ kind }) => kind === 'contact.create').reverse();
  const created = new Set(creates.map(({ aggregate }) => aggregate));
  const isUnclear = ({ state, aggregate }: Entry) =>
    state === 'done' || (isLocalId(aggregate.slice('contact:'.length)) && !created.has(aggregate));
  if (queued.some(isUnclear)) return [];
  const fresh = creates.map(({ aggregate }) => queuedContact(newest.get(aggregate)));
  const known = rows.map(row => {
    const entry = newest.get(`contact:${row.id}`);
    return entry
      ? queuedContact(entry)
      : firstContact(
          row,
          row.contact_phones.map(phone => phone.full_phone),
        );
  });
  return [...fresh, ...known].filter(contact => contact !== null);
}

function queuedContact(entry: Entry | undefined): FirstContact | null {
  if (!entry || entry.kind === 'contact.delete') return null;
  const values = entry.payload as ContactValues; // written by its own kind
  return firstContact(values, values.phones);
}

function firstContact(contact: ContactTexts, phones: readonly string[]): FirstContact {
  return { name: fullName(contact), comment: contact.comment, phones };
}

async function readFrom<Value>(
  name: string,
  store: string,
  read: (database: IDBDatabase) => Promise<Value>,
): Promise<Value | null> {
  const database = await openExistingDatabase(name);
  if (!database) return null;
  try {
    // A database that has lost it is the app's to mend.
    return database.objectStoreNames.contains(store) ? await read(database) : null;
  } finally {
    database.close();
  }
}

function newestRows(database: IDBDatabase, limit: number): Promise<ContactRow[]> {
  return new Promise((resolve, reject) => {
    const rows: ContactRow[] = [];
    const index = database.transaction('contacts').objectStore('contacts').index('[created_at+id]');
    const reading = index.openCursor(null, 'prev');
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      const cursor = reading.result;
      if (cursor) rows.push(cursor.value);
      if (!cursor || rows.length === limit) resolve(rows);
      else cursor.continue();
    };
  });
}

function queuedOf(database: IDBDatabase, ownerKey: string): Promise<Entry[]> {
  return settled(database.transaction('entries').objectStore('entries').index('ownerKey').getAll(ownerKey));
}
